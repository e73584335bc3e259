"""The damage bag, and what a loss of control or a shortcut draws from it.

Sources: Climb, "Damage" and "Puncture Proof Tires"; 110%, "Weather"; RX, "Damage Tokens"; core rules 4, 7 and 11.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from designer.design.values import frozen
from designer.play.cars import DAMAGE, Car
from designer.play.chance import Scripted
from designer.rules import Rules


@dataclass(frozen=True, slots=True)
class Drawn:
    """Tokens drawn, in order, and the bag afterwards (tokens that go back are back in it).

    ``kept``: tokens laid on the board or the track; ``returned``: what was drawn and put back.
    """

    kept: tuple[str, ...]
    returned: tuple[str, ...]
    bag: Mapping[str, int]


def bag_for(car: Car, rules: Rules, *, circuit: bool) -> Mapping[str, int]:
    """The full bag: that of a rally, of rallycross, or of a GT race, after the car and the track.

    >>> from designer import rules
    >>> from designer.play.cars import car_from_board
    >>> sum(bag_for(car_from_board("r6-gravel"), rules.load(), circuit=False).values())
    48
    """
    name = "rally"
    if car.car_class.startswith("gt"):
        name = "circuit"
    elif car.car_class == "rx" or circuit:
        name = "rallycross"
    prefix = f"damage.{name}_bag."
    bag = {key.removeprefix(prefix).replace("_", "-"): rules.number(key) for key in rules if key.startswith(prefix)}
    if name == "rally" and rules.switch("weather.allowed"):
        bag["weather"] = rules.number("weather.tokens")
    return frozen(bag)


def tokens_for_loss(gear: int, danger: str, rules: Rules) -> int:
    """How many damage tokens a loss of control draws, by the gear and the tile's danger level.

    >>> from designer import rules
    >>> tokens_for_loss(6, "high", rules.load())
    4
    """
    if not rules.switch("loss.damage_enabled"):
        return 0
    return rules.number(f"loss.damage.gear_{gear}.{danger}")


def draw(
    bag: Mapping[str, int],
    count: int,
    car: Car,
    rules: Rules,
    rng: Random,
    *,
    shortcut: bool,
    tyres: int = 0,
    discard: Callable[[int], bool] | None = None,
) -> Drawn:
    """Draw ``count`` tokens, one after the other.

    ``car``: the board as it was kitted out, damage or not. ``tyres``: puncture proof tyres that can be used where the
    shortcut lies; ``discard``, which gets their number, says whether the driver uses one (always, if it is not given).
    A token for a die that an Unlimited board lacks is drawn again (Climb, "Damage"), which comes to
    the same as drawing among the others. A puncture proof tyre undoes a coast damage drawn in a shortcut (Climb,
    "Puncture Proof Tires"). Green flags and, in a loss of control, mud do nothing and go back. Kept tokens are out of
    the bag.
    """
    missing = car.unlimited and rules.switch("damage.redraw_missing_die")
    left = {kind: number for kind, number in bag.items() if not (missing and kind in DAMAGE and not car.has(kind))}
    kept: list[str] = []
    returned: list[str] = []
    for _ in range(count):
        if not any(left.values()):
            break
        kind = _pick(left, rng)
        punctured = kind == "coast" and shortcut and rules.switch("shortcut.coast_damage_is_puncture")
        mud_counts = shortcut or rules.switch("mud.counts_in_loss")
        undone = punctured and tyres > 0 and (discard is None or discard(tyres))
        tyres -= undone and rules.switch("puncture_proof.single_use")
        goes_back = undone or kind == "green-flag" or (kind == "mud" and not mud_counts)
        (returned if goes_back else kept).append(kind)
        if not goes_back or rules.switch("damage.without_replacement"):
            left[kind] -= 1
    full = dict(bag)
    for kind in kept:
        full[kind] -= 1
    return Drawn(tuple(kept), tuple(returned), frozen(full))


def _pick(bag: Mapping[str, int], rng: Random) -> str:
    if isinstance(rng, Scripted):
        return rng.token(bag)
    number = rng.randrange(sum(bag.values()))
    for kind in sorted(bag):
        if number < bag[kind]:
            return kind
        number -= bag[kind]
    raise AssertionError("a number below the sum falls on a token")


def add(damage: tuple[int, ...], kinds: tuple[str, ...]) -> tuple[int, ...]:
    """Damage tokens on a board with more laid on it.

    >>> add((0, 0, 0, 0), ("gear", "mud", "gear"))
    (2, 0, 0, 0)
    """
    return tuple(count + kinds.count(kind) for kind, count in zip(DAMAGE, damage, strict=True))

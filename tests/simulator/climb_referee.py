"""An independent referee of climbs: reads a saved log, the stored spire, deck and rules, and checks every turn itself.

It follows Race for the Summit as docs/summit.md tells it, with the readings of the rules it is given, and asks nothing
of the simulator: data in, a sentence out for the first breach, or None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

At = tuple[int, int]
Event = Mapping[str, Any]
START_CARD = "start-player"

#: When each operation can act (docs/summit.md, "What a card can do").
MOMENTS: Mapping[str, frozenset[str]] = {
    "stamina": frozenset({"next", "start", "turn", "reveal"}),
    "move_modifier": frozenset({"turn"}),
    "cost_override": frozenset({"turn", "reveal"}),
    "cost_step": frozenset({"turn", "reveal"}),
    "class_shift": frozenset({"next", "turn"}),
    "side_cost": frozenset({"next", "turn"}),
    "clip_cost": frozenset({"next", "turn"}),
    "clip_ahead": frozenset({"turn"}),
    "cancel_fall": frozenset({"fall"}),
    "fall_distance": frozenset({"fall"}),
    "no_deck": frozenset({"fall"}),
    "peek": frozenset({"pick", "turn"}),
    "reveal": frozenset({"pick", "turn"}),
    "fatigue": frozenset({"pick", "turn"}),
    "swap_facedown_same_column": frozenset({"pick", "turn"}),
    "recover_ability": frozenset({"pick", "turn"}),
}
#: When a card of each kind can be used.
KINDS = {
    "immediate": {"pick"},
    "use-or-lose": {"turn"},
    "next-turn": {"next"},
    "keep": {"start", "turn", "reveal", "fall"},
}
#: Operations that belong to one move.
OF_A_MOVE = {"move_modifier", "cost_override", "cost_step"}
OF_PAYMENT = {"stamina", "cost_override", "cost_step"}


class Breach(Exception):
    """A rule was broken; the text says which, and by whom."""


@dataclass
class Climber:
    """A seat as the referee sees it."""

    character: str
    at: At | None = None
    start: int = 0
    quickdraw: At | None = None
    duty_met: bool = False
    ability_used: bool = False
    hand: list[str] = field(default_factory=list)
    rest: int = 0
    seen: set[At] = field(default_factory=set)


@dataclass
class TurnOf:
    """What counts in one turn."""

    seat: int
    stamina: int
    shift: dict[str, str] = field(default_factory=dict)
    aside: int = 0
    clip_turn: int | None = None
    clip_once: int | None = None
    touched: bool = False
    moved: bool = False


class ClimbReferee:
    """Checks one game. ``counts``: what was checked, by word."""

    def __init__(
        self,
        log: Mapping[str, Any],
        spire: Mapping[str, Any],
        deck: Mapping[str, Any],
        rules: Mapping[str, Any],
        players: int,
    ) -> None:
        self.log, self.spire, self.deck, self.players = log, spire, deck, players
        self.rules = {name.removeprefix("summit."): value for name, value in rules.items()}
        self.events: Sequence[Event] = log["events"]
        self.place = 0
        self.counts: Counter[str] = Counter()
        self.cards = {card["id"]: card for card in deck["actions"]["cards"]}
        self.people = {person["name"]: person for person in deck["characters"]}
        self.summits = {card["id"]: card for card in deck["summits"]}
        self.pile = Counter({name: card["count"] for name, card in self.cards.items() if card["count"]})
        self.spent: Counter[str] = Counter()
        self.round = 0
        self.pool: list[str] = []
        self.stacks: dict[At, list[int]] = {}
        self.seats: list[Climber] = []

    def breach(self) -> str | None:
        """The first breach in words, None when every rule was kept."""
        try:
            self._game()
        except Breach as found:
            return f"round {self.round}, event {self.place}: {found}"
        except (KeyError, IndexError, TypeError, ValueError) as error:
            return f"round {self.round}, event {self.place}: the log makes no sense ({type(error).__name__}: {error})"
        return None

    # -- reading ---

    def peek(self) -> Event:
        """The next event; an empty one at the end."""
        return self.events[self.place] if self.place < len(self.events) else {"do": None}

    def take(self, do: str, why: str = "") -> Event:
        """The next event, which must be of a kind."""
        event = self.peek()
        if event["do"] != do:
            raise Breach(f"{do!r} was due{f', for {why}' if why else ''}, not {event['do']!r}")
        self.place += 1
        self.counts[do] += 1
        return event

    def ask(self, right: bool, text: str) -> None:
        """A breach unless something holds."""
        if not right:
            raise Breach(text)

    def name(self, seat: int) -> str:
        """How a seat is named in a sentence."""
        return f"{self.seats[seat].character} (seat {seat + 1})"

    # -- the table ---

    def bolted(self, at: At) -> bool:
        """Whether a card has a bolt or an anchor."""
        hold = self.holds[at[0]][at[1]]
        if at[1] == 0:
            return bool(self.rules["start_bolted"])
        return self.summits[hold]["anchored"] if at[1] == self.top else hold in self.bolts[self.colours[at[0]]]

    def letter(self, seat: int, at: At) -> str:
        """The class of a card for a climber, before effects of his turn."""
        hold = self.holds[at[0]][at[1]]
        if at[1] == 0:
            return str(self.rules["start_preference"])
        if at[1] == self.top:
            return "P" if self.summits[hold]["class"] == "positive" else "S"
        return str(self.deck["preferences"]["classes"][self.seats[seat].character][hold])

    def hangs(self, seat: int) -> bool:
        """Whether a climber hangs below another."""
        at = self.seats[seat].at
        return at is not None and self.stacks[at][0] != seat

    def drawn_at(self, at: At) -> bool:
        """Whether a quickdraw is on a card."""
        return any(climber.quickdraw == at for climber in self.seats)

    def beside(self, column: int) -> set[int]:
        """The columns left and right of one, round the spire."""
        return {(column - 1) % self.columns, (column + 1) % self.columns} - {column}

    def hidden(self, seat: int) -> set[At]:
        """The cards that a seat does not know."""
        return {
            (column, row)
            for column in range(self.columns)
            for row in range(1, self.top + 1)
            if not self.up[column][row] and (column, row) not in self.seats[seat].seen
        }

    def down(self) -> set[At]:
        """The holds that lie face down."""
        return {(c, r) for c in range(self.columns) for r in range(1, self.top) if not self.up[c][r]}

    def leave(self, seat: int) -> None:
        """Take a climber off his card."""
        at = self.seats[seat].at
        if at is not None:
            self.stacks[at].remove(seat)
            if not self.stacks[at]:
                del self.stacks[at]
        self.seats[seat].at = None

    def arrive(self, seat: int, at: At) -> None:
        """Put a climber on a card, below those who are there."""
        self.seats[seat].at = at
        self.stacks.setdefault(at, []).append(seat)

    def turned_up(self, at: At) -> None:
        """A card that is face down has to be turned up now, and the log says what it is."""
        if self.up[at[0]][at[1]]:
            return
        event = self.take("reveal", f"the card on {at}")
        self.ask(tuple(event["at"]) == at, f"the card on {at} was to be turned up, not that on {event['at']}")
        self.open(event)

    def open(self, event: Event) -> None:
        """A card is turned up."""
        column, row = event["at"]
        self.ask(event["hold"] == self.holds[column][row], f"the card on {event['at']} is no {event['hold']}")
        self.ask(not self.up[column][row], f"the card on {event['at']} was face up before")
        self.up[column][row] = True
        for climber in self.seats:
            climber.seen.discard((column, row))

    # -- the game ---

    def _game(self) -> None:
        self._lay()
        starts = [climber.get("start") for climber in self.spire.get("climbers", [])[: self.players]]
        for seat in range(self.players):
            wanted = starts[seat] if seat < len(starts) else None
            kept = set() if wanted else {self.colours.index(name) for name in starts[seat:] if name}
            column = self._begin(seat, kept)
            self.ask(wanted in (None, self.colours[column]), f"{self.name(seat)} was to start on {wanted}")
        first = 0
        while True:
            event = self.take("round")
            self.round += 1
            self.ask(event["number"] == self.round, f"round {self.round} is called {event['number']}")
            self.ask(event["first"] == first, f"seat {first + 1} was to begin the round, not seat {event['first'] + 1}")
            order = self._order(first)
            self.ask(event["order"] == order, f"the round goes {event['order']}; who hangs waits, so {order}")
            for seat in order:
                if self._turn(seat):
                    self._over(seat)
                    return
            first = self._actions(first, order)
            if self.round >= self.rules["round_cap"]:
                self.take("stuck")
                self._over(None)
                return

    def _over(self, winner: int | None) -> None:
        self.ask(self.place == len(self.events), "the game goes on after its end")
        self.ask(self.log["winner"] == winner, f"the log says that {self.log['winner']} has won, not {winner}")
        self.ask(self.log["rounds"] == self.round, f"the log says {self.log['rounds']} rounds, not {self.round}")
        self.ask(len(self.log["players"]) == self.players, "the log names another number of players")

    def _lay(self) -> None:
        event, columns = self.take("start"), self.spire["columns"]
        rows = len(columns[0]["holds"])
        rows = min(9, rows) if self.rules["nine_rows"] else rows
        self.colours = [column["colour"] for column in columns]
        self.holds = [
            ["Start", *(card["hold"] for card in column["holds"][:rows]), column["summit"]] for column in columns
        ]
        self.up = [
            [True, *(card.get("face_up", False) for card in column["holds"][:rows]), column.get("summit_up", False)]
            for column in columns
        ]
        self.top, self.columns = rows + 1, len(columns)
        self.bolts = {column["colour"]: set(column["bolted"]) for column in self.deck["columns"]}
        self.ask(event["colours"] == self.colours, "the colours are not those of the spire")
        self.ask(event["holds"] == self.holds, "the cards are not those of the spire")
        self.ask(event["up"] == self.up, "other cards lie face up than on the spire")
        self.fatigue = self.spire.get("fatigue_above")
        if self.fatigue is None:
            lines = {card["name"]: card["fatigue_above"] for card in self.deck["environments"]}
            self.fatigue = lines[event["environment"]]
        self.ask(event["fatigue"] == self.fatigue, "the fatigue line lies elsewhere")
        self.ask(1 <= self.fatigue < rows, "the fatigue line does not lie between two rows of holds")
        cast = event["characters"]
        self.ask(len(cast) == self.players == len(set(cast)), "not everybody has a character of his own")
        self.ask(set(cast) <= set(self.people), "somebody plays a character that the deck does not have")
        for seat, climber in enumerate(self.spire.get("climbers", [])[: self.players]):
            wanted = climber.get("character")
            self.ask(wanted in (None, cast[seat]), f"seat {seat + 1} was to be {wanted}, not {cast[seat]}")
        self.spare, self.lost = [name for name in self.people if name not in cast], list[str]()
        self.seats = [Climber(name) for name in cast]

    def _begin(self, seat: int, kept: set[int]) -> int:
        event = self.take("place")
        column = int(event["column"])
        self.ask(event["seat"] == seat, f"{self.name(seat)} was to choose a Start card")
        self.ask((column, 0) not in self.stacks, f"{self.name(seat)} starts where somebody stands")
        self.ask(column not in kept, f"{self.name(seat)} starts on a card that is another's by design")
        self.seats[seat].start = column
        self.arrive(seat, (column, 0))
        return column

    def _order(self, first: int) -> list[int]:
        """Clockwise from the start player, but who hangs goes right after the one above him."""
        above = {low: high for stack in self.stacks.values() for high, low in pairwise(stack)}
        order: list[int] = []
        waiting: set[int] = set()

        def go(seat: int) -> None:
            order.append(seat)
            for low in [low for low in waiting if above[low] == seat]:
                waiting.remove(low)
                go(low)

        for step in range(self.players):
            seat = (first + step) % self.players
            if seat in above and above[seat] not in order:
                waiting.add(seat)
            else:
                go(seat)
        return order

    # -- a turn ---

    def _turn(self, seat: int) -> bool:
        """One turn; whether it wins the game."""
        climber, who = self.seats[seat], self.name(seat)
        at = self._here(seat)
        base = self.rules["stamina_below"] if at[1] <= self.fatigue else self.rules["stamina_above"]
        turn, bonus = TurnOf(seat, base + climber.rest), climber.rest
        compulsory = Counter(card for card in climber.hand if self.cards[card]["kind"] == "next-turn")
        for _ in range(compulsory.total()):
            event = self.take("use", f"{who}: a card that counts in this turn, liked or not")
            self.ask(compulsory[event["source"]] > 0, f"{who} uses {event['source']}, which is not due")
            compulsory[event["source"]] -= 1
            self._spend(seat, event, "next")
            self._act(turn, self._effects(seat, event["source"]), whole=True)
        event = self.take("turn", who)
        self.ask(event["seat"] == seat, f"it was the turn of {who}")
        self.ask(
            event["stamina"] == turn.stamina,
            f"{who} starts on row {at[1]}, line {self.fatigue}, with {event['stamina']} stamina, not {turn.stamina}",
        )
        climber.rest = 0
        won = over = False
        while self.peek()["do"] not in ("end", "discard"):
            self.ask(not over, f"{who} goes on after the end of the turn")
            over, won = self._step(turn, bonus)
        for card in [card for card in climber.hand if self.cards[card]["kind"] == "use-or-lose"]:
            event = self.take("discard", f"{who}: {card}, which was to be used in this turn")
            self.ask(event["seat"] == seat, "somebody else discards")
            climber.hand.remove(event["card"])
            self.spent[event["card"]] += 1
            self.ask(self.cards[event["card"]]["kind"] == "use-or-lose", f"{who} discards {card}, which is kept")
        self.take("end", who)
        return won

    def _here(self, seat: int) -> At:
        at = self.seats[seat].at
        if at is None:
            raise Breach(f"{self.name(seat)} stands nowhere")
        return at

    def _step(self, turn: TurnOf, bonus: int) -> tuple[bool, bool]:
        """One decision: whether the turn is over, and whether it wins."""
        event, seat, who = self.peek(), turn.seat, self.name(turn.seat)
        self.ask(event.get("seat", seat) == seat, f"somebody else acts in the turn of {who}")
        if event["do"] == "rest":
            self.take("rest")
            self.ask(not turn.touched, f"{who} rests after having climbed")
            wanted = self.rules["rest_bonus"] + (bonus if self.rules["rest_bonus_stacks"] else 0)
            self.ask(event["bonus"] == wanted, f"a rest gives {wanted} more, not {event['bonus']}")
            self.seats[seat].rest = wanted
            return True, False
        turn.touched = True
        if event["do"] == "clip":
            return self._clip(turn)
        alone = event["do"] == "use" and event["moment"] == "turn"
        if alone and not {effect["op"] for effect in self._effects(seat, event["source"])} & OF_A_MOVE:
            self.ask(self._can_act(turn), f"{who} uses {event['source']} with no stamina left")
            self.take("use")
            self._spend(seat, event, "turn", turn)
            self._act(turn, self._effects(seat, event["source"]), own=event["source"] == "ability")
            return False, False
        return self._move(turn)

    def _can_act(self, turn: TurnOf) -> bool:
        return turn.stamina > 0 or bool(self.rules["attempt_with_zero_stamina"])

    def _clip_cost(self, turn: TurnOf, at: At) -> int:
        cost = int(self.rules["clip_cost"])
        if at[1] == self.top:
            return cost
        changed = turn.clip_turn if turn.clip_once is None else turn.clip_once
        cost = cost if changed is None else changed
        letter = self.letter(turn.seat, at)
        return min(cost, self.rules["clip_cost_bomber"]) if turn.shift.get(letter, letter) == "B" else cost

    def _may_clip(self, turn: TurnOf) -> str | None:
        """Why a climber may not clip where he is, or None."""
        at, who = self._here(turn.seat), self.name(turn.seat)
        if not self.bolted(at):
            return f"{who} clips on {at}, where there is no bolt"
        if self.hangs(turn.seat) and not self.rules["hang_may_clip"]:
            return f"{who} clips on {at}, hanging below another"
        if self.drawn_at(at):
            return f"{who} clips on {at}, where a quickdraw is"
        if self._clip_cost(turn, at) > turn.stamina:
            return f"{who} clips on {at} without the stamina for it"
        if turn.stamina <= 0 and not self.rules["free_clip_at_zero_stamina"]:
            return f"{who} clips on {at} with no stamina left"
        return None

    def _clip(self, turn: TurnOf) -> tuple[bool, bool]:
        event, seat, at = self.take("clip"), turn.seat, self._here(turn.seat)
        why = self._may_clip(turn)
        self.ask(why is None, str(why))
        self.ask(tuple(event["at"]) == at, f"{self.name(seat)} is on {at} and clips {event['at']}")
        cost = self._clip_cost(turn, at)
        self.ask(event["cost"] == cost, f"{self.name(seat)} clips {at} for {event['cost']}, which costs {cost}")
        turn.stamina -= cost
        turn.clip_once = None
        self.seats[seat].quickdraw, self.seats[seat].duty_met = at, True
        if at[1] < self.top:
            return False, False
        won = self.take("win", "a clip on an anchored summit")
        self.ask(won["seat"] == seat, "somebody else is said to have won")
        self.ask(bool(self.summits[self.holds[at[0]][at[1]]]["anchored"]), "the summit has no anchor")
        return True, True

    def _duty(self, seat: int) -> bool:
        """Whether a climber stands on the first bolt he reached and has to clip it."""
        climber, at = self.seats[seat], self._here(seat)
        if climber.duty_met or not self.bolted(at) or (self.hangs(seat) and not self.rules["hang_may_clip"]):
            return False
        return not self.drawn_at(at) or self.rules["first_bolt_blocked"] == "wait"

    def _move(self, turn: TurnOf) -> tuple[bool, bool]:
        seat, who, here = turn.seat, self.name(turn.seat), self._here(turn.seat)
        self.ask(self._can_act(turn), f"{who} tries a move with no stamina left")
        self.ask(not self._duty(seat), f"{who} leaves the first bolt at {here} without a clip")
        stuck = self.rules["hang_mode"] == "blocked" and self.hangs(seat)
        self.ask(not stuck, f"{who} leaves while hanging below another")
        effects: list[Mapping[str, Any]] = []
        shapes: list[str] = []
        while self.peek()["do"] == "use" and self.peek()["moment"] == "turn":
            event = self.take("use")
            spent = self._effects(seat, event["source"])
            self.ask(any(effect["op"] in OF_A_MOVE for effect in spent), f"{event['source']} belongs to no move")
            self._spend(seat, event, "turn", turn)
            shapes += [effect["dir"] for effect in spent if effect["op"] == "move_modifier"][:1]
            effects += [effect for effect in spent if effect["op"] in OF_A_MOVE]
            rest = [effect for effect in spent if effect["op"] not in OF_A_MOVE]
            self._act(turn, rest, own=event["source"] == "ability")
        self.ask(len(shapes) <= 1, f"{who} shapes one move twice")
        turn.moved = True
        targets = self._targets(here, shapes)
        to = self._target(here, targets)
        if to is None:  # a fall off an open card that was cancelled: the log does not say which card it was
            costs = [
                self._price(turn, place, way, True, effects) for place, way in targets.items() if self._free(place)
            ]
            return self._saved(turn, max(costs, default=0))
        self.ask(to in targets, f"{who} goes from {here} to {to}, which is no {' or '.join(shapes) or 'up or aside'}")
        self.ask(self._free(to), f"{who} goes to {to}, where somebody is")
        way = targets[to]
        if way == "up2":
            self.turned_up((to[0], to[1] - 1))
        open_before = self.up[to[0]][to[1]]
        self.turned_up(to)
        if self.peek()["do"] == "back":
            event = self.take("back")
            self.ask(not open_before and not self.rules["reveal_commits"], f"{who} goes back on a move to {to}")
            return False, False
        while self.peek()["do"] == "use" and self.peek()["moment"] == "reveal":
            event = self.take("use")
            spent = self._effects(seat, event["source"])
            self.ask({effect["op"] for effect in spent} <= OF_PAYMENT, f"{event['source']} does not help to pay")
            self._spend(seat, event, "reveal")
            effects += [effect for effect in spent if effect["op"] in OF_A_MOVE]
            self._act(turn, [effect for effect in spent if effect["op"] not in OF_A_MOVE])
        cost = self._price(turn, to, way, open_before, effects)
        if cost > turn.stamina:
            if self.peek()["do"] == "move":
                raise Breach(f"{who} pays {self.peek()['cost']} for {to} with {turn.stamina} stamina; it costs {cost}")
            return self._fall(turn, to)
        event = self.take("move", f"{who} can pay {cost} for {to} with {turn.stamina} stamina")
        self.ask((tuple(event["from"]), tuple(event["to"])) == (here, to), f"{who} goes elsewhere than {to}")
        self.ask(event["cost"] == cost, f"{who} pays {event['cost']} for {to}, which costs {cost}")
        self.ask(event["way"] == way, f"the move of {who} to {to} is called {event['way']}")
        turn.stamina -= cost
        self.leave(seat)
        self.arrive(seat, to)
        if self.rules["first_bolt_auto_clip"] and self._duty(seat) and self._may_clip(turn) is None:
            self.ask(self.peek()["do"] == "clip", f"{who} reaches the first bolt at {to} and does not clip")
            self.ask(bool(self.peek().get("duty")), f"the clip of {who} on {to} is not told as due")
            return self._clip(turn)
        return False, False

    def _free(self, at: At) -> bool:
        return at[1] <= self.top and at not in self.stacks

    def _targets(self, here: At, shapes: Sequence[str]) -> dict[At, str]:
        column, row = here
        ways = {
            "up": [(column, row + 1)],
            "up2": [(column, row + 2)],
            "side": [(other, row) for other in self.beside(column)],
            "diagonal_up": [(other, row + 1) for other in self.beside(column)],
        }
        return {place: way for way in (shapes or ("up", "side")) for place in ways[way]}

    def _target(self, here: At, targets: Mapping[At, str]) -> At | None:
        """The card that a move goes for, as the events that follow tell."""
        opened: At | None = None
        for event in self.events[self.place :]:
            if event["do"] == "move":
                return tuple(event["to"])
            if event["do"] == "fall":
                return tuple(event["attempted"])
            if event["do"] == "back":
                return tuple(event["at"])
            if event["do"] == "saved":
                if opened is not None and targets.get(opened) is None:  # only the card leapt over was face down
                    return (opened[0], opened[1] + 1)
                return opened
            if event["do"] == "reveal":
                opened = tuple(event["at"])
            elif event["do"] != "use":
                break
        raise Breach(f"a move from {here} has no end")

    def _price(self, turn: TurnOf, to: At, way: str, open_before: bool, effects: Sequence[Mapping[str, Any]]) -> int:
        letter = self.letter(turn.seat, to)
        if to[1] == self.top:
            cost = int(self.rules["cost_summit_positive" if letter == "P" else "cost_summit_sketchy"])
        else:
            words = {"B": "bomber", "P": "positive", "S": "sketchy", "H": "heinous"}
            cost = int(self.rules[f"cost_{words[turn.shift.get(letter, letter)]}"])
        cheap = self.rules["face_up_traverse"] and (to[1] < self.top or self.rules["option2_covers_summit"])
        if way == "side" and open_before and cheap:
            cost = min(cost, 1)
        change = turn.aside if way == "side" else 0
        for effect in effects:
            if effect["op"] == "cost_step":
                change += effect["n"]
            elif effect["op"] in ("cost_override", "move_modifier") and type(effect["cost"]) is int:
                cost = effect["cost"]
        return max(min(1, cost), cost + change)

    # -- falling ---

    def _saved(self, turn: TurnOf, most: int) -> tuple[bool, bool]:
        """A cancelled fall off an open card: some card there must have been too dear."""
        while self.peek()["do"] == "use" and self.peek()["moment"] == "reveal":
            event = self.take("use")
            self._spend(turn.seat, event, "reveal")
            for effect in self._effects(turn.seat, event["source"]):
                most = effect["cost"] if effect["op"] == "cost_override" else most + max(0, effect.get("n", 0))
                self._act(turn, [effect] if effect["op"] == "stamina" else [])
        self.ask(most > turn.stamina, f"{self.name(turn.seat)} is saved from a fall that could not happen")
        return self._fall(turn, None)

    def _fall(self, turn: TurnOf, attempted: At | None) -> tuple[bool, bool]:
        seat, who = turn.seat, self.name(turn.seat)
        climber, here = self.seats[seat], self._here(seat)
        length: int | None = None
        for effect in self._answer(seat, {"cancel_fall", *({"fall_distance"} if climber.quickdraw else ())}):
            if effect["op"] == "cancel_fall":
                event = self.take("saved")
                self.ask(tuple(event["at"]) == here, f"{who} is saved elsewhere than on {here}")
                return True, False
            length = effect["set"]
        if attempted is None:
            raise Breach(f"{who} falls without a card to fall off")
        length, to = self._landing(seat, here, attempted, length)
        if to is None and self._answer(seat, {"no_deck"}):
            to = (climber.quickdraw[0] if climber.quickdraw else here[0], 0)
        event = self.take("fall", f"{who} cannot pay for {attempted}")
        self.ask(event["seat"] == seat, "somebody else falls")
        told = None if event["to"] is None else tuple(event["to"])
        words = "the ground" if to is None else f"{to}"
        self.ask(told == to, f"{who} falls off {attempted} onto {told}, not onto {words}")
        self.ask(event["distance"] == length, f"the fall of {who} is {event['distance']} long, not {length}")
        self.ask(tuple(event["attempted"]) == attempted, f"{who} falls off {event['attempted']}, not {attempted}")
        if to is None:
            self._decked(seat)
        else:
            if to != here:
                self.leave(seat)
                self.arrive(seat, to)
            self.turned_up(to)
        return True, False

    def _answer(self, seat: int, ops: set[str]) -> tuple[Mapping[str, Any], ...]:
        """What a seat uses against a fall, if it does: one card or the ability."""
        event = self.peek()
        if event["do"] != "use" or event["moment"] != "fall" or event["seat"] != seat:
            return ()
        effects = self._effects(seat, event["source"])
        if not {effect["op"] for effect in effects} <= ops:
            return ()
        self.take("use")
        self._spend(seat, event, "fall")
        return effects

    def _landing(self, seat: int, here: At, attempted: At, length: int | None) -> tuple[int | None, At | None]:
        climber = self.seats[seat]
        rope = climber.quickdraw
        if rope is None:
            if self.rules["fall_without_quickdraw"] == "deck":
                return None, None
            rope = (climber.start, 0)
        aside = abs(attempted[0] - rope[0])
        if self.rules["cylinder_distance"] == "shortest":
            aside = min(aside, self.columns - aside)
        steps = abs(attempted[1] - rope[1]) + aside if length is None else length
        if here[0] == rope[0] and here[1] < rope[1]:
            return steps, here
        below = max(0, steps - 1) if self.rules["fall_clamp_min_zero"] else steps - 1
        row = min(rope[1] - below, self.top)
        if self.rules["fall_never_raises"]:
            row = min(row, here[1])
        return steps, (rope[0], row) if row >= 0 else None

    def _decked(self, seat: int) -> None:
        climber, who = self.seats[seat], self.name(seat)
        self.leave(seat)
        event = self.take("deck", f"{who} is on the ground")
        if self.rules["character_pile_empty"] == "reshuffle_earlier_discards" and not self.spare:
            self.spare, self.lost = self.lost, []
        self.ask(event["lost"] == climber.character, f"{who} gives another character back")
        if self.spare:
            self.ask(event["character"] in self.spare, f"{who} draws {event['character']}, who is not in the pile")
            self.spare.remove(event["character"])
            self.lost.append(climber.character)
        else:
            self.ask(event["character"] == climber.character, f"{who} draws from an empty pile")
        climber.character = event["character"]
        climber.quickdraw, climber.duty_met, climber.ability_used, climber.rest = None, False, False, 0
        if not self.rules["decked_keeps_action_cards"]:
            for _ in range(len(climber.hand)):
                gone = self.take("discard", f"{who} is decked")["card"]
                climber.hand.remove(gone)
                self.spent[gone] += 1
        self._begin(seat, set())

    # -- cards ---

    def _effects(self, seat: int, source: str) -> tuple[Mapping[str, Any], ...]:
        owner = self.people[self.seats[seat].character]["ability"] if source == "ability" else self.cards[source]
        effect = owner["effect"]
        return tuple(effect) if isinstance(effect, list | tuple) else (effect,)

    def _spend(self, seat: int, event: Event, moment: str, turn: TurnOf | None = None) -> None:
        """A card or the ability is used: it is there, and may be used now."""
        climber, source, who = self.seats[seat], event["source"], self.name(seat)
        self.ask(event["seat"] == seat, f"somebody else uses {source} in the turn of {who}")
        self.ask(event["moment"] == moment, f"{who} uses {source} at the moment {event['moment']}, not {moment}")
        if source == "ability":
            self.ask(not climber.ability_used, f"{who} uses the ability a second time")
            allowed = {self.people[climber.character]["ability"]["when"]}
            climber.ability_used = True
        else:
            self.ask(source in climber.hand, f"{who} uses {source}, which is not in the hand")
            allowed = set(KINDS[self.cards[source]["kind"]])
            climber.hand.remove(source)
            self.spent[source] += 1
        for effect in self._effects(seat, source):
            allowed &= MOMENTS[effect["op"]]
        early = turn is not None and not turn.moved and "start" in allowed
        self.ask(moment in allowed or early, f"{who} uses {source} at a moment ({moment}) that it is not for")

    def _act(
        self, turn: TurnOf, effects: Sequence[Mapping[str, Any]], *, whole: bool = False, own: bool = False
    ) -> None:
        for effect in effects:
            op = effect["op"]
            if op == "stamina":
                least = min(1, turn.stamina) if effect["n"] < 0 else turn.stamina
                turn.stamina = max(least, turn.stamina + effect["n"])
            elif op == "class_shift":
                turn.shift[effect["from"]] = effect["to"]
            elif op == "side_cost":
                turn.aside += effect["n"]
            elif op == "clip_cost" and whole:
                turn.clip_turn = effect["cost"]
            elif op == "clip_cost":
                turn.clip_once = effect["cost"]
            elif op == "clip_ahead":
                self._ahead(turn, effect["cost"])
            elif op != "recover_ability" or not own:  # an ability does not bring itself back
                self._on_table(turn.seat, effect)

    def _ahead(self, turn: TurnOf, cost: int) -> None:
        column, row = self._here(turn.seat)
        at = (column, row + 1)
        there = row + 1 < self.top and self.up[column][row + 1] and self.bolted(at) and not self.drawn_at(at)
        if not there or cost > turn.stamina:
            return
        event = self.take("clip", "a quickdraw that goes ahead")
        self.ask(tuple(event["at"]) == at, f"{self.name(turn.seat)} clips {event['at']} ahead, not {at}")
        self.ask(event["cost"] == cost, f"{self.name(turn.seat)} pays {event['cost']} to clip ahead, not {cost}")
        turn.stamina -= cost
        self.seats[turn.seat].quickdraw, self.seats[turn.seat].duty_met = at, True

    def _on_table(self, seat: int, effect: Mapping[str, Any]) -> None:
        op, who = effect["op"], self.name(seat)
        if op == "recover_ability":
            if self.seats[seat].ability_used:
                self.ask(self.take("recover", who)["seat"] == seat, "somebody else gets the ability back")
                self.seats[seat].ability_used = False
        elif op == "fatigue":
            row = self.fatigue + effect["d"]
            if 1 <= row < self.top - 1:
                self.ask(self.take("fatigue", who)["row"] == row, f"the fatigue line does not go above row {row}")
                self.fatigue = row
        elif op == "reveal":
            for _ in range(effect["n"]):
                if self.peek()["do"] == "reveal" and tuple(self.peek()["at"]) in self.down():
                    self.open(self.take("reveal"))
        elif op == "peek" and self.peek()["do"] == "peek":
            event = self.take("peek")
            places = [tuple(at) for at in event["at"]]
            self.ask(len(places) == len(set(places)) <= effect["n"], f"{who} looks at more than {effect['n']} cards")
            self.ask(set(places) <= self.hidden(seat), f"{who} looks at a card that is known")
            self.seats[seat].seen |= set(places)
        elif op == "swap_facedown_same_column" and self.peek()["do"] == "swap":
            event = self.take("swap")
            column, (low, high) = event["column"], event["rows"]
            self.ask(low != high and {(column, low), (column, high)} <= self.down(), f"{who} exchanges open cards")
            holds = self.holds[column]
            holds[low], holds[high] = holds[high], holds[low]
            swapped = {(column, low): (column, high), (column, high): (column, low)}
            for climber in self.seats:
                climber.seen = {swapped.get(at, at) for at in climber.seen}

    # -- the action phase ---

    def _actions(self, first: int, order: Sequence[int]) -> int:
        """The action phase; who begins the next round."""
        count = self.players
        with_start = count > 2 and self.deck["actions"]["start_player_cards"]["value"] > 0
        self._open_pool(with_start)
        last = order[-1] if self.rules["action_order"] == "literal" else (first - 1) % count
        following = 1 - first if count == 2 else first
        for step in range(count):
            if not self.pool:
                break
            seat = (last - step) % count
            event = self.take("take", self.name(seat))
            card = event["card"]
            self.ask(event["seat"] == seat, f"{self.name(seat)} was to take a card, not seat {event['seat'] + 1}")
            self.ask(card in self.pool, f"{self.name(seat)} takes {card}, which is not in the pool")
            self.pool.remove(card)
            if card == START_CARD:
                following = seat
                continue
            self.seats[seat].hand.append(card)
            if self.cards[card]["kind"] == "immediate":
                self._spend(seat, self.take("use", f"{card} is played at once"), "pick")
                for effect in self._effects(seat, card):
                    self._on_table(seat, effect)
        if self.pool:
            self.ask(self.take("pool")["cards"] == [], "cards are left in the pool")
            self.spent.update(card for card in self.pool if card != START_CARD)
            self.pool = []
        self._all_there()
        return following

    def _open_pool(self, with_start: bool) -> None:
        self.pool = list(self.take("pool")["cards"])
        wanted = self.rules[f"action_cards_for_{self.players}"]
        cards = [card for card in self.pool if card != START_CARD]
        there = self.pile.total() + self.spent.total()
        self.ask(len(cards) == min(wanted, there), f"{len(cards)} action cards are turned up, not {min(wanted, there)}")
        self.ask(self.pool.count(START_CARD) == int(with_start), "the Start Player card is missing, or there too often")
        for card in cards:
            if not self.pile:
                self.pile, self.spent = self.spent, Counter()
            self.ask(self.pile[card] > 0, f"{card} is turned up, which is not in the draw pile")
            self.pile -= Counter([card])

    def _all_there(self) -> None:
        """No card is lost or doubled."""
        held = Counter(card for climber in self.seats for card in climber.hand)
        total = self.pile + self.spent + held
        wanted = Counter({name: card["count"] for name, card in self.cards.items() if card["count"]})
        self.ask(total == wanted, "action cards were lost or doubled")

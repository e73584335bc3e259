"""The report on many games: shares with their uncertainty, in numbers, as JSON and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from designer.simulator.common.figures import Share, average, counts_data, wilson
from designer.simulator.spire.board import START_CARD
from designer.simulator.spire.tally import Tally
from designer.simulator.spire.tuning import Suggestion
from designer.words import number_of

FORMAT, VERSION = "crest-spire-report", 1


@dataclass(frozen=True)
class SpireReport:
    """The sum of a batch. ``facts``: name of the design, players, policies by seat, seed, whether each game was dealt
    anew, who was drawn, rules; ``notes`` tell what is unusual. The same facts give the same report, whoever
    computed it.
    """

    facts: Mapping[str, Any]
    tally: Tally
    card_names: Mapping[str, str]
    suggestions: tuple[Suggestion, ...] = ()

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.games

    def by_seat(self) -> dict[int, Share]:
        """Share of games won by each seat, the starting player first."""
        return {seat: wilson(self.tally.seat_wins[seat], self.games) for seat in range(self.facts["players"])}

    def by_order(self) -> dict[int, Share]:
        """Share of games won by who climbed first, second, ... in the last round."""
        return {place: wilson(self.tally.order_wins[place], self.games) for place in range(self.facts["players"])}

    def by_policy(self) -> dict[str, Share]:
        """Wins of each kind of player, out of the seats it held."""
        return {name: wilson(self.tally.policy_wins[name], held) for name, held in sorted(self.tally.policies.items())}

    def by_character(self) -> dict[str, Share]:
        """Wins of each character, out of the climbers that set out as it."""
        return {
            name: wilson(self.tally.character_wins[name], set_out)
            for name, set_out in sorted(self.tally.climbers.items())
        }

    def by_start(self) -> dict[str, Share]:
        """Wins from each Start card, out of the climbers that set out from it."""
        return {
            colour: wilson(self.tally.start_wins[colour], set_out)
            for colour, set_out in sorted(self.tally.starts.items())
        }

    def by_summit(self) -> dict[str, Share]:
        """Share of games won on the summit of each colour."""
        return {colour: wilson(won, self.games) for colour, won in sorted(self.tally.summit_wins.items())}

    def no_anchor(self) -> Share:
        """Share of games in which nobody ever stood on an anchored summit card."""
        return wilson(self.games - sum(self.tally.anchor_round.values()), self.games)

    def no_anchor_by_round(self) -> dict[int, float]:
        """Share of games in which nobody had reached an anchor by the end of each round."""
        left, found = self.games, {}
        for number in range(1, max(self.tally.rounds, default=0) + 1):
            left -= self.tally.anchor_round[number]
            found[number] = round(left / max(1, self.games), 6)
        return found

    def to_data(self) -> dict[str, Any]:
        """The report as plain JSON data (schema spire-report)."""
        tally, games = self.tally, max(1, self.games)

        def shares(entries: Mapping[Any, Share]) -> dict[str, Any]:
            return {str(key): share._asdict() for key, share in entries.items()}

        def rate(number: float) -> float:
            return round(number / games, 6)

        spots = sorted(set(tally.clips) | set(tally.caught))
        return {
            "format": FORMAT,
            "version": VERSION,
            **self.facts,
            "games": self.games,
            "stuck": wilson(tally.stuck, self.games)._asdict(),
            "rounds": counts_data(tally.rounds),
            "turns": rate(tally.turns),
            "rests": rate(tally.rests),
            "falls": {
                **counts_data(tally.falls),
                "per_attempt": round(sum(tally.falls.elements()) / max(1, tally.attempts), 6),
                "without_quickdraw": rate(tally.falls_unclipped),
            },
            "deckings": counts_data(tally.deckings),
            "rows_fallen": counts_data(tally.fall_rows),
            "rounds_with_a_delay": rate(tally.delays),
            "wins": {
                "seat": shares({seat + 1: share for seat, share in self.by_seat().items()}),
                "order": shares({place + 1: share for place, share in self.by_order().items()}),
                "policy": shares(self.by_policy()),
                "character": shares(self.by_character()),
                "start": shares(self.by_start()),
                "summit": shares(self.by_summit()),
            },
            "no_anchor": {
                **self.no_anchor()._asdict(),
                "by_round": {str(number): share for number, share in self.no_anchor_by_round().items()},
            },
            "cards": {
                card: {
                    "name": self.card_names.get(card, card),
                    "taken": rate(taken),
                    "used": rate(tally.cards_used[card]),
                    "lost": rate(tally.cards_lost[card]),
                }
                for card, taken in sorted(tally.cards_taken.items())
            },
            "abilities": {
                name: round(tally.abilities[name] / set_out, 6) for name, set_out in sorted(tally.climbers.items())
            },
            "bolts": [
                {
                    "colour": colour,
                    "row": row,
                    "clips": rate(tally.clips[colour, row]),
                    "falls_held": rate(tally.caught[colour, row]),
                    "rows_saved": rate(tally.saved[colour, row]),
                }
                for colour, row in spots
            ],
            "visits": _by_spot(tally.visits, games),
            "falls_at": _by_spot(tally.falls_at, games),
            "suggestions": [entry.to_data() for entry in self.suggestions],
        }

    def text(self) -> str:
        """The report in words and columns."""
        tally, rounds = self.tally, counts_data(self.tally.rounds)
        lines = [
            f"{number_of(self.games, 'game')} of {self.facts['players']} climbers",
            *self.facts["notes"],
            f"Rounds: {rounds['mean']:.2f} on average, 80 % take {rounds['p10']:.0f} to {rounds['p90']:.0f}",
            f"Falls for each game: {_mean(tally.falls):.2f}, deckings {_mean(tally.deckings):.2f}, "
            f"rests {tally.rests / max(1, self.games):.2f}",
            f"Nobody reached an anchor: {_percent(self.no_anchor())}",
            f"Stuck: {_percent(wilson(tally.stuck, self.games))}",
        ]
        for title, shares in (
            ("seat", {f"seat {seat + 1}": share for seat, share in self.by_seat().items()}),
            ("character", self.by_character()),
            ("Start card", self.by_start()),
            ("player", self.by_policy()),
        ):
            lines += ["", f"Wins by {title}"]
            lines += [f"  {name:<16} {_percent(share)}" for name, share in shares.items()]
        if tally.caught:
            lines += ["", "Bolts that saved most rows (for each 100 games)"]
            best = sorted(tally.saved, key=lambda spot: (-tally.saved[spot], spot))[:5]
            lines += [
                f"  {colour} {row:<4} {100 * tally.saved[colour, row] / max(1, self.games):.1f} rows, "
                f"clipped {100 * tally.clips[colour, row] / max(1, self.games):.0f} times"
                for colour, row in best
            ]
        if tally.cards_taken:
            lines += ["", "Cards (for each 100 games: taken, used)"]
            lines += [
                f"  {self.card_names.get(card, 'Start Player' if card == START_CARD else card):<18}"
                f"{100 * taken / max(1, self.games):7.0f}{100 * tally.cards_used[card] / max(1, self.games):7.0f}"
                for card, taken in sorted(tally.cards_taken.items())
            ]
        if self.suggestions:
            lines += ["", "To make the columns more even (a forecast; run again to check)"]
            lines += [f"  {entry.text}" for entry in self.suggestions]
        return "\n".join(lines) + "\n"


def _mean(counts: Counter[int]) -> float:
    return average(list(counts.elements()) or [0])


def _by_spot(counts: Counter[tuple[str, int]], games: int) -> dict[str, float]:
    return {f"{colour} {row}": round(times / games, 6) for (colour, row), times in sorted(counts.items())}


def _percent(share: Share) -> str:
    return f"{100 * share.share:5.1f} %  ({100 * share.low:.1f} to {100 * share.high:.1f})  {share.times} of {share.of}"

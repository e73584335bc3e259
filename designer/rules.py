"""The rules in force: a profile of catalog/rules/ with a design's house rules laid over it.

A profile is a flat table of named values ("time.gear_6"), each with the source it comes from. Play and validation
ask for values by name and hold no number of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from designer import catalog
from designer.design.values import NO_EXTRA, FrozenMap, frozen
from designer.words import alike, meant

#: Names of before that became several values: a house rule of that name counts for each of them that is not set too, so
#: that older designs and logs mean what they meant.
PARTED = {"leader.first_player_gravel": ("leader.first_player_tyre_cards", "leader.first_player_unlimited")}

_WORDS = {bool: "true or false", int: "a whole number", str: "text in quotes", list: "a list"}


class RulesError(ValueError):
    """An unknown rule or a value that does not fit it; the text says which and what would fit."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Rule values by name. Two Rules are equal when profile and overridden values are; they pickle and hash.

    >>> load().number("time.gear_6")
    10
    >>> load(house_rules={"handbrake.allowed": True}).switch("handbrake.allowed")
    True
    """

    profile: str
    overrides: FrozenMap = NO_EXTRA
    _values: Mapping[str, Any] = field(default=NO_EXTRA, repr=False)
    _key: tuple[str, frozenset[tuple[str, str]]] = field(default=("", frozenset()), repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __iter__(self) -> Iterator[str]:
        """The names of all values, in the order of the profile."""
        return iter(self._values)

    def __reduce__(self) -> tuple[Any, tuple[str, dict[str, Any]]]:
        return load, (self.profile, dict(self.overrides))

    def value(self, name: str) -> Any:
        """The value in force. Raises RulesError for a name the profile does not have."""
        try:
            return self._values[name]
        except KeyError:
            raise RulesError(_unknown(name, self.profile)) from None

    def number(self, name: str) -> int:
        """A value that is a whole number. Raises RulesError for any other."""
        value = self.value(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise RulesError(f"The rule {name} is {value!r}, not a whole number.")
        return value

    def switch(self, name: str) -> bool:
        """A value that is on or off. Raises RulesError for any other."""
        value = self.value(name)
        if not isinstance(value, bool):
            raise RulesError(f"The rule {name} is {value!r}, not true or false.")
        return value

    def word(self, name: str) -> str:
        """A value that is one of several words. Raises RulesError for any other."""
        value = self.value(name)
        if not isinstance(value, str):
            raise RulesError(f"The rule {name} is {value!r}, not text.")
        return value

    def source(self, name: str) -> Mapping[str, Any]:
        """Where a value comes from: "source", "sure", "where", "note".

        ``source`` is "seed", "public" or "assumed" for a value of the profile, "house" for one that a design sets.

        >>> load().source("hillclimb.tries")["source"]
        'seed'
        """
        self.value(name)
        record = _records(self.profile)[name]
        facts = {key: record[key] for key in ("source", "sure", "where", "note")}
        if name in self.overrides:
            facts["source"] = "house"
        return facts

    def assumed(self) -> list[str]:
        """The names of values that no document or public source gives and no house rule has settled."""
        return [name for name in self._values if self.source(name)["source"] == "assumed"]


def load(profile: str = "standard", house_rules: Mapping[str, Any] | None = None) -> Rules:
    """The rules of a profile with house rules laid over them; equal arguments give the same object.

    Raises RulesError for an unknown profile, an unknown name, or a value of the wrong kind.

    >>> load(house_rules={"time.gear_7": 5})
    Traceback (most recent call last):
    ...
    designer.rules.RulesError: There is no rule 'time.gear_7' in the profile 'standard'. Did you mean time.gear_6?
    """
    if not house_rules:
        return _plain(profile)
    records = _records(profile)
    house_rules = _of_today(house_rules)
    for name, value in house_rules.items():
        if name not in records:
            raise RulesError(_unknown(name, profile))
        if wrong := misfit(records[name], value):
            raise RulesError(f"The house rule {name} {wrong}.")
    settled = {name: _fixed(value) for name, value in house_rules.items()}
    values = {**_plain(profile)._values, **settled}
    return _interned(Rules(profile, frozen(settled), frozen(values), _key(profile, settled)))


def load_fitting(house_rules: Mapping[str, Any]) -> Rules:
    """The standard profile with those house rules laid over it that fit; the others are left out. Never raises.

    >>> load_fitting({"time.gear_7": 5, "hillclimb.tries": 2}).number("hillclimb.tries")
    2
    """
    records = _records("standard")
    return load(
        house_rules={
            name: value
            for name, value in _of_today(house_rules).items()
            if name in records and not misfit(records[name], value)
        }
    )


def _of_today(house_rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """House rules under the names of today."""
    if not any(name in PARTED for name in house_rules):
        return house_rules
    parted = {new: house_rules[name] for name, those in PARTED.items() if name in house_rules for new in those}
    return {**parted, **{name: value for name, value in house_rules.items() if name not in PARTED}}


def names(profile: str = "standard") -> tuple[str, ...]:
    """The names of all rules of a profile."""
    return tuple(_records(profile))


def record(name: str, profile: str = "standard") -> Mapping[str, Any]:
    """The profile's record of a rule: value, source, sure, where, note, and what values are allowed."""
    records = _records(profile)
    if name not in records:
        raise RulesError(_unknown(name, profile))
    return records[name]


def misfit(facts: Mapping[str, Any], value: object) -> str:
    """Why a value does not fit a rule's record, as the end of a sentence; empty when it fits.

    >>> misfit(record("time.gear_6"), "fast")
    "must be a whole number, not 'fast'"
    """
    wanted = type(facts["value"])
    if isinstance(value, tuple):
        value = list(value)
    if type(value) is not wanted:
        return f"must be {_WORDS[wanted]}, not {_short(value)}"
    if isinstance(value, int) and not isinstance(value, bool):
        low, high = facts.get("minimum", value), facts.get("maximum", value)
        if not low <= value <= high:
            return f"must lie from {low} to {high}, not {_short(value)}"
    choices = facts.get("choices", ())
    if isinstance(value, str) and value not in choices:
        return f"must be one of {', '.join(choices)}, not {_short(value)}"
    if isinstance(value, list) and (strange := [item for item in value if item not in choices]):
        return f"may list {', '.join(choices)}, not {_short(strange[0])}"
    return ""


def _fixed(value: Any) -> Any:
    """Lists as tuples, so that nobody can change a rule in place."""
    return tuple(value) if isinstance(value, list) else value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _unknown(name: str, profile: str) -> str:
    hint = meant(alike(name, _records(profile), most=1))
    return f"There is no rule {_short(name)} in the profile {profile!r}. {hint}".rstrip()


@cache
def _records(profile: str) -> Mapping[str, Mapping[str, Any]]:
    known = catalog.rules_profiles()
    if profile not in known:
        raise RulesError(f"There is no rules profile {_short(profile)}; there is {', '.join(known)}.")
    records: Mapping[str, Mapping[str, Any]] = catalog.rules_profile(profile)["values"]
    return records


@cache
def _plain(profile: str) -> Rules:
    values = {name: _fixed(facts["value"]) for name, facts in _records(profile).items()}
    return Rules(profile, NO_EXTRA, frozen(values), _key(profile, {}))


def _key(profile: str, overrides: Mapping[str, Any]) -> tuple[str, frozenset[tuple[str, str]]]:
    return profile, frozenset((name, repr(value)) for name, value in overrides.items())


@lru_cache(maxsize=256)
def _interned(rules: Rules) -> Rules:
    return rules

"""Single random changes of official stages are noticed where they are, or harmless; fixes make no other error.

The whole thousand: python -m tools.mutation_test.
"""

from __future__ import annotations

from contextlib import suppress

import pytest

from designer.design.values import EditError
from designer.validation import validate
from designer.validation.fixing import errors, fix_all
from tests.validation.mutations import KINDS, judge, mutations, official

SAMPLE = list(mutations(102, seed=5))


def test_unchanged_stages_with_their_boards_have_no_error() -> None:
    assert [str(finding) for design in official() for finding in validate(design) if finding.counts] == []


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_a_change_is_noticed_where_it_is_or_harmless(kind: int) -> None:
    verdicts = [judge(mutation) for mutation in SAMPLE[kind :: len(KINDS)]]
    assert [str(verdict) for verdict in verdicts if verdict.outcome == "missed"] == []
    assert any(verdict.outcome == "noticed" for verdict in verdicts)


@pytest.mark.parametrize("part", range(6))
def test_no_fix_of_a_changed_stage_makes_another_error(part: int) -> None:
    """Every fix, safe or not; an error that was there before may stay."""
    tried = 0
    for mutation in SAMPLE[part::6]:
        before = validate(mutation.design)
        for finding in before:
            for fix in finding.fixes:
                after = errors(validate(fix.apply(mutation.design))) - errors(before)
                assert not after, (mutation.words, fix.name, after)
                tried += 1
    assert tried or part in (KINDS.index("slot"), KINDS.index("move"))


def test_safe_fixes_mend_most_of_what_a_removed_or_turned_tile_breaks() -> None:
    mended = broken = 0
    for mutation in SAMPLE:
        before = errors(validate(mutation.design))
        if not before or mutation.words.split(": ")[1].split()[0] not in ("remove", "rotate"):
            continue
        broken += 1
        fixed = fix_all(mutation.design)
        left = errors(validate(fixed.design))
        assert not left - before, mutation.words
        mended += not left
    assert mended > broken * 0.8


def test_fixes_of_another_design_change_something_or_refuse() -> None:
    """A fix that is kept and used later, on a design that went on, raises EditError at worst."""
    (one, other) = (mutation.design for mutation in SAMPLE[:2])
    for finding in validate(one):
        for fix in finding.fixes:
            with suppress(EditError):
                assert fix.apply(other).name == other.name

"""The command that referees events by chance, on a few of them; the whole amounts are run by hand (docs/play.md)."""

from __future__ import annotations

import pytest

from designer.validation import validate
from tests.simulator import refereed, refereed_races


@pytest.mark.parametrize("name", refereed_races.CIRCUITS)
def test_the_circuits_have_no_finding_that_forbids_a_race(name: str) -> None:
    found = validate(refereed_races.stage(name))
    assert not [finding.message for finding in found if finding.severity in ("error", "warning")]


def test_a_few_races_and_rallies_are_refereed_without_a_breach(capsys: pytest.CaptureFixture[str]) -> None:
    assert refereed.main(["--races", "2", "--rallies", "1", "--workers", "1"]) == 0, capsys.readouterr().out
    assert "races: 2 refereed without a breach in" in capsys.readouterr().out


def test_a_breach_is_told_with_its_seed_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(refereed.KINDS, "races", lambda seed: 1 // (seed - seed))
    assert refereed.main(["--races", "1", "--first", "7", "--workers", "1"]) == 1
    assert "in number 7: ZeroDivisionError" in capsys.readouterr().out

"""The crest command: results on standard output, messages on standard error, exit codes, never a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from designer import __version__, cli, schemas
from designer.cli import checks
from designer.formats import native
from designer.resources import folder
from designer.validation.codes import CODES

CLIMB = str(folder("exports") / "stages" / "climb-1.json")
CASES = Path(__file__).parent.parent / "validation" / "cases"
BROKEN = str(CASES / "STG006-bad.json")
CUT = str(CASES / "DOC001-bad.json")
ROOT = Path(__file__).resolve().parent.parent.parent
CREST = [sys.executable, "-m", "designer"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}


def crest(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a user runs it."""
    return subprocess.run([*CREST, *words], capture_output=True, text=True, env=ENVIRONMENT, timeout=120, check=False)


# validate -------------------------------------------------------------------------------------------------------


def test_a_clean_design_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", CLIMB]) == 0
    assert capsys.readouterr().out == f"{CLIMB}: Climb 1\n  no findings\n"


def test_findings_are_told_with_place_rule_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", BROKEN]) == 1
    out = capsys.readouterr().out
    assert "STG006 error, tile 410a at 1,0 edge B" in out
    assert "Put a tile with a road at 1,1" in out
    assert "Rule: DIRT base game, Building a stage (public)." in out
    assert out.endswith("  1 error\n")


def test_several_files_have_a_block_each_and_the_worst_code_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", CLIMB, BROKEN]) == 1
    assert cli.main(["validate", CLIMB, CUT, BROKEN]) == 2
    out = capsys.readouterr().out
    assert out.count("no findings") == 2
    assert "DOC001 error" in out


def test_json_fits_the_published_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", "--format", "json", BROKEN]) == 1
    one = json.loads(capsys.readouterr().out)
    assert schemas.problems(one, "findings-report") == []
    assert one["counts"] == {"error": 1, "warning": 0, "advice": 0, "waived": 0}
    assert cli.main(["validate", "--format", "json", BROKEN, CUT]) == 2
    both = json.loads(capsys.readouterr().out)
    assert [schemas.problems(each, "findings-report") for each in both] == [[], []]
    assert [each["file"] for each in both] == [BROKEN, CUT]


def test_select_and_ignore(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", BROKEN, "--select", "tok,BRD"]) == 0
    assert cli.main(["validate", BROKEN, "--ignore", "STG006"]) == 0
    assert cli.main(["validate", CUT, "--ignore", "DOC"]) == 2  # an unusable file is never passed over
    assert cli.main(["validate", BROKEN, "--select", "NOPE"]) == 2
    assert "there is no code NOPE" in capsys.readouterr().err


# simulate -------------------------------------------------------------------------------------------------------


def test_simulation_reports_and_tells_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", CLIMB, "--runs", "3", "--log"]) == 0
    out = capsys.readouterr().out
    assert "finished  3 of 3" in out
    assert "\nRun 1\nTurn 1" in out


def test_simulation_json_fits_the_schema_and_the_seed_settles_it(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*more: str) -> dict[str, Any]:
        assert cli.main(["simulate", CLIMB, "--runs", "4", "--seed", "7", "--format", "json", "--log", *more]) == 0
        data: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert schemas.problems(data, "simulation-report") == []
        return data

    assert run() == run() == run("--workers", "2")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--car", "r6-gravl"], "r6-gravel"),
        (["--car", ""], "There is no car"),
        (["--policy", "sensibel"], "sensible"),
        (["--runs", "0"], "0 is out of range: 1 to 100000"),
        (["--runs", "-3"], "-3 is out of range"),
        (["--runs", "9" * 30], "out of range"),
        (["--runs", "9" * 9000], "is not a whole number"),
        (["--runs", "many"], "'many' is not a whole number"),
        (["--seed", "-1"], "out of range"),
        (["--workers", "0"], "out of range"),
        (["--format", "xml"], "there is no --format xml; there are text, json"),
    ],
)
def test_bad_simulation_options(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", CLIMB, *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err


def test_what_cannot_be_driven_is_a_finding_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", str(CASES / "STG009-bad.json")]) == 1
    assert "nothing can be driven: There is no finish" in capsys.readouterr().err
    assert cli.main(["simulate", str(CASES / "BRD001-good.json")]) == 2
    assert "has no stage to drive" in capsys.readouterr().err


# export ---------------------------------------------------------------------------------------------------------


def test_export_writes_the_canonical_form(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["export", CLIMB]) == 0
    assert native.parse(capfd.readouterr().out) == native.load(CLIMB)
    target = tmp_path / "deep" / "copy.json"
    assert cli.main(["export", CLIMB, "-o", str(target), "--format", "json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["bytes"] == target.stat().st_size
    assert native.load(target) == native.load(CLIMB)
    target = tmp_path / "deep" / "copy.txt"
    assert cli.main(["export", CLIMB, "--to", "text", "-o", str(target)]) == 0
    shown = capfd.readouterr()
    assert shown.out == ""
    assert f"wrote {target}" in shown.err
    assert target.read_text().startswith("Climb 1 by Roger BW")


def test_export_to_a_place_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["export", CLIMB, "-o", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert cli.main(["export", CLIMB, "-o", str(tmp_path / "file" / "copy.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert cli.main(["export", CUT, "-o", str(tmp_path / "copy.json")]) == 2
    assert not (tmp_path / "copy.json").exists()


# explain, help, version -----------------------------------------------------------------------------------------


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", "stg006"]) == 0
    assert "An open end of road" in capsys.readouterr().out
    assert cli.main(["explain"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(CODES)
    assert cli.main(["explain", "STG006", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["code"] == "STG006"
    assert cli.main(["explain", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(CODES)
    assert cli.main(["explain", "STG0006"]) == 2
    assert "did you mean STG006" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], *([name] for name in cli.COMMANDS)], ids=str)
def test_every_command_has_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*words, "--help"]) == 0
    out = capsys.readouterr().out
    assert "exit codes:" in out
    assert "usage: crest" in out


def test_version_and_unknown_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"crest {__version__}\n"
    assert cli.main(["vlidate", CLIMB]) == 2
    assert "vlidate" in capsys.readouterr().err
    assert cli.main(["validate"]) == 2
    assert cli.main(["missing.json"]) == 2
    assert "missing.json: There is no such file." in capsys.readouterr().err


@pytest.mark.parametrize(("words", "shown"), [([], None), (["open"], None), (["open", CLIMB], CLIMB), ([CLIMB], CLIMB)])
def test_without_a_command_the_window_opens(
    words: list[str], shown: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path | None] = []

    def run(path: Path | None) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr("designer.ui.app.run", run)
    assert cli.main(words) == 0
    assert opened == [None if shown is None else Path(shown)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", CLIMB, "--cars", "r6-gravel"], "there is no option --cars (did you mean --car?)"),
        (["simulate", CLIMB, "--sed=3"], "there is no option --sed (did you mean --seed?)"),
        (["validat", CLIMB], "(did you mean validate?)"),
        (["list", "car"], "(did you mean cars?)"),
        (["fix", CLIMB, "more"], "more is a word too many"),
        (
            ["export", CLIMB, "--to", "htm"],
            "there is no --to htm (did you mean html?); there are json, text, html, png",
        ),
        (["list", "nonsense"], "there is no list of nonsense; there are cars, drivers"),
        (["dance"], "there is no command dance; there are open, validate"),
        (["validate", CLIMB, "--cars"], "there is no option --cars here; --car is one of simulate, compare, report"),
        (["--runz"], "there is no option --runz here; --runs is one of simulate, compare, race, report"),
        (["validate", CLIMB, "--frobnicate"], "there is no option --frobnicate\n"),
        (["validate", CLIMB, "--select", "STX"], "--select: there is no code STX (did you mean STG or SET?)"),
        (["simulate", CLIMB, "--car", "r6"], "Did you mean r6-gravel or r6-asphalt or r6-snow?"),
        (["simulate", CLIMB, "--car", "zzz"], "There are r6-gravel, r6-asphalt"),
        (["race", CLIMB, "--driver", "Red:r66"], "Did you mean r6"),
        (["race", CLIMB, "--driver", "Red:zzz"], "gt4-soft, r6, r5, r4, rx"),
        (["simulate", CLIMB, "--runs"], "--runs: a value is missing"),
        (["list"], "missing: WHAT"),
        (
            ["compare", "--stage", CLIMB, "--car", "r6-gravel"],
            "r6-gravel is the car that fits the stage, so name another",
        ),
        (["validate", ""], "the name of a file is empty"),
        ([""], "the name of a file is empty"),
    ],
)
def test_slips_of_the_pen_are_met_with_what_was_meant(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    assert message in capsys.readouterr().err


# bad files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["--car", "zzz"],
        ["--policy", "sensibel"],
    ],
)
def test_a_report_with_a_slip_in_a_name_writes_nothing(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["report", CLIMB, "-o", str(tmp_path / "out"), *words]) == 2
    assert f"There is no {words[0].replace('--policy', 'driver').replace('--', '')}" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    (tmp_path / "file").write_text("")
    assert cli.main(["report", CLIMB, "-o", str(tmp_path / "file")]) == 2
    assert "it is a file; name a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["validate", CLIMB, "--format", "json"], "a report that 'crest validate' wrote"),
        (["simulate", CLIMB, "--runs", "1", "--format", "json"], "a report that 'crest simulate' wrote"),
        (["race", CLIMB, "--runs", "1", "--format", "json"], "a report that 'crest race' wrote"),
        (["simulate", CLIMB, "--runs", "1", "--save"], "the log of a run; 'crest replay' tells it"),
        (["race", CLIMB, "--runs", "1", "--save"], "the log of a race; 'crest replay' tells it"),
    ],
)
def test_a_file_of_another_kind_is_known_for_what_it_is(
    words: list[str], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.json"
    assert cli.main([*words, str(path)] if words[-1] == "--save" else words) == 0
    if words[-1] != "--save":
        path.write_text(capsys.readouterr().out)
    capsys.readouterr()
    for command in ("simulate", "race", "fix", "export", "open"):
        assert cli.main([command, str(path)]) == 2
        assert capsys.readouterr().err == f"crest: {path} is no design but {kind}\n"


def bad_files(folder_: Path) -> dict[str, Path]:
    head = '{"format": "crest-design", "version": 1'
    texts = {
        "empty": "",
        "cut": head + ', "name": "x',
        "types": head + ', "stage": {"tiles": [{"tile": 3, "q": "1"}]}}',
        "version": '{"format": "crest-design", "version": 99}',
        "other": '{"hello": "world"}',
        "nan": head + ', "event": {"kind": "stage", "laps": NaN}}',
        "twice": head + ', "name": "a", "name": "b"}',
        "deep": "[" * 200_000,
        "surrogate": head + ', "name": "\\ud800"}',
        "escape": head + ', "\\u001b[2J": 1, "name": 3}',
    }
    paths = {}
    for name, text in texts.items():
        paths[name] = folder_ / f"{name}.json"
        paths[name].write_text(text, encoding="utf-8")
    paths["binary"] = folder_ / "binary.json"
    paths["binary"].write_bytes(bytes(range(256)))
    paths["large"] = folder_ / "large.json"
    with paths["large"].open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    paths["folder"] = folder_ / "folder.json"
    paths["folder"].mkdir()
    paths["missing"] = folder_ / "missing.json"
    return paths


@pytest.mark.parametrize("command", ["validate", "simulate", "export", "open"])
def test_bad_files_are_refused_in_words(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, path in bad_files(tmp_path).items():
        assert cli.main([command, str(path)]) == 2, name
        shown = capsys.readouterr()
        said = shown.out + shown.err
        assert str(path) in said
        assert "Traceback" not in said
        assert "unexpected" not in said
        assert "\x1b" not in said


def test_bad_files_in_a_process_of_its_own(tmp_path: Path) -> None:
    done = crest("validate", *(str(path) for path in bad_files(tmp_path).values()))
    assert done.returncode == 2
    assert done.stdout.count("DOC00") >= 14
    assert "Traceback" not in done.stdout + done.stderr


def test_byte_order_mark_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_bytes(b"\xef\xbb\xbf" + Path(CLIMB).read_bytes())
    assert cli.main(["validate", str(path)]) == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "secret.json"
    path.write_text("{}")
    path.chmod(0)
    assert cli.main(["validate", str(path)]) == 2
    assert "permission denied" in capsys.readouterr().out


# the process ----------------------------------------------------------------------------------------------------


def test_the_command_does_not_load_qt() -> None:
    code = f"import sys; from designer.cli import main; main(['validate', {CLIMB!r}]); print('PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["vlidate", "x"]])
def test_help_and_slips_import_nothing_heavy(words: list[str]) -> None:
    code = (
        f"import sys, designer.cli; designer.cli.main({words!r}); "
        "print([name for name in ('networkx', 'jsonschema', 'numpy', 'PySide6') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
def test_reader_that_goes_away_sees_no_traceback() -> None:
    process = subprocess.Popen(
        [*CREST, "validate", *[CLIMB] * 300], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=60) == 141
    assert said == ""


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", CLIMB, "--runs", "100000"],
        # Workers tell of an eighth of a batch at a time, of 500 runs at most: of a smaller batch sooner.
        ["simulate", CLIMB, "--workers", "2", "--runs", "320"],
        ["race", CLIMB, "--workers", "2", "--runs", "160"],
    ],
)
def test_ctrl_c_stops_at_once_without_traceback(words: list[str]) -> None:
    runs = words[-1]
    ours, theirs = os.openpty()  # on a terminal the command tells how far it is
    process = subprocess.Popen(
        [*CREST, *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    os.close(theirs)
    said = os.read(ours, 1000)  # the batch has begun
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers are told too
    out, _ = process.communicate(timeout=60)
    with contextlib.suppress(OSError):  # how a terminal ends on Linux
        while more := os.read(ours, 1000):
            said += more
    os.close(ours)
    assert process.returncode == 130
    assert out == b""
    progress, _, last = said.decode().replace("\r\n", "\n").rpartition("crest: stopped\n")
    assert last == ""
    assert re.fullmatch(rf"(\s*\d+ of {runs} (runs|races))+\s*", progress)
    assert f"{runs} of {runs}" not in progress, "it was broken off, not finished"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_output_that_cannot_be_written_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*CREST, "list", "tiles"], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (
        2,
        "crest: the output cannot be read or written: No space left on device\n",
    )


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_a_closed_output_is_no_surprise() -> None:
    line = f"{sys.executable} -m designer list cars >&-"
    done = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, env=ENVIRONMENT, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_text_that_a_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "name.json"
    path.write_text('{"format": "crest-design", "version": 1, "name": "Été \\u001b[31m"}', encoding="utf-8")
    done = subprocess.run(
        [*CREST, "validate", str(path)],
        capture_output=True,
        env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0
    assert b"\\xc9t\\xe9 ?[31m" in done.stdout


def test_what_is_unexpected_is_still_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the moon is full")

    monkeypatch.setattr(checks, "validate", fail)
    assert cli.main(["validate", CLIMB]) == 2
    assert capsys.readouterr().err == "crest: unexpected problem, please report it: RuntimeError: the moon is full\n"


# terms and contents ---------------------------------------------------------------------------------------------


def test_words_of_climbers_are_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["terms", "Elvis", "leg"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("elvis leg: ")
    assert "Glossary of Climbing Terms (seed)" in out
    assert cli.main(["terms", "dyno", "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["term"] == "dyno"
    assert found["source"] == "seed"
    assert cli.main(["terms"]) == 0
    assert len(re.findall(r"^[a-z ]+: ", capsys.readouterr().out, re.MULTILINE)) >= 12
    assert cli.main(["terms", "carabinner"]) == 2
    assert "did you mean carabiner?" in capsys.readouterr().err


def test_what_the_boxes_print_is_listed_with_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "contents"]) == 0
    out = capsys.readouterr().out
    for words in (
        "18 try tokens (three for each of six colours) [seed: Climb, Components]",
        "96 second tokens [seed: 110%, Components]",
        "6 spare tyre cards [public: Synapses Games",
        "1 to 6 players, 45 to 60 minutes, of 2021 [seed: RX, General Info]",
        "2 to 6 players [seed: Race for the Summit, Set-up]",
    ):
        assert words in out
    assert cli.main(["list", "boxes"]) == 0
    assert "DIRT core box, 32 tiles, 1 to 6 players, from 14 years" in capsys.readouterr().out

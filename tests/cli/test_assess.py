"""`foldwise assess`."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from foldwise.api import assess
from foldwise.cli import program
from foldwise.data import sample
from foldwise.predictions import Predictions
from tests.cli.running import AUTO, CANCER, IRIS, QUICK, foldwise, process
from tests.data.files.workbooks import cell, row, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_report_is_that_of_the_verb() -> None:
    result = foldwise("assess", IRIS, "--target", "species", "--model", "lda", "--no-store")
    same = assess("lda", sample("iris"))
    assert result.exit_code == 0
    assert result.stderr == ""
    report, _, times = result.stdout.partition("\n\n     time per fit")
    assert report.split("\n")[1:] == str(same).split("\n")[1:]
    assert sorted(line.split()[0] for line in times.strip().split("\n")[1:]) == ["baseline", "lda", "with"]


def test_names_may_be_given_one_by_one_or_with_commas() -> None:
    given = foldwise(*QUICK, "--model", "tree,knn", "--measure", "error,kappa", "--measure", "auc", "--json")
    rows = json.loads(given.stdout)["rows"]
    assert list(dict.fromkeys(row["model"] for row in rows)) == ["lda", "tree", "knn", "baseline"]
    assert list(dict.fromkeys(row["measure"] for row in rows)) == ["error", "kappa", "auc"]


def test_a_model_of_the_users_own_is_named_by_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "fwcli_nets.py").write_text(
        "from sklearn.svm import SVC\nprint('hello')\ndef small(): return SVC(C=2)\n"
    )
    given = foldwise(*QUICK, "--model", "fwcli_nets:small", "--model", "./fwcli_nets.py:SVC", "--json")
    assert given.stderr == "hello\n"
    rows = json.loads(given.stdout)["rows"]
    assert list(dict.fromkeys(row["model"] for row in rows)) == ["lda", "small", "SVC", "baseline"]


def test_rows_are_piped_in_and_those_without_a_target_left_out() -> None:
    rows = "age,ill\n" + "".join(f"{at % 9},{('yes', 'no', '')[at % 3]}\n" for at in range(60))
    given = CliRunner().invoke(
        program, ["assess", "-", *QUICK[4:], "-t", "ill", "--drop-missing-target", "--json"], rows
    )
    document = json.loads(given.stdout)["dataset"]
    assert (document["name"], document["rows"], document["dropped_rows"]) == ("standard input", 40, 20)
    lines = "".join(f'{{"age": {at % 9}, "ill": {at % 2}}}\n' for at in range(40))
    again = CliRunner().invoke(
        program, ["assess", "-", *QUICK[4:], "-t", "ill", "--file-format", "jsonl", "--json"], lines
    )
    assert json.loads(again.stdout)["dataset"]["rows"] == 40


def test_a_sheet_of_an_excel_file_is_read(tmp_path: Path) -> None:
    names = row(1, '<c t="str"><v>age</v></c>', '<c t="str"><v>ill</v></c>')
    lines = "".join(row(at, cell(f"A{at}", at % 7), cell(f"B{at}", at % 2)) for at in range(2, 42))
    write(tmp_path / "rows.xlsx", {"people": names + lines, "more": names})
    given = foldwise("assess", "rows.xlsx", *QUICK[4:], "-t", "ill", "--sheet", "people", "--json")
    assert json.loads(given.stdout)["dataset"]["rows"] == 40


def test_segments_have_their_figures() -> None:
    given = foldwise(
        *("assess", AUTO, "-t", "mpg", "-m", "ridge", "-p", "kfold(5)", "--no-store", "--measure", "mae"),
        "--segment",
        "origin",
    )
    assert "segment (mae)" in given.stdout
    assert "segments origin (3)" in given.stdout
    told = foldwise(
        "compare",
        AUTO,
        "-t",
        "mpg",
        "-m",
        "ridge,knn",
        "-p",
        "holdout(1/2)",
        "--no-store",
        "--segment",
        "origin",
        "--json",
    )
    document = json.loads(told.stdout)
    assert {row["segment"] for row in document["segments"]} == {"europe", "japan", "usa"}
    assert {row["segment"] for row in document["segment_pairs"]} == {"europe", "japan", "usa"}


def test_json_is_one_document_and_nothing_else() -> None:
    document = json.loads(foldwise(*QUICK, "--json").stdout)
    assert (document["schema_version"], document["verb"], document["plan"]) == (1, "assess", "kfold(5)")
    assert {"model", "measure", "value", "low", "high", "level", "method", "plan", "fits"} <= set(document["rows"][0])


def test_without_a_model_a_few_kinds_are_tried() -> None:
    given = foldwise("assess", IRIS, "--target", "species", "--plan", "holdout(1/3)", "--no-store", "--json")
    assert [row["model"] for row in json.loads(given.stdout)["rows"] if row["measure"] == "error"] == [
        "logistic",
        "knn",
        "random-forest",
        "baseline",
    ]


def test_every_option_reaches_its_place() -> None:
    given = foldwise(
        *("assess", AUTO, "-t", "mpg", "-m", "linear", "-p", "kfold(5)", "--no-store", "--no-baseline"),
        *("--drop", "horsepower", "--role", "cylinders=categorical", "--seed", "7", "--level", "0.9"),
        *("--interval", "corrected-t", "--engine", "generic", "--jobs", "1", "--measure", "mae", "--json"),
    )
    document = json.loads(given.stdout)
    (row,) = document["rows"]
    assert (row["model"], row["measure"], row["level"], row["method"]) == ("linear", "mae", 0.9, "corrected-t")
    assert (document["seed"], document["baseline"], document["engines"]) == (7, "", {"linear": "generic"})


def test_costs_an_estimate_and_a_width_reach_their_place() -> None:
    given = foldwise(
        *("assess", CANCER, "-t", "class", "-m", "gaussian-nb", "-p", "kfold(10)", "--no-store", "--json"),
        *("--costs", "0,1;5,0", "--measure", "cost", "--estimate", "fold-mean", "--until", "0.2", "--budget", "50"),
    )
    document = json.loads(given.stdout)
    row = document["rows"][0]
    assert (row["measure"], row["estimate"], row["plan"]) == ("cost", "fold-mean", "kfold(10, repeats=5)")
    assert any(note.startswith("until 0.2: reached") for note in document["notes"])


def test_the_data_are_read_as_asked(tmp_path: Path) -> None:
    rows = "\n".join(f"{at % 7};{'n/k' if at % 5 else at};g{at % 4};{at % 2};{1 + at % 3}" for at in range(48))
    (tmp_path / "rows.txt").write_text(f"a;b;who;y;w\n{rows}\n")
    given = foldwise(
        *("assess", "rows.txt", "-t", "y", "-m", "tree", "--no-store", "--delimiter", ";", "--missing", "n/k"),
        *("--groups", "who", "--weights", "w", "--feature", "a", "--feature", "b", "--positive", "0"),
    )
    assert given.exit_code == 0, given.stderr
    assert "groups who (4) · weighted by w" in given.stdout
    assert "read as missing: 'n/k' in b" in given.stdout
    assert "leave-group-out" in given.stdout


def test_predictions_are_saved(tmp_path: Path) -> None:
    assert foldwise(*QUICK, "--save", "out.npz").exit_code == 0
    assert Predictions.load(tmp_path / "out.npz").models == ("lda", "baseline")
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.npz"]


def test_finished_fits_are_kept_beside_the_work(tmp_path: Path) -> None:
    again = [argument for argument in QUICK if argument != "--no-store"] + ["--model", "svm"]
    first, second = foldwise(*again), foldwise(*again)
    assert "saved in .foldwise/store.db" in first.stdout
    told, kept = (one.stdout.partition("time per fit") for one in (first, second))
    assert told[0] == kept[0]
    assert ("svm" in told[2], "svm" in kept[2]) == (True, False)
    with sqlite3.connect(tmp_path / ".foldwise" / "store.db") as connection:
        assert connection.execute("SELECT count(*) FROM fits").fetchone()[0] >= 5


def test_a_store_may_be_elsewhere(tmp_path: Path) -> None:
    again = [argument for argument in QUICK if argument != "--no-store"]
    assert foldwise(*again, "--store", "fits.db").exit_code == 0
    assert (tmp_path / "fits.db").exists()
    assert not (tmp_path / ".foldwise").exists()


def test_a_default_store_that_cannot_be_used_is_left_alone_with_a_note(tmp_path: Path) -> None:
    (tmp_path / ".foldwise").mkdir()
    (tmp_path / ".foldwise" / "store.db").write_text("no database, and long enough to be read as one" * 50)
    again = [argument for argument in QUICK if argument != "--no-store"]
    given = foldwise(*again)
    assert given.exit_code == 0
    assert "note: the store '.foldwise/store.db' cannot be used: file is not a database, so finished" in given.stderr
    assert foldwise(*again, "--store", ".foldwise/store.db").exit_code == 3


def test_a_gate_passes_when_the_whole_interval_is_on_the_right_side() -> None:
    given = foldwise(*QUICK, "--fail-if", "error > 0.5", "--fail-if", "auc < 0.9")
    assert (given.exit_code, given.stderr) == (0, "")


def test_a_gate_trips_on_the_end_of_the_interval_not_on_the_estimate() -> None:
    given = foldwise(*QUICK, "--fail-if", "error > 0.021", "--json")
    document = json.loads(given.stdout)
    row = document["rows"][0]
    assert row["value"] < 0.021 < row["high"]
    assert given.exit_code == 5
    assert re.fullmatch(r"gate: error > 0\.021 cannot be ruled out for lda: 0\.020 \[.*\]\n", given.stderr)
    assert document["gates"] == [{"condition": "error > 0.021", "tripped_by": ["lda"]}]


def test_failed_fits_are_listed_and_told_by_the_exit_code(tmp_path: Path) -> None:
    """A class of two rows has one in some training sets, and quadratic discriminants need two."""
    rows = "\n".join(f"{at % 7},{at % 5},{'rare' if at in (3, 40) else 'ab'[at % 2]}" for at in range(60))
    (tmp_path / "rows.csv").write_text(f"x,z,y\n{rows}\n")
    asked = ("assess", "rows.csv", "-t", "y", "-m", "qda", "-p", "kfold(5)", "--no-store", "--measure", "error")
    stopped, listed = foldwise(*asked), foldwise(*asked, "--on-failure", "record")
    assert stopped.exit_code == 3
    assert "error: model 'qda' failed on resample" in stopped.stderr
    assert "try --on-failure record to go on without the fits that fail" in stopped.stderr
    assert listed.exit_code == 4
    assert re.search(r"\d of 5 fits of 'qda' failed; the first, resample \d: ValueError", listed.stdout)


def test_notes_are_told_once_on_stderr_and_can_be_hushed(tmp_path: Path) -> None:
    rows = "\n".join(f"{at % 7},{at % 2 if at < 58 else 2}" for at in range(60))
    (tmp_path / "rows.csv").write_text(f"{rows}\n")
    asked = ("assess", "rows.csv", "-t", "x1", "-m", "tree", "-p", "kfold(5)", "--task", "classification", "--no-store")
    loud, quiet = foldwise(*asked), foldwise(*asked, "--quiet")
    assert loud.stderr.count("note: 'rows.csv' has no line of column names") == 1
    assert loud.stdout.count("some of the 5 parts test no row of class '2' (2 rows)") == 1
    assert quiet.stderr == ""
    assert quiet.stdout.partition("time per fit")[0] == loud.stdout.partition("time per fit")[0]


def test_a_process_prints_80_columns_of_plain_ascii_into_a_pipe_that_takes_no_more() -> None:
    done = process(*QUICK, COLUMNS="200", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert max(len(line) for line in done.stdout.split("\n")) <= 80
    assert done.stdout.isascii()
    assert re.search(r"\|-*o-*\|?", done.stdout)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    arguments = (
        "assess",
        CANCER,
        "-t",
        "class",
        "-m",
        "hist-gradient-boosting",
        "-p",
        "kfold(10, repeats=50)",
        "--jobs",
        "1",
    )
    first, second = (interrupt(tmp_path, *arguments) for _ in range(2))
    assert 0 < first < second < 1000


def interrupt(folder: Path, *arguments: str) -> int:
    """Press Ctrl-C once the store has more fits than before; give the number of fits it told."""
    store = folder / ".foldwise" / "store.db"
    before = kept(store)
    command = [sys.executable, "-m", "foldwise", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder) as running:
        deadline = time.monotonic() + 200
        while kept(store) <= before and time.monotonic() < deadline:
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, said = running.communicate(timeout=200)
    assert running.returncode == 130, said
    assert out == "" or "kfold(10" in out  # the repeats that are complete, if any
    told = re.search(r"^Stopped after (\d+) of 1,000 fits, nothing lost. The same command continues\.$", said, re.M)
    assert told is not None, said
    return int(told[1])


def kept(store: Path) -> int:
    if not store.exists():
        return 0
    try:
        with sqlite3.connect(store) as connection:
            return int(connection.execute("SELECT count(*) FROM fits").fetchone()[0])
    except sqlite3.OperationalError:  # the table is being made
        return 0


def test_costs_are_typed_by_their_mistakes_and_labels_chosen_by_them() -> None:
    given = foldwise(
        *("assess", CANCER, "-t", "class", "-m", "gaussian-nb", "-p", "kfold(5)", "--no-store", "--json"),
        *(
            "--positive",
            "malignant",
            "--cost",
            "fn=10,fp=1,reject=0.1",
            "--decide",
            "cost",
            "--measure",
            "cost,coverage",
        ),
    )
    rows = {(row["model"], row["measure"]): row["value"] for row in json.loads(given.stdout)["rows"]}
    assert rows["gaussian-nb", "coverage"] < 1
    assert rows["gaussian-nb", "cost"] < rows["baseline", "cost"]
    assert ("gaussian-nb", "selective-error") in rows

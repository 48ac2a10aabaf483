"""The ledger: appended to only, chained, and whole after a crash."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import numpy as np
import pytest

from foldwise.data.ledger import Ledger, replace_file
from foldwise.errors import InputError, SealError

HALF = np.repeat([1.0, 0.0], 20)
WORSE = np.repeat([1.0, 0.0], [30, 10])
BETTER = np.repeat([1.0, 0.0], [5, 35])


@pytest.fixture
def ledger(tmp_path):
    return Ledger.begin(tmp_path / "rows.ledger", "seal", 40)


def look(ledger, losses, model="m", loss="zero_one_loss"):
    return ledger.answer(losses, model=model, predictions="hash", loss=loss)


def test_the_first_look_is_exact_and_the_others_go_through_the_ladder(ledger):
    answers = [look(ledger, losses, model) for model, losses in [("a", HALF), ("b", WORSE), ("c", BETTER)]]
    assert [entry.score for entry, _ in answers] == [0.5, 0.5, 0.125]
    assert [entry.mechanism for entry, _ in answers] == ["exact", "ladder", "ladder"]
    assert [best for _, best in answers] == [None, 0.5, 0.5]


def test_a_line_says_who_looked_when_and_what_was_answered(ledger):
    look(ledger, HALF, "forest")
    first, second = map(json.loads, ledger.path.read_text().splitlines())
    about = {"sealed": "seal", "whole": "", "source": "", "rows": 40}
    assert first == {"date": first["date"], "name": first["name"], **about, "previous": ""}
    assert len(first["name"]) == 16
    assert {key: second[key] for key in ("look", "model", "predictions", "loss", "score", "mechanism", "rows")} == {
        "look": 1,
        "model": "forest",
        "predictions": "hash",
        "loss": "zero_one_loss",
        "score": 0.5,
        "mechanism": "exact",
        "rows": 40,
    }
    assert datetime.fromisoformat(second["date"]).tzinfo == UTC


def test_the_score_of_a_worse_model_is_written_nowhere(ledger):
    look(ledger, HALF)
    look(ledger, WORSE)
    assert "0.75" not in ledger.path.read_text()
    with np.load(ledger.best_path) as kept:
        assert kept["losses"].mean() == 0.5


def test_the_private_file_is_for_the_owner_only(ledger):
    look(ledger, HALF)
    assert ledger.best_path.stat().st_mode & 0o077 == 0


def test_another_process_goes_on_counting(ledger):
    look(ledger, HALF)
    again = Ledger.begin(ledger.path, "seal", 40)
    assert look(again, BETTER)[0].look == 2
    assert [entry.look for entry in again.entries()] == [1, 2]


def test_looks_at_the_same_time_wait_for_each_other(ledger):
    with ThreadPoolExecutor(8) as pool:
        entries = [entry for entry, _ in pool.map(lambda at: look(ledger, HALF, f"m{at}"), range(24))]
    assert sorted(entry.look for entry in entries) == list(range(1, 25))
    assert len(ledger.entries()) == 24


@pytest.mark.parametrize("left", ["", '{"date": "20'])
def test_a_crash_before_the_line_is_mended_at_the_next_look(ledger, left):
    look(ledger, HALF, "a")
    before = ledger.path.read_text()
    look(ledger, BETTER, "b")
    ledger.path.write_text(before + left)
    assert [entry.model for entry in ledger.entries()] == ["a", "b"]
    assert look(ledger, BETTER, "c")[0].look == 3


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            lambda lines: [lines[0], lines[1].replace('"a"', '"z"'), lines[2]],
            "was changed at line 3 or the line before",
        ),
        (lambda lines: [lines[0], lines[2]], "was changed at line 2 or the line before"),
        (lambda lines: lines[:1], "does not fit the file beside it"),
        (lambda _: [], "does not fit the file beside it"),
        (lambda lines: [*lines, "gone"], "has a line that is not its own"),
    ],
)
def test_a_change_by_hand_is_seen(ledger, change, what):
    for model in ("a", "b", "c"):
        look(ledger, HALF, model)
    lines = ledger.path.read_text().splitlines()
    assert len(lines) == 4
    ledger.path.write_text("".join(line + "\n" for line in change(lines)))
    with pytest.raises(SealError, match=what):
        look(ledger, BETTER)


def test_a_ledger_that_is_gone_cannot_be_begun_again(ledger):
    look(ledger, HALF)
    ledger.path.unlink()
    for use in (lambda: Ledger.begin(ledger.path, "seal", 40), ledger.entries):
        with pytest.raises(SealError, match=r"is gone.*the looks at the sealed rows can no longer be counted"):
            use()


def test_the_private_file_cannot_be_taken_away_or_spoiled(ledger):
    look(ledger, HALF)
    kept = ledger.best_path.read_bytes()
    ledger.best_path.write_bytes(kept[:50])
    with pytest.raises(SealError, match="cannot be read"):
        look(ledger, HALF)
    ledger.best_path.unlink()
    with pytest.raises(SealError, match="does not fit the file beside it"):
        look(ledger, HALF)


def test_a_ledger_belongs_to_its_rows(ledger):
    with pytest.raises(SealError, match=r"'rows\.ledger' belongs to other sealed rows"):
        Ledger.begin(ledger.path, "other seal", 40)


def test_all_looks_use_one_loss(ledger):
    look(ledger, HALF)
    with pytest.raises(SealError, match="the first look used the loss 'zero_one_loss', and this one uses 'log_loss'"):
        look(ledger, HALF, loss="log_loss")
    assert len(ledger.entries()) == 1


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "rows"
    replace_file(path, b"old")
    with pytest.raises(TypeError):
        replace_file(path, "text")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["rows"]


def test_a_look_is_counted_before_it_is_answered(ledger):
    first = ledger.start(model="a", loss="zero_one_loss", rows=40)  # and the process is killed
    second = ledger.start(model="b", loss="zero_one_loss", rows=40)
    ledger.fail(second, model="b", loss="zero_one_loss", rows=40)
    third = ledger.start(model="c", loss="zero_one_loss", rows=40)
    entry, best = ledger.answer(HALF, model="c", predictions="hash", loss="zero_one_loss", look=third)
    assert (first, second, third) == (1, 2, 3)
    assert (entry.look, entry.mechanism, best) == (3, "exact", None)
    assert [(one.look, one.mechanism, one.score) for one in ledger.entries()] == [
        (1, "begun", None),
        (2, "raised", None),
        (3, "exact", 0.5),
    ]
    assert look(ledger, HALF)[0].look == 4


def test_a_ledger_that_was_cut_or_made_anew_does_not_fit_what_is_known_of_it(ledger):
    before = ledger.path.read_bytes()
    look(ledger, HALF)
    known = ledger.check("seal")
    assert (known.lines, ledger.check("seal", known)) == (2, known)
    ledger.path.write_bytes(before)
    ledger.best_path.unlink()  # both as they were before the look
    assert ledger.entries() == []
    with pytest.raises(SealError, match="lacks looks that the sealed file knows of"):
        ledger.check("seal", known)
    ledger.path.unlink()
    with pytest.raises(SealError, match="is not the one that was begun when the rows were sealed"):
        Ledger.begin(ledger.path, "seal", 40).check("seal", known)


def test_a_folder_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("os.open", lambda *_, **__: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    with pytest.raises(InputError, match=r"rows\.ledger' cannot be written: permission denied"):
        replace_file(tmp_path / "rows.ledger", b"")


@pytest.mark.parametrize(
    ("losses", "message"),
    [(np.ones(4), "not those of its score"), (np.array([1.0, 0.0]), "losses of 2 rows where 4 are sealed")],
)
def test_losses_that_are_not_those_of_the_best_look_are_refused(tmp_path, losses, message):
    ledger = Ledger.begin(tmp_path / "x.ledger", "seal", 4)
    ledger.answer(HALF, model="a", predictions="hash", loss="zero_one_loss")
    with np.load(ledger.best_path) as kept:
        parts = {**kept, "losses": losses}
    np.savez(ledger.best_path, **parts)
    with pytest.raises(SealError, match=message):
        ledger.start(model="b", loss="zero_one_loss", rows=4)

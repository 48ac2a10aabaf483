"""Differences of models in parts of the rows."""

import json

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import adjust

N = 300
RNG = np.random.default_rng(3)
X = RNG.normal(size=(N, 2))
PARTS = np.where(np.arange(N) < 12, "few", np.where(np.arange(N) % 2, "curved", "straight"))
Y = np.where(PARTS == "curved", X[:, 0] ** 2 > 1, X[:, 0] > 0).astype(int)
"""A straight line errs in the curved part only."""


@pytest.fixture(scope="module")
def found():
    return foldwise.compare("lda,knn", X, Y, segments=PARTS, measures="error,log-loss", plan="kfold(10)")


def test_a_difference_is_told_where_it_is(found):
    told = {
        one.segment: one.judgement
        for one in found.segment_judgements
        if one.judgement.comparison.measure.name == "error"
    }
    assert list(told) == ["curved", "straight"]
    table = {name: found.predictions.of(name) for name in ("lda", "knn")}
    wrong = {name: one.output != Y[one.row] for name, one in table.items()}
    mine = PARTS[table["lda"].row] == "curved"
    assert told["curved"].comparison.difference == pytest.approx(wrong["lda"][mine].mean() - wrong["knn"][mine].mean())
    assert told["curved"].comparison.low < told["curved"].comparison.difference < told["curved"].comparison.high


def test_p_values_are_adjusted_over_the_pairs_of_all_segments(found):
    for name in ("error", "log-loss"):
        family = [one.judgement for one in found.segment_judgements if one.judgement.comparison.measure.name == name]
        raw = [one.comparison.p_value for one in family]
        assert [one.p_adjusted for one in family] == pytest.approx(adjust(raw, "holm").tolist())


def test_text_and_json_tell_them(found):
    assert "segment (error)" in str(found)
    assert "p adj." in str(found)
    assert max(map(len, str(found).split("\n"))) <= 80
    rows = json.loads(found.to_json())["segment_pairs"]
    assert {"segment", "a", "b", "measure", "difference", "p_adjusted", "verdict"} <= set(rows[0])
    assert "not enough to tell" in found._repr_html_()


def test_a_reference_is_what_all_are_held_against():
    told = foldwise.compare("lda,knn,tree", X, Y, segments=PARTS, measures="error", plan="kfold(5)", reference="knn")
    pairs = {(one.judgement.comparison.a, one.judgement.comparison.b) for one in told.segment_judgements}
    assert pairs == {("lda", "knn"), ("tree", "knn")}


def test_without_segments_there_are_none():
    assert foldwise.compare("lda,knn", X, Y, measures="error", plan="kfold(5)").segment_judgements == ()


def test_one_family_of_all_measures_and_a_note_on_the_test():
    told = foldwise.compare(
        *("lda,knn", X, Y),
        segments=PARTS,
        measures="error,log-loss",
        plan="kfold(10)",
        test="corrected-t",
        adjust_measures=True,
    )
    family = [one.judgement for one in told.segment_judgements]
    raw = [one.comparison.p_value for one in family]
    assert len(raw) == 4
    assert [one.p_adjusted for one in family] == pytest.approx(adjust(raw, "holm").tolist())
    note = "segments have the test that is valid in each of them, where there is one; corrected-t is for all rows"
    assert note in told.assessment.notes
    assert "corrected-t" not in {one.comparison.method for one in family}


def test_a_careful_test_of_all_rows_has_no_counterpart_in_a_segment():
    told = foldwise.compare(
        "lda,knn", X, Y, segments=PARTS, measures="error", test="careful", plan="two-folds-out(3, repeats=3)"
    )
    assert {one.comparison.method for one in told.judgements} == {"nested-cv"}
    one = told.finding("lda", "error")
    part = told.assessment.finding("lda", "error", "straight")
    assert (one.interval.method, part.interval) == ("nested-cv", None)
    assert "it needs all rows of the plan, and these are some of them" in part.reason
    assert told.segment_judgements == ()
    assert (
        "segments have the test that is valid in each of them, where there is one; careful is for all rows"
        in told.assessment.notes
    )

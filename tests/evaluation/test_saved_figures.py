"""Figures of kept results are those of their predictions."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.estimates import Bias, Target
from foldwise.evaluation import faults_of_figures, unproven_figures

IRIS = foldwise.sample("iris")


@pytest.fixture(scope="module")
def assessed():
    return foldwise.assess("lda", IRIS, plan="kfold(5)", measures="error,auc", seed=1)


@pytest.fixture(scope="module")
def scored():
    return foldwise.score([0, 1] * 50, {"a": [0, 1] * 45 + [1, 0] * 5, "b": [0, 1] * 50}, measures="error")


def changed(result, at=0, *, interval=None, **estimate):
    """The result with another estimate, or interval, in one of its findings."""
    own = result.findings[at]
    other = replace(own, estimate=replace(own.estimate, **estimate), interval=interval or own.interval)
    return replace(result, findings=(*result.findings[:at], other, *result.findings[at + 1 :]))


def told(result):
    return " ".join(fault.text for fault in faults_of_figures(result))


def test_figures_of_predictions_have_no_fault(assessed, scored):
    assert faults_of_figures(assessed) == faults_of_figures(scored) == ()


def test_a_result_whose_estimate_is_outside_its_interval_can_be_read_back(tmp_path):
    # The apparent error of one neighbour is 0, and the interval is that of the pooled estimate.
    result = foldwise.assess(KNeighborsClassifier(1), IRIS, plan="kfold(5)", estimate="apparent", measures="error")
    finding = result.findings[0]
    assert finding.estimate.value < finding.interval.low
    result.save(tmp_path / "x.foldwise")
    assert foldwise.load(tmp_path / "x.foldwise").to_frame().equals(result.to_frame())


def test_a_forged_file_of_this_version_is_refused_and_one_of_another_is_told_of(assessed, tmp_path, monkeypatch):
    forged = changed(assessed, value=0.01)
    forged.save(tmp_path / "x.foldwise")
    with pytest.raises(foldwise.errors.InputError, match=r"error of 'lda' is 0\.02 by its predictions"):
        foldwise.load(tmp_path / "x.foldwise")
    monkeypatch.setattr(foldwise, "__version__", "99")
    with pytest.warns(
        foldwise.errors.FoldwiseWarning, match="written by an earlier release .*, or changed since; run it"
    ):
        loaded = foldwise.load(tmp_path / "x.foldwise")
    assert any("by its predictions, not 0.01" in note for note in loaded.notes)


def test_a_file_of_this_version_whose_intervals_were_made_otherwise_is_of_an_earlier_release(
    assessed, tmp_path, monkeypatch
):
    with monkeypatch.context() as before:
        before.setattr("foldwise.reports.saved.result_file._code_of_figures", lambda: "another interval")
        changed(assessed, value=0.01).save(tmp_path / "x.foldwise")
    with pytest.warns(foldwise.errors.FoldwiseWarning, match=r"written by an earlier release \(\d.*; run it again"):
        foldwise.load(tmp_path / "x.foldwise")


@pytest.mark.parametrize("estimate", ["apparent", "632", "trimmed", "holdout"])
def test_another_estimate_beside_the_interval_is_no_fault(estimate):
    plan = {"apparent": "kfold(5)", "632": "bootstrap(20)", "trimmed": "kfold(10)", "holdout": "holdout(1/3)"}[estimate]
    result = foldwise.assess("lda", IRIS, plan=plan, estimate=estimate, measures="error")
    assert not told(result)


def test_intervals_at_any_stop_and_of_segments_are_made_again():
    until = foldwise.assess("lda", IRIS, until=0.03, budget=60, measures="error")
    assert not told(until)
    parts = foldwise.score([0, 1] * 50, [0, 1] * 45 + [1, 0] * 5, segments=["n", "n", "s", "s"] * 25)
    assert not told(parts)
    first = parts.segments[0]
    assert "in 'n'" in told(
        replace(parts, segments=(replace(first, findings=parts.segments[1].findings[:1]), *parts.segments[1:]))
    )


def test_an_estimate_and_its_interval_changed_together_are_found(assessed):
    own = assessed.findings[0].interval
    shifted = replace(own, low=own.low / 2, high=own.high / 2)
    assert (
        told(changed(assessed, value=0.01, interval=shifted)) == "error of 'lda' is 0.02 by its predictions, not 0.01"
    )


@pytest.mark.parametrize("change", [{"low": 0.01}, {"high": 0.03}, {"standard_error": 0.001}, {"method": "wilson"}])
def test_a_changed_interval_is_found(assessed, change):
    assert "interval of error of 'lda'" in told(
        changed(assessed, interval=replace(assessed.findings[0].interval, **change))
    )


def test_what_a_result_says_twice_agrees(assessed, scored):
    assert "plan is kfold(5)" in told(replace(assessed, plan="kfold(10)"))
    assert "another level" in told(replace(assessed, level=0.99))
    assert "none of its models" in told(replace(assessed, baseline="nobody"))
    assert "rests on 5 fits" in told(changed(assessed, fits=500))
    assert "rows, task and classes" in told(replace(scored, rows=1000))
    assert "confusion matrix of 'a'" in told(replace(scored, tables={"a": scored.tables["b"]}))
    assert "no predictions" in told(replace(scored, findings=(replace(scored.findings[0], model="c"),)))


def test_a_method_with_settings_may_have_been_set_up_otherwise():
    scores = foldwise.score([0, 1] * 20, [0, 1] * 15 + [1, 0] * 5, interval="percentile", measures="f1")
    own = scores.findings[0].interval
    (fault,) = faults_of_figures(changed(scores, interval=replace(own, low=own.low - 0.1)))
    assert fault.may_be


def test_a_corrected_score_and_a_p_value_are_made_again():
    chosen = foldwise.select("lda,knn", None, IRIS, plan="kfold(5)")
    assert not told(chosen)
    better = replace(chosen.corrected, estimate=replace(chosen.corrected.estimate, value=0.001))
    assert "corrected score" in told(replace(chosen, corrected=better))
    tested = foldwise.permutation_test("lda", IRIS, permutations=5)
    assert "p-value is 0.1667" in told(replace(tested, p_value=0.001))


def test_an_estimate_and_an_interval_are_about_what_their_methods_say(assessed):
    assert "is an estimate of the" in told(changed(assessed, bias=Bias.OPTIMISTIC))
    own = assessed.findings[0].interval
    assert "interval of error" in told(changed(assessed, interval=replace(own, target=Target.RESAMPLE)))


def test_an_interval_that_was_taken_away_is_missed(assessed):
    own = assessed.findings[0]
    bare = replace(assessed, findings=(replace(own, interval=None), *assessed.findings[1:]))
    assert "there is no interval of error" in told(bare)


def test_an_estimate_that_leans_by_the_rows_is_no_fault():
    rows = np.column_stack([np.arange(60.0) % 7, np.arange(60) % 2])
    result = foldwise.assess("tree", rows, np.arange(60) % 2, plan="kfold(5)", measures="error")
    assert result.findings[0].estimate.bias is Bias.OPTIMISTIC
    assert not told(result)


@pytest.mark.parametrize("correction", ["bbc", "nested"])
def test_figures_that_rest_on_more_than_predictions_are_named(assessed, correction):
    chosen = foldwise.select("lda,gaussian-nb", None, IRIS, plan="kfold(3)", correction=correction)
    assert unproven_figures(assessed) == ""
    assert unproven_figures(chosen) == ("the score of the repeated search" if correction == "nested" else "")
    assert unproven_figures(foldwise.permutation_test("lda", IRIS, permutations=1, plan="kfold(3)"))

"""The sentences of a verdict."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import ModelConfidenceSet, Needed, Verdict
from foldwise.reports.comparison.wording import (
    cautions,
    may_be_best,
    not_adjusted,
    rounded_up,
    sentences,
    with_sign,
)
from foldwise.reports.shared.digits import Digits

RESULT = foldwise.compare("lda, gaussian-nb, qda", foldwise.sample("iris"), measures="error")
BATCHED = foldwise.compare("gaussian-nb, mixed-nb", foldwise.sample("iris"), measures="error")
"""Models that every release of scikit-learn fits as their families do, so that bootstrap samples are cheap."""


def with_verdicts(result, *verdicts, needed=None):
    """The same result with other verdicts on its first pairs, in their order."""
    changed = [
        replace(one, verdict=Verdict(word), needed=needed)
        for one, word in zip(result.judgements, verdicts, strict=False)
    ]
    return replace(result, judgements=(*changed, *result.judgements[len(changed) :]), corrects=False)


def said(*verdicts, result=RESULT, needed=None):
    return list(sentences(with_verdicts(result, *verdicts, needed=needed)))


def test_the_best_is_better():
    assert said("better", "better") == ["lda is better than qda and gaussian-nb."]


def test_two_are_undecided():
    first, second = said("undecided", "better", needed=Needed(0.05, 8649, None))
    assert first == "Undecided on these data: lda against qda; about 8,700 rows would be needed to decide."
    assert second == "lda is better than gaussian-nb."


def test_models_without_a_difference_can_only_be_called_equivalent():
    alike = replace(RESULT.judgements[0].comparison, difference=0.0)
    result = replace(RESULT, judgements=(replace(RESULT.judgements[0], comparison=alike), *RESULT.judgements[1:]))
    first, _ = said("undecided", "better", result=result, needed=Needed(0.05, 8649, None))
    assert (
        first == "Undecided on these data: lda against qda; about 8,700 rows would be needed to call them equivalent."
    )


def test_three_are_undecided():
    (only,) = said("undecided", "undecided", needed=Needed(0.05, 900, 7))
    assert only == (
        "Undecided on these data: lda against qda and gaussian-nb; about 900 rows would be needed to decide the first of "
        "these, or 7 repeats of the plan."
    )


def test_equivalence_states_its_region():
    assert (
        said("equivalent", "better")[0]
        == "lda and qda are equivalent: they differ by less than 0.01 in all likelihood."
    )


def test_models_that_learn_nothing_are_named():
    told = said("better", "better", "undecided", "better", "undecided", "undecided")
    assert told[-1] == "Undecided: whether qda and gaussian-nb are any better than the baseline."


def test_models_that_are_worse_than_the_baseline_are_said_to_be():
    told = said("better", "better", "better", "worse", "equivalent", "better")
    assert told[-2:] == ["lda is worse than the baseline.", "qda is equivalent to the baseline."]


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        ("better", "qda is better than lda."),
        ("worse", "qda is worse than lda."),
        ("equivalent", "qda is equivalent to lda."),
        ("undecided", "Undecided on these data: qda against lda."),
    ],
)
def test_against_a_reference(verdict, sentence):
    result = foldwise.compare("lda, qda", foldwise.sample("iris"), measures="error", reference="lda")
    assert said(verdict, result=result) == [sentence]


def test_the_winner_is_corrected():
    assert list(sentences(RESULT))[-1].startswith("Picking the best makes its estimate optimistic: corrected 0.0")


def test_only_the_bootstrap_test_tells_that_its_models_saw_fewer_rows():
    by_rows = foldwise.compare("lda, gaussian-nb, qda", foldwise.sample("iris"), measures="error", test="influence")
    assert any("bootstrap samples" in note for note in cautions(BATCHED))
    assert not any("bootstrap samples" in note for note in cautions(by_rows))


def with_intervals(result, ends):
    """The same result with other intervals of the error."""
    findings = tuple(
        replace(one, interval=replace(one.interval, low=ends[one.model][0], high=ends[one.model][1]))
        for one in result.assessment.findings
    )
    return replace(result, assessment=replace(result.assessment, findings=findings))


APART = {"lda": (0.0, 0.1), "qda": (0.2, 0.3), "gaussian-nb": (0.4, 0.5), "baseline": (0.6, 0.7)}
ALIKE = dict.fromkeys(APART, (0.0, 0.5))


def test_intervals_that_contradict_a_verdict_are_explained_once():
    open_ = with_verdicts(with_intervals(RESULT, APART), *["undecided"] * 6)
    decided = with_verdicts(with_intervals(RESULT, ALIKE), *["better"] * 6)
    (one,) = (note for note in cautions(open_) if note.startswith("the intervals of"))
    (two,) = (note for note in cautions(decided) if note.startswith("the intervals of"))
    assert one.startswith("the intervals of lda and qda (error) do not overlap although the pair is undecided")
    assert two.startswith("the intervals of lda and qda (error) overlap although one is better")


def test_intervals_that_agree_with_the_verdict_need_no_word():
    for ends, verdict in ((APART, "better"), (ALIKE, "undecided"), (ALIKE, "equivalent")):
        told = with_verdicts(with_intervals(RESULT, ends), *[verdict] * 6)
        assert not [note for note in cautions(told) if note.startswith("the intervals of")]


def test_every_note_is_told_once():
    notes = list(cautions(BATCHED))
    assert notes == ["pairs are tested on models of bootstrap samples, which hold 63 % of the rows"]


def test_samples_that_serve_some_pairs_only_are_told_of_these(monkeypatch):
    one = foldwise.compare("gaussian-nb, mixed-nb, tree", foldwise.sample("iris"), measures="error", baseline=False)
    (note,) = (note for note in cautions(one) if "63 %" in note)
    assert note == (
        "pairs are tested on models of bootstrap samples, which hold 63 % of the rows: gaussian-nb and mixed-nb; other pairs "
        "on the plan's fits"
    )
    monkeypatch.setattr("foldwise.reports.comparison.wording.MOST_PAIRS_NAMED", 0)
    (note,) = (note for note in cautions(one) if "63 %" in note)
    assert note.startswith("1 of 3 pairs are tested on models of bootstrap samples, which hold 63 % of the rows; other")


@pytest.mark.parametrize(("number", "shown"), [(0.5, 1), (99, 99), (101, 110), (8649, 8700)])
def test_planned_sizes_are_rounded_up(number, shown):
    assert rounded_up(number) == shown


def test_signs():
    assert [with_sign(Digits(2), value) for value in (0.123, -0.123, 0.0)] == ["+0.12", "-0.12", "0.00"]


IRIS = foldwise.sample("iris")
THREE_MODELS = foldwise.compare("lda, gaussian-nb, qda", IRIS, measures="error,auc")


def test_the_models_that_may_be_the_best_are_listed_in_text_json_and_card():
    (said,) = may_be_best(THREE_MODELS)
    assert said == "The best is among: lda, qda, gaussian-nb (95 % model confidence set)."
    assert said in " ".join(str(THREE_MODELS).split())
    assert said in THREE_MODELS._repr_html_()
    assert THREE_MODELS.verdict().endswith(said)
    assert THREE_MODELS.to_dict()["confidence_sets"]["error"]["models"] == ["lda", "qda", "gaussian-nb"]


def test_a_single_one_is_the_best():
    result = replace(THREE_MODELS)
    result.__dict__["confidence_sets"] = {"error": ModelConfidenceSet(("lda",), {"lda": 1.0}, 0.9)}
    assert list(may_be_best(result)) == ["The best, by the 90 % model confidence set: lda."]


def test_a_measure_without_one_says_why():
    assert "auc is not a mean of one loss per row" in THREE_MODELS.confidence_sets["auc"]
    result = foldwise.compare("lda, gaussian-nb, qda", IRIS, measures="balanced-error")
    assert next(may_be_best(result)).startswith("No model confidence set: balanced-error is not a mean")


def test_two_models_and_a_reference_have_pairs_enough():
    assert list(may_be_best(foldwise.compare("lda, qda", IRIS, measures="error"))) == []
    assert list(may_be_best(foldwise.compare("lda, qda, knn", IRIS, measures="error", reference="lda"))) == []


TWO_MEASURES = foldwise.compare("lda, gaussian-nb", foldwise.sample("iris"), measures="error,log-loss")


def test_several_measures_without_adjustment_between_them_are_counted():
    (said,) = not_adjusted(TWO_MEASURES)
    assert said.startswith("6 tests were made under 2 measures; p-values are adjusted for the pairs of each measure")
    assert said in " ".join(str(TWO_MEASURES).split())
    assert "6 tests were made under 2 measures" in TWO_MEASURES._repr_html_()


def test_no_adjustment_at_all_is_said_too():
    (said,) = not_adjusted(replace(TWO_MEASURES, adjustment="none", across_measures=True))
    assert said.startswith("6 tests were made under 2 measures and none was adjusted")


def test_one_measure_or_an_adjustment_across_them_needs_no_word():
    assert list(not_adjusted(replace(TWO_MEASURES, across_measures=True))) == []
    first = tuple(one for one in TWO_MEASURES.judgements if one.comparison.measure.name == "error")
    assert list(not_adjusted(replace(TWO_MEASURES, judgements=first))) == []


def test_tests_on_one_test_set_say_that_they_judge_the_models_fitted_here():
    told = "the tests judge the models fitted here, on one training set, not what would be fitted to all rows or to other ones"
    plans = {
        plan: foldwise.compare("lda, qda", foldwise.sample("iris"), plan=plan, measures="error")
        for plan in ("holdout", "kfold(5)")
    }
    assert {plan: list(cautions(result)).count(told) for plan, result in plans.items()} == {"holdout": 1, "kfold(5)": 0}


def test_a_test_by_exchanges_that_decides_beside_an_interval_around_0_is_explained():
    rng = np.random.default_rng(5)
    truth = rng.normal(size=300)
    wild = truth + 0.3 * rng.standard_t(1.2, size=300)
    found = foldwise.score(truth, {"calm": truth + 0.3 * rng.normal(size=300), "wild": wild}, measures="r2, mae")
    (pair, _) = found.judgements
    assert pair.verdict is Verdict.BETTER
    assert pair.comparison.low < 0 < pair.comparison.high
    (told,) = [one for one in found.notes if "contains 0" in one]
    assert told.startswith("the interval of the difference of calm and wild (r2) contains 0 although one is better")


def without(*pairs):
    """The result without the tests of these pairs."""
    left = tuple(one for one in RESULT.judgements if (one.comparison.a, one.comparison.b) not in pairs)
    return replace(RESULT, judgements=left, missing={"error": "no test is valid"}, corrects=False)


def test_pairs_that_were_not_compared_are_named_and_the_others_told():
    first, second = RESULT.ranking("error")[:2]
    told = list(sentences(without((first, second))))
    assert told[-1] == f"{first} with {second} could not be compared by error: no test is valid."
    assert any(one.startswith("Undecided on these data") for one in told)
    assert without((first, second)).untested() == ((first, second),)


def test_a_baseline_without_a_test_does_not_hide_the_comparison_of_the_models():
    told = list(sentences(without(*((name, "baseline") for name in RESULT.ranking()))))
    assert told[0].startswith("Undecided on these data")
    assert told[-1] == "baseline could not be compared by error: no test is valid."


def test_a_set_that_holds_a_model_that_is_worse_by_the_test_of_the_pair_is_explained():
    result = with_verdicts(RESULT, "better", "better")
    best, *others = result.ranking()
    vars(result)["confidence_sets"] = {
        "error": ModelConfidenceSet((best, *others), dict.fromkeys((best, *others), 1.0), 0.95)
    }
    notes = [note for note in cautions(result) if note.startswith("the model confidence set holds")]
    assert len(notes) == 1
    assert all(name in notes[0] for name in others)
    assert not [note for note in cautions(with_verdicts(RESULT, "undecided", "undecided")) if "confidence set" in note]


def test_a_set_that_leaves_out_an_undecided_model_is_explained():
    result = with_verdicts(RESULT, "undecided", "undecided")
    best, *others = result.ranking()
    p_values = {best: 1.0, **dict.fromkeys(others, 0.04)}
    vars(result)["confidence_sets"] = {"error": ModelConfidenceSet((best,), p_values, 0.95)}
    (note,) = [note for note in cautions(result) if "confidence set" in note]
    assert note.startswith(
        f"the model confidence set leaves out {' and '.join(others)} although undecided against {best}:"
    )

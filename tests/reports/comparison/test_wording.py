"""The sentences of a verdict."""

from dataclasses import replace

import pytest

import foldwise
from foldwise.comparisons import Needed, Verdict
from foldwise.reports.comparison.wording import cautions, listed, rounded_up, sentences, signed
from foldwise.reports.shared.digits import Digits

RESULT = foldwise.compare("lda, gaussian-nb, qda", foldwise.sample("iris"), measures="error")


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
    by_rows = foldwise.compare("lda, gaussian-nb, qda", foldwise.sample("iris"), measures="error", method="influence")
    assert any("bootstrap samples" in note for note in cautions(RESULT))
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
    notes = list(cautions(RESULT))
    assert notes == ["pairs are tested on models of bootstrap samples, which hold 63 % of the rows"]


@pytest.mark.parametrize(("number", "shown"), [(0.5, 1), (99, 99), (101, 110), (8649, 8700)])
def test_planned_sizes_are_rounded_up(number, shown):
    assert rounded_up(number) == shown


def test_names_and_signs():
    assert listed(["a", "b"]) == "a and b"
    assert [signed(Digits(2), value) for value in (0.123, -0.123, 0.0)] == ["+0.12", "-0.12", "0.00"]

"""The sentences of an improvement."""

from dataclasses import replace

from foldwise.reports.improvement.wording import remarks_on, sentences, shown_size, times_text
from tests.reports.improvement.example import SHARES, made_up

FOUND = made_up()


def test_every_verdict_is_told_with_its_cost_and_its_cause():
    told = " ".join(sentences(FOUND))
    assert told.startswith("Use bagging: error 0.")
    assert "corrected for having been chosen among 4 candidates (bbc)." in told
    assert "bagging is significantly better than tree: -0." in told
    assert "p < 0.001, at 40 times the time of a fit." in told
    assert "Undecided against tree at 10 times the cost: stacking." in told
    assert "boosting is worse: +0." in told
    assert "on its training rows 0.000 against 0.100" in told
    assert told.endswith("it overfits.")


def test_a_model_that_no_variant_beats_is_kept():
    kept = made_up(shares={"tree": 0.75, "stacking": 0.75, "baseline": 0.5})
    assert next(sentences(kept)).startswith("Keep tree: no variant is significantly better; its error 0.")


def test_redundant_base_models_are_told_before_a_gain_is_promised():
    told = list(sentences(made_up(redundant=True)))
    assert told[0] == "Do not expect much of blends: the models differ on 1 % of 400 rows."
    assert "base models of blends" in " ".join(remarks_on(FOUND))


def test_too_few_rows_for_a_test_are_told():
    few = made_up(12, shares=SHARES)
    assert "No test is valid here, so nothing is called better" in few.verdict()


def test_a_variant_that_fits_its_training_rows_less_is_told_of():
    shares = {"tree": 0.9, "stacking": 0.6, "baseline": 0.5}
    assert made_up(shares=shares).verdict().endswith("it fits too little.")


def test_sizes_and_times_are_short():
    assert (shown_size(999), shown_size(12_345_678), times_text(1234.0)) == ("999 B", "12 MB", "1,234 times")


def test_variants_without_a_test_are_named_and_others_are_told():
    left = tuple(one for one in FOUND.comparison.judgements if one.comparison.a != "stacking")
    part = replace(FOUND, comparison=replace(FOUND.comparison, judgements=left, missing={"error": "why"}))
    told = " ".join(sentences(part))
    assert "bagging is significantly better" in told
    assert told.endswith("stacking could not be tested: why.")
    none = replace(FOUND, comparison=replace(part.comparison, judgements=()), chosen="tree")
    assert next(sentences(none)).startswith("Keep tree: no variant could be tested; its error")

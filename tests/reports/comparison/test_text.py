"""The comparison as text."""

import re
from dataclasses import replace

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.reports.comparison.text import render

rng = np.random.default_rng(0)
Y = np.arange(300) % 2
X = rng.normal(size=(300, 2)) + np.stack([2 * Y - 1, 0 * Y], axis=1)
MODELS = {"good": LinearDiscriminantAnalysis(), "alike": GaussianNB(), "bad": GaussianNB(priors=[0.999, 0.001])}
RESULT = foldwise.compare(MODELS, X, Y, measures="error,auc")


def test_it_fits_into_80_columns():
    assert max(len(line) for line in render(RESULT, kept="saved in .foldwise/store.db").split("\n")) <= 80


def test_a_worse_model_is_marked_with_its_difference_and_interval():
    line = next(line for line in render(RESULT).split("\n") if " bad " in line)
    one = RESULT.judgement("bad", RESULT.ranking()[0]).comparison
    assert line.endswith(f"worse, +{one.difference:.3f} [+{one.low:.3f}, +{one.high:.3f}]")


def test_undecided_models_and_the_baseline_are_marked():
    text = render(RESULT)
    assert re.search(r" (undecided|equivalent)\n", text)
    assert text.count("baseline") >= 2


def test_a_long_name_takes_the_room_of_the_interval_but_not_of_the_mark():
    longer = foldwise.compare(
        {"a-very-long-name-of-a-model": MODELS["good"], "bad": MODELS["bad"]}, X, Y, measures="error"
    )
    lines = render(longer).split("\n")
    assert max(map(len, lines)) <= 80
    assert any("a-very-long-…-of-a-model" in line for line in lines)
    assert any(line.endswith(f"worse, +{longer.pairs()['difference'].abs()[0]:.3f}") for line in lines)


def test_a_wider_page_has_longer_bars():
    assert max(len(line) for line in render(RESULT, width=120).split("\n")) <= 120


def test_colours_only_on_demand():
    assert "\x1b" not in render(RESULT)
    assert "\x1b[1m" in render(RESULT, color=True)


def test_the_best_under_another_measure_is_named():
    swapped = replace(RESULT.assessment, findings=tuple(reversed(RESULT.assessment.findings)))
    text = render(replace(RESULT, assessment=swapped))
    assert "best" in text or RESULT.ranking("error")[0] == RESULT.ranking("auc")[0]


def test_adjustment_is_told_unless_there_is_none():
    assert "adjusted by holm" in render(RESULT)
    assert "adjusted by" not in render(replace(RESULT, adjustment="none"))


def test_without_a_valid_test_that_is_said():
    text = render(replace(RESULT, judgements=(), missing={"error": "no test is valid"}))
    assert "tests   none is valid here" in text
    assert "could not be compared by error: no test is valid." in text


def test_long_names_are_cut_on_a_narrow_page():
    longer = foldwise.compare(
        {"a-very-long-name-of-a-model": MODELS["good"], "bad": MODELS["bad"]}, X, Y, measures="error, log-loss"
    )
    assert max(len(line) for line in render(longer, width=60).split("\n")) <= 60

"""Areas under a part of the ROC curve."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from foldwise.errors import InputError
from foldwise.measures import Outcomes, band_components, band_of, measure
from foldwise.measures.definitions.partial_areas import band_area

rng = np.random.default_rng(0)


def rows_of(seed, n=60, digits=1):
    draw = np.random.default_rng(seed)
    truth = draw.permutation(np.arange(n) % 2)
    scores = np.round(draw.normal(size=n) + truth, digits)
    return Outcomes(truth=truth, output=truth, scores=np.stack([-scores, scores], axis=1), classes=2)


@pytest.mark.parametrize("limit", [0.05, 0.1, 0.3, 0.7, 1])
@pytest.mark.parametrize("digits", [1, 9])
def test_up_to_a_false_alarm_rate_it_is_that_of_scikit_learn(limit, digits):
    rows = rows_of(1, digits=digits)
    theirs = metrics.roc_auc_score(rows.truth, rows.scores[:, 1], max_fpr=limit)
    assert measure(f"partial-auc({limit})").value(rows) == pytest.approx(theirs)


@pytest.mark.parametrize("least", [0.0, 0.4, 0.8, 0.95])
def test_from_a_recall_it_is_that_of_the_classes_turned_round(least):
    rows = rows_of(2)
    theirs = metrics.roc_auc_score(1 - rows.truth, -rows.scores[:, 1], max_fpr=1 - least)
    assert measure(f"partial-auc-tpr({least})").value(rows) == pytest.approx(theirs)


@given(st.integers(0, 1000), st.floats(0.01, 0.98), st.floats(0.01, 0.98))
def test_plain_areas_of_neighbouring_bands_add_up_to_the_area(seed, first, second):
    low, high = sorted((round(first, 3), round(second, 3)))
    if low == high:
        return
    rows = rows_of(seed)
    names = [f"({low}, scale=plain)", f"({high}, start={low}, scale=plain)", f"(1, start={high}, scale=plain)"]
    parts = [measure(f"partial-auc{name}").value(rows) for name in names]
    assert sum(parts) == pytest.approx(measure("auc").value(rows))
    for name, value in zip(names, parts, strict=True):
        one = measure(f"partial-auc{name}")
        assert one.low - 1e-12 <= value <= one.high + 1e-12


def test_guessing_is_a_half_and_a_perfect_order_one():
    flat = Outcomes(truth=np.arange(40) % 2, output=np.zeros(40, dtype=int), scores=np.zeros((40, 2)), classes=2)
    perfect = replace(flat, scores=np.stack([1 - flat.truth, flat.truth], axis=1).astype(float))
    for name in (
        "partial-auc(0.2)",
        "partial-auc(0.5, start=0.2)",
        "partial-auc-tpr(0.7)",
        "partial-auc-tpr(0.3, end=0.9)",
    ):
        assert measure(name).value(flat) == pytest.approx(0.5)
        assert measure(name).value(perfect) == pytest.approx(1)


@pytest.mark.parametrize(
    "name", ["partial-auc(0.313)", "partial-auc(0.71, start=0.21)", "partial-auc-tpr(0.611)", "partial-auc(1)",
             "partial-auc-tpr(0.2, end=0.717, scale=plain)"]
)  # fmt: skip
@pytest.mark.parametrize("digits", [1, 9])
def test_components_are_the_derivative_by_the_weight_of_a_row(name, digits):
    one, rows = measure(name), rows_of(3, digits=digits)
    n, step = rows.size, 1e-6
    moved = [
        [one.value(replace(rows, weights=1 + sign * step * (np.arange(n) == at))) for sign in (1, -1)]
        for at in range(n)
    ]
    expected = (np.array(moved)[:, 0] - np.array(moved)[:, 1]) / (2 * step) * n
    found = band_components(one, rows)
    for code in (0, 1):
        own = rows.truth == code
        assert (found[own] - found[own].mean()) * n / own.sum() == pytest.approx(expected[own], abs=1e-6)


def test_the_area_between_two_rates_by_hand():
    fpr, tpr = np.array([0, 0, 0.5, 0.5, 1]), np.array([0, 0.5, 0.5, 1, 1])
    assert band_area(fpr, tpr, 0.25, 0.75) == pytest.approx(0.25 * 0.5 + 0.25)
    assert band_area(fpr, tpr, 0.5, 1) == pytest.approx(0.5)


def test_names_titles_and_bands():
    assert measure("partial-auc(0.3, start=0.1)").title == "partial area under the ROC curve for FPR 0.1 to 0.3"
    assert measure("partial-auc").name == "partial-auc"
    assert band_of(measure("partial-auc-tpr(0.7)")).turned == (0, 0.3)
    assert band_of(measure("partial-auc(0.3)[1]")).high == 0.3
    assert band_of(measure("auc")) is None
    plain = measure("partial-auc(0.2, scale=plain)")
    assert (plain.low, plain.high) == (0, 0.2)


def test_a_band_without_a_width_is_refused():
    with pytest.raises(InputError, match=r"a band of rates has two ends, and both are 0.3"):
        measure("partial-auc(0.3, start=0.3)")
    with pytest.raises(InputError, match="scale, whether guessing is ½"):
        measure("partial-auc(0.3, scale=raw)")


def test_one_class_has_no_value():
    one = Outcomes(truth=np.zeros(5, dtype=int), output=np.zeros(5, dtype=int), scores=rng.random((5, 2)), classes=2)
    assert np.isnan(measure("partial-auc").value(one))

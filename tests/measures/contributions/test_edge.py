"""Measures of counts at totals without empty cells."""

from __future__ import annotations

import numpy as np
import pytest

from foldwise import native
from foldwise.measures import MEASURES, CountMeasure, Outcomes, measure
from foldwise.measures.contributions.edge import (
    class_variance,
    paired_variance,
    row_weight,
    smooth_counts,
    smooth_table,
    spread_of_rows,
    variance_by_class,
)


def test_half_a_row_is_added_to_each_cell_of_two_classes() -> None:
    table, added = smooth_counts(np.array([[92, 0, 0], [8, 0, 0]]))
    assert table.tolist() == [[92.5, 0.5, 0], [8.5, 0.5, 0]]
    assert added.tolist() == [[0.5, 0.5, 0], [0.5, 0.5, 0]]


def test_every_class_gets_one_row_in_all() -> None:
    table = np.random.default_rng(0).integers(0, 9, (5, 6))
    assert np.allclose(smooth_counts(table)[1][:, :-1].sum(axis=1), 1)


def test_a_class_without_rows_and_predictions_stays_empty() -> None:
    added = smooth_counts(np.array([[5, 1, 0, 0], [1, 5, 0, 0], [0, 0, 0, 0]]))[1]
    assert added[2].sum() == added[:, 2].sum() == 0


def test_rows_without_a_prediction_are_a_kind_where_there_are_some() -> None:
    assert smooth_counts(np.array([[5, 1, 2], [1, 5, 0]]))[1][:, 2].tolist() == [0.5, 0.5]


def test_the_variance_of_a_recall_is_that_of_a_share_with_half_a_row_on_either_side() -> None:
    found = smooth_table(measure("recall"), np.array([[92, 0, 0], [8, 0, 0]]), 1)
    share, rows = 0.5 / 9, 9
    variance, df = class_variance(found)
    assert found.value == pytest.approx(share)
    assert variance == pytest.approx(share * (1 - share) / (rows - 1))
    assert df == pytest.approx(rows - 1)


def test_without_empty_cells_it_is_the_variance_of_the_delta_method_but_for_what_was_added() -> None:
    table = np.array([[40_000, 9_000, 0], [7_000, 30_000, 0]])
    n, matthews = table.sum(), measure("mcc")
    found = smooth_table(matthews, table, 1)
    shares = table[:, :2] / n
    plain = (np.sum(shares * found.slopes[:, :2] ** 2) - np.sum(shares * found.slopes[:, :2]) ** 2) / n
    assert class_variance(found)[0] == pytest.approx(plain, rel=1e-3)


@pytest.mark.parametrize(
    "one", [m for m in MEASURES if isinstance(m, CountMeasure) and m.needs == "label"], ids=lambda one: one.name
)
def test_no_measure_of_counts_is_certain_of_a_perfect_prediction(one: CountMeasure) -> None:
    variance, df = class_variance(smooth_table(one, np.array([[20, 0, 0], [0, 10, 0]]), 1))
    assert variance > 0
    assert 0.5 <= df <= 31.000001


def test_weights_times_a_constant_change_nothing() -> None:
    rng = np.random.default_rng(1)
    rows = Outcomes(rng.integers(0, 2, 60), rng.integers(0, 2, 60), classes=2, weights=rng.exponential(1, 60))
    found = []
    for factor in (1.0, 100.0):
        weights = rows.weights * factor  # type: ignore[operator]
        seen = Outcomes(rows.truth, rows.output, classes=2, weights=weights)
        smoothed = smooth_table(measure("mcc"), seen.confusion()[0], 1, row=row_weight(weights))
        found.append((smoothed.value, *class_variance(smoothed, seen)))
    assert found[0] == pytest.approx(found[1])


def test_equal_weights_are_no_weights() -> None:
    rng = np.random.default_rng(2)
    truth, output = rng.integers(0, 3, 50), rng.integers(0, 3, 50)
    plain = Outcomes(truth, output, classes=3)
    weighted = Outcomes(truth, output, classes=3, weights=np.full(50, 7.0))
    kappa = measure("kappa")
    expected = class_variance(smooth_table(kappa, plain.confusion()[0], 1))
    found = class_variance(smooth_table(kappa, weighted.confusion()[0], 1, row=7.0), weighted)
    assert found == pytest.approx(expected)


def test_few_rows_of_a_class_leave_few_degrees_of_freedom() -> None:
    psi = np.concatenate([np.tile([-50.0, 50.0], 5), np.tile([-1.0, 1.0], 495)])
    truth = np.repeat([1, 0], [10, 990])
    few, many = 10 * 50.0**2 * 10 / 9, 990 * 990 / 989
    expected = (few + many) ** 2 / (few**2 / 9 + many**2 / 989)
    assert 9 < expected < 10
    assert variance_by_class(psi, truth)[1] == pytest.approx(expected)


def test_rows_that_do_not_move_the_measure_have_no_variance() -> None:
    assert variance_by_class(np.zeros(4), np.array([0, 0, 1, 1])) == (0.0, 3.0)


def test_systems_that_agree_on_all_rows_are_not_equal_for_certain() -> None:
    table = np.array([[40, 5, 0], [3, 12, 0]])
    one = smooth_table(measure("mcc"), table, 1)
    truth, answer = np.indices((2, 2))
    variance, df = paired_variance(
        one, one, (truth.ravel(), answer.ravel(), answer.ravel()), times=table[:, :2].ravel().astype(float)
    )
    assert variance > 0
    assert 1 <= df < 60


def test_the_paired_variance_is_that_of_the_differences_but_for_what_was_added() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 50_000)
    a, b = (np.where(rng.random(50_000) < 0.8, truth, 1 - truth) for _ in range(2))
    first, second = (
        smooth_table(measure("kappa"), Outcomes(truth, one, classes=2).confusion()[0], 1) for one in (a, b)
    )
    moves = first.slopes[truth, a] - second.slopes[truth, b]
    assert paired_variance(first, second, (truth, a, b))[0] == pytest.approx(moves.var() / 50_000, rel=1e-3)


RNG = np.random.default_rng(0)


def test_of_one_class_it_is_the_variance_of_a_mean() -> None:
    rows = RNG.normal(size=50)
    variance, df = variance_by_class(rows - rows.mean(), np.zeros(50, dtype=int))
    assert variance == pytest.approx(rows.var(ddof=1) / 50)
    assert df == pytest.approx(49)


def test_two_classes_give_welchs_variance_and_degrees_of_freedom() -> None:
    """Contributions of an area are deviations within the class times n over its rows (DeLong)."""
    a, b = RNG.normal(size=12), RNG.normal(0, 3, size=40)
    rows = np.concatenate([(a - a.mean()) * 52 / 12, (b - b.mean()) * 52 / 40])
    variance, df = variance_by_class(rows, np.repeat([0, 1], [12, 40]))
    va, vb = a.var(ddof=1) / 12, b.var(ddof=1) / 40
    assert variance == pytest.approx(va + vb)
    assert df == pytest.approx((va + vb) ** 2 / (va**2 / 11 + vb**2 / 39))


def test_a_class_without_rows_takes_no_part() -> None:
    rows = RNG.normal(size=20)
    assert variance_by_class(rows, np.repeat([0, 3], 10)) == pytest.approx(
        variance_by_class(rows, np.repeat([0, 1], 10))
    )


def test_long_tails_cost_degrees_of_freedom() -> None:
    rows, one = RNG.standard_t(3, size=200) ** 2, np.zeros(200, dtype=int)
    assert (
        variance_by_class(rows - rows.mean(), one, tails=True)[1] < 60 < variance_by_class(rows - rows.mean(), one)[1]
    )


def test_of_many_classes_the_wrong_half_is_spread_over_the_others() -> None:
    added = smooth_counts(np.eye(3, 4, dtype=int) * 5)[1]
    assert added.tolist() == [[0.5, 0.25, 0.25, 0], [0.25, 0.5, 0.25, 0], [0.25, 0.25, 0.5, 0]]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("scale", [1.0, 1e-40, 1e40, 0.0])
@pytest.mark.parametrize("tails", [True, False])
def test_the_spread_of_rows_is_the_variance_by_class_and_its_ends(compiled, scale, tails, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    rng = np.random.default_rng(0)
    psi, truth = scale * rng.standard_t(5, 60), rng.integers(0, 3, 60)
    variance, df, most, least = spread_of_rows(psi, truth, 4, tails=tails)  # of the fourth class there are no rows
    assert (variance, df) == pytest.approx(variance_by_class(psi, truth, tails=tails), rel=1e-12)
    assert (most, least) == (psi.max(), psi.min())

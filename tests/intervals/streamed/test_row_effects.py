"""How much each row moves a measure, from the sums over all rows."""

import numpy as np
import pytest

from foldwise.intervals.limits.share import effective_trials, trials_of
from foldwise.intervals.streamed.row_effects import RowEffect, TrialKinds, UnitRequest, ValueCells, sum_effects
from foldwise.intervals.variances.linearised import linearised
from foldwise.measures import Outcomes, left_out_psi, measure
from foldwise.measures.summaries import RowGroups

rng = np.random.default_rng(1)
TRUTH, LABELS, WEIGHTS = rng.integers(0, 2, 90), rng.integers(0, 2, 90), rng.gamma(1, size=90)
COSTS = np.array([[0.0, 1.0], [5.0, 0.0]])
ROWS = Outcomes(TRUTH, LABELS, classes=2, weights=WEIGHTS, costs=COSTS, names=("n", "y"))
Y = rng.gamma(3, size=90)
VALUES = Outcomes(
    Y, Y + rng.normal(size=90), weights=WEIGHTS, reference=np.full(90, np.average(Y, weights=WEIGHTS)), own_mean=True
)


def in_pieces(rows, request, groups=None):
    parts = [np.arange(start, 90, 4) for start in range(4)]
    found = [
        sum_effects(
            {"m": rows.where(part)},
            request,
            {},
            None if groups is None else RowGroups(groups[part], np.arange(9).astype(str)),
        )
        for part in parts
    ]
    return found[0] + found[1] + (found[2] + found[3])


def test_a_row_is_left_out_of_all_rows_and_not_of_its_piece():
    asked, summands = measure("r2"), measure("r2").rows(VALUES)
    means = np.average(summands, axis=0, weights=WEIGHTS)
    effect = RowEffect(asked, WEIGHTS.sum(), {"m": means}, {"m": np.zeros(means.size)}, left_out=True)
    found = in_pieces(VALUES, UnitRequest({("r2", "m"): effect})).effects["r2", "m"]
    shares = WEIGHTS / WEIGHTS.sum()
    assert found.variance == pytest.approx(linearised(left_out_psi(asked, VALUES) * shares, shares)[0], rel=1e-9)


def test_groups_are_added_up_beside_the_rows():
    losses = measure("cost").loss(ROWS)
    mean = np.average(losses, weights=WEIGHTS)
    effect = RowEffect(measure("cost"), WEIGHTS.sum(), {"m": np.array([mean])}, {"m": np.ones(1)})
    groups = np.arange(90) % 9
    found = in_pieces(ROWS, UnitRequest({("cost", "m"): effect}), groups).groups["cost", "m"]
    expected = np.bincount(groups, weights=WEIGHTS * (losses - mean)) / WEIGHTS.sum()
    np.testing.assert_allclose(found.sums[:, 0], expected, atol=1e-12)


def test_shares_of_a_class_are_those_of_its_rows():
    own = TRUTH == 1
    half = float(np.sum(WEIGHTS[own] ** 2) / np.sum(WEIGHTS[own]))
    total = float(WEIGHTS[own].sum()) + half
    kinds = TrialKinds(measure("balanced-error"), "m", total, 1)
    above, below = in_pieces(ROWS, UnitRequest(trials={("t", "m"): kinds})).trials["t", "m"]
    found = trials_of((above.terms, below.terms), (half / total, half / total), above.count + below.count)
    assert found == pytest.approx(effective_trials((LABELS == TRUTH)[own], WEIGHTS[own]), rel=1e-9)


def test_a_measure_that_is_no_share_is_refused():
    with pytest.raises(TypeError, match="mcc is not a share"):
        TrialKinds(measure("mcc"), "m", 1.0).of({"m": ROWS})


def test_every_row_has_one_of_the_values_of_its_loss():
    cells = ValueCells(measure("cost"), "m", float(WEIGHTS.sum()), unlabelled=False)
    found = in_pieces(ROWS, UnitRequest(cells={("cost", "m"): cells})).cells["cost", "m"]
    np.testing.assert_array_equal(found.values, COSTS)
    assert sum(one.count for one in found.sums) == 90
    assert found.values.ravel() @ [one.terms[0] for one in found.sums] == pytest.approx(
        np.average(measure("cost").loss(ROWS), weights=WEIGHTS)
    )

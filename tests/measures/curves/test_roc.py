"""ROC curves, their hulls and the point that costs least, against scikit-learn and hand-worked numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import trapezoid
from sklearn import metrics

from foldwise.errors import InputError
from foldwise.measures import ModelScores, measure
from foldwise.measures.curves import OperatingPoint, RocCurve, make_curve
from foldwise.measures.curves.roc import upper_hull
from tests.worlds import outcomes, partition, predictions_of

tied_scores = st.lists(st.integers(0, 6), min_size=30, max_size=30).map(lambda v: np.array(v) / 6)
both_classes = st.permutations([0] * 12 + [1] * 18).map(np.array)


@given(tied_scores, both_classes)
def test_ties_move_together_as_in_scikit_learn(scores, truth):
    curve = RocCurve.of(outcomes(truth, scores=scores))
    fpr, tpr, threshold = metrics.roc_curve(truth, scores, drop_intermediate=False)
    assert curve.fpr == pytest.approx(fpr)
    assert curve.tpr == pytest.approx(tpr)
    assert curve.threshold == pytest.approx(threshold)
    assert curve.area == pytest.approx(metrics.roc_auc_score(truth, scores))


def test_a_curve_that_is_shown_to_lie_below_the_diagonal_says_so():
    """Four rows show nothing; of forty, the rank test of scipy agrees on what does."""
    truth = np.tile([0, 1], 20)
    assert RocCurve.of(outcomes([0, 0, 1, 1], scores=[0.9, 0.4, 0.35, 0.5])).note == ""
    for shift in (0.0, 0.1, 0.2, 0.4):
        scores = np.random.default_rng(3).random(40) - shift * truth
        found = stats.mannwhitneyu(scores[truth == 1], scores[truth == 0], method="asymptotic", use_continuity=False)
        curve = RocCurve.of(outcomes(truth, scores=scores))
        assert bool(curve.note) == (curve.area < 0.5 and found.pvalue < 0.05)
    assert curve.note.endswith(f"inverting the scores would do better, with an area of {1 - curve.area:.3f}")


def test_repeats_of_a_plan_are_no_new_rows():
    parts = [RocCurve.of(outcomes([0, 0, 0, 1, 1, 1], scores=[0.9, 0.2, 0.5, 0.3, 0.4, 0.1]))] * 10
    curve = RocCurve.mean(parts, np.full(10, 0.1))
    assert curve.told(1) != ""
    assert curve.told(10) == ""


@given(tied_scores, both_classes)
def test_the_hull_is_concave_above_the_curve_and_touches_it(scores, truth):
    curve = RocCurve.of(outcomes(truth, scores=scores))
    x, y = curve.hull
    slopes = np.diff(y)[np.diff(x) > 0] / np.diff(x)[np.diff(x) > 0]
    assert np.all(np.diff(slopes) < 1e-9)
    assert np.all(np.interp(curve.fpr, x, np.maximum.accumulate(y)) >= curve.tpr - 1e-12)


def test_the_hull_drops_points_on_and_below_the_straight_line():
    assert upper_hull(np.array([0, 0.25, 0.5, 1]), np.array([0, 0.25, 0.9, 1])) == [0, 2, 3]


def test_the_cheapest_point_minds_the_costs_and_the_prevalence():
    """Ten rows; a miss that costs ten false alarms is avoided by taking all of the class."""
    truth = np.array([1, 1, 0, 1, 0, 0, 0, 0, 0, 1])
    curve = RocCurve.of(outcomes(truth, scores=np.arange(10, 0, -1) / 10))
    assert curve.best_point().threshold == pytest.approx(0.9)
    assert curve.best_point(fn=10).tpr == 1
    dear = curve.best_point(fp=10)
    assert (dear.fpr, dear.tpr, dear.cost) == pytest.approx((0, 0.5, 0.2))
    rare = curve.best_point(prevalence=0.01)
    assert rare.fpr == 0


@given(tied_scores, both_classes, st.floats(0.1, 10), st.floats(0.1, 10))
def test_the_cheapest_point_is_cheapest_by_trying_every_threshold(scores, truth, fn, fp):
    curve = RocCurve.of(outcomes(truth, scores=scores))
    tried = [np.mean(np.where(truth == 1, fn * (scores < t), fp * (scores >= t))) for t in [np.inf, *np.unique(scores)]]
    found = curve.best_point(fn=fn, fp=fp)
    assert found.cost == pytest.approx(min(tried))
    assert np.mean(
        np.where(truth == 1, fn * (scores < found.threshold), fp * (scores >= found.threshold))
    ) == pytest.approx(min(tried))


@pytest.mark.parametrize(
    ("point", "ends"),
    [
        (OperatingPoint(0, 0.25, 0.75, 0, 1.0), ((0, 0.5), (0.5, 1))),
        (OperatingPoint(0, 0.5, 0.5, 0, 0.0), ((0, 0.5), (1, 0.5))),
        (OperatingPoint(0, 0.5, 0.5, 0, 4.0), ((0.375, 0), (0.625, 1))),
        (OperatingPoint(0, 0.3, 0.5, 0, float("inf")), ((0.3, 0), (0.3, 1))),
    ],
)
def test_the_line_of_equal_cost_ends_at_the_square(point, ends):
    assert np.array(point.iso_cost()) == pytest.approx(np.array(ends))


def test_costs_that_reward_mistakes_are_refused():
    curve = RocCurve.of(outcomes([0, 1], scores=[0.2, 0.9]))
    with pytest.raises(
        InputError, match=r"a miss costs more than a hit .* not fn=0, tp=0, fp=1, tn=0; try fn=10, fp=1"
    ):
        curve.best_point(fn=0)


def several(repeats=2, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.arange(90) % 2)
    scores = np.clip(rng.normal(size=90) + truth, -2, 2).round(1)
    table = np.stack([-scores, scores], axis=1)
    return predictions_of(truth, truth, partition(n=90, k=5, repeats=repeats), scores=table, kind="decision")


def test_resamples_are_averaged_vertically_and_never_pooled():
    predictions = several()
    curve = make_curve(predictions, "roc")
    assert len(curve.parts) == 10
    assert np.isnan(curve.threshold).all()
    assert curve.area == pytest.approx(ModelScores(predictions, "m", measure("auc")).value)
    assert trapezoid(curve.tpr, curve.fpr) == pytest.approx(curve.area)
    half = [np.interp(0.5, part.fpr, part.tpr) for part in curve.parts]
    assert min(half) - 1e-12 <= np.interp(0.5, curve.fpr, curve.tpr) <= max(half) + 1e-12


def test_pooling_the_prevalence_predictor_would_give_area_zero_but_it_is_a_half():
    """METHODS B.10: constant scores within a resample, different ones between."""
    truth = np.repeat([0, 1], 10)
    resamples = partition(n=20, k=4)
    prevalence = resamples.train_means(truth.astype(float))[resamples.parts[0]]
    table = np.stack([1 - prevalence, prevalence], axis=1)
    assert make_curve(predictions_of(truth, truth, resamples, scores=table), "roc").area == 0.5


def test_the_hull_of_many_points_is_that_of_all_of_them():
    """The points that are dropped at once are never on the hull: the same corners as point by point."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        steps = rng.random(600) < rng.random()
        x, y = (
            np.append(0, np.cumsum(~steps)) / max(1, (~steps).sum()),
            np.append(0, np.cumsum(steps)) / max(1, steps.sum()),
        )
        hull: list[int] = []
        for at in range(x.size):
            while len(hull) > 1:
                a, b = hull[-2:]
                if (x[b] - x[a]) * (y[at] - y[a]) - (y[b] - y[a]) * (x[at] - x[a]) < 0:
                    break
                hull.pop()
            hull.append(at)
        found = upper_hull(x, y)
        np.testing.assert_allclose(np.interp(x, x[found], y[found]), np.interp(x, x[hull], y[hull]), atol=1e-12)

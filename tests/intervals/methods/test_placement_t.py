"""The t interval of an area."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import make_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of


def scored(truth, score, name="auc", **more):
    table = np.stack([-score, score], axis=1)
    return ModelScores(predictions_of(truth, truth, fixed(len(truth)), scores=table, **more), "m", measure(name))


def world(positives, negatives, seed, shift=1.0):
    truth = np.repeat([1, 0], [positives, negatives])
    return truth, np.random.default_rng(seed).normal(size=truth.size) + shift * truth


def test_by_hand():
    truth, score = world(8, 92, 0)
    up, down = score[truth == 1], score[truth == 0]
    right = up[:, None] > down[None, :]
    parts = [right.mean(axis=axis).var(ddof=1) / n for axis, n in ((1, 8), (0, 92))]
    area, variance = right.mean(), sum(parts)
    df = variance**2 / (parts[0] ** 2 / 7 + parts[1] ** 2 / 91)
    reach = stats.t.ppf(0.975, df) * np.sqrt(variance) / (area * (1 - area))
    ends = 1 / (1 + np.exp(-(np.log(area / (1 - area)) + np.array([-reach, reach]))))
    interval = make_interval(scored(truth, score))
    assert interval.method == "placement-t"
    assert (interval.low, interval.high) == pytest.approx(tuple(ends))
    assert df < 20


def test_classes_that_do_not_overlap_have_the_exact_bound():
    truth = np.repeat([1, 0], [10, 40])
    interval = make_interval(scored(truth, truth + 0.0), "placement-t")
    assert (interval.low, interval.high) == pytest.approx((0.025**0.1, 1))


def test_one_pair_out_of_order_is_not_nearly_certain():
    truth = np.repeat([1, 0], [10, 40])
    score = truth + np.linspace(0, 0.1, 50)
    score[10] = score[0] + 1e-9
    interval = make_interval(scored(truth, score), "placement-t")
    assert interval.low < 0.97


def test_gini_is_twice_as_wide():
    truth, score = world(20, 30, 1)
    area, gini = (make_interval(scored(truth, score, name), "placement-t") for name in ("auc", "gini"))
    assert gini.width == pytest.approx(2 * area.width)


def test_equal_weights_and_their_unit_change_nothing():
    truth, score = world(20, 30, 2)
    weights = np.random.default_rng(3).exponential(1, 50)
    plain, equal = (make_interval(scored(truth, score, weights=w), "placement-t") for w in (None, np.full(50, 4.0)))
    assert (equal.low, equal.high) == pytest.approx((plain.low, plain.high))
    once, scaled = (make_interval(scored(truth, score, weights=k * weights), "placement-t") for k in (1, 100))
    assert (once.low, once.high) == pytest.approx((scaled.low, scaled.high))


def test_five_groups_must_hold_rows_of_every_class():
    truth, score = world(8, 92, 4)
    with pytest.raises(ValidityError, match="needs 5 groups with rows of every class, and there is a class with 2"):
        make_interval(scored(truth, score, groups=np.arange(100) // 4), "placement-t")


def test_it_covers_with_few_positives():
    true = stats.norm.cdf(1 / np.sqrt(2))
    inside = []
    for seed in range(400):
        interval = make_interval(scored(*world(6, 60, seed)), "placement-t")
        inside.append(interval.low <= true <= interval.high)
    assert np.mean(inside) >= 0.93


@pytest.mark.parametrize("lost", [1, 2, 5])
def test_hardly_a_pair_lost_is_bounded_as_none_is(lost):
    rng = np.random.default_rng(0)
    truth = np.arange(140) % 2
    scores = 0.5 + 0.35 * (2 * truth - 1) + 0.05 * rng.uniform(-1, 1, 140)
    perfect = make_interval(scored(truth, scores), "placement-t")
    scores[1] = np.sort(scores[truth == 0])[-lost] - 1e-9
    near = make_interval(scored(truth, scores), "placement-t")
    assert perfect.low == pytest.approx(0.025 ** (1 / 70))
    assert perfect.low - 0.01 < near.low < perfect.low


def test_rows_that_few_positives_may_lack_are_allowed_for():
    # One row in ten of each class lies among the other: 12 % of samples of 20 positives have none of these.
    truth = np.repeat([1, 0], [20, 380])
    score = np.random.default_rng(0).normal(size=400) * 0.1 + np.concatenate([np.ones(20), np.arange(380) % 10 == 0])
    interval = make_interval(scored(truth, score))
    assert interval.low < 0.9 < 0.94 < interval.high

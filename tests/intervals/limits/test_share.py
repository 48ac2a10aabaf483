"""Which measures are shares, and of what."""

import numpy as np
import pytest

import foldwise
from foldwise.intervals import clopper_pearson, make_interval, trials, wilson
from foldwise.intervals.limits.share import share_of
from foldwise.measures import MEASURES, CountMeasure, ModelScores, measure
from tests.worlds import fixed, predictions_of


def binary(tp, fp, fn, tn, **more):
    truth = np.repeat([1, 0, 1, 0], [tp, fp, fn, tn])
    output = np.repeat([1, 1, 0, 0], [tp, fp, fn, tn])
    return predictions_of(truth, output, fixed(truth.size), **more)


ZAKI = binary(7, 7, 3, 13)


@pytest.mark.parametrize(
    ("name", "k", "n"),
    [
        *[("error", 10, 30), ("accuracy", 20, 30), ("precision", 7, 14), ("recall", 7, 10), ("specificity", 13, 20)],
        *[("npv", 13, 16), ("fpr", 7, 20), ("fnr", 3, 10), ("fdr", 7, 14), ("for", 3, 16), ("prevalence", 10, 30)],
        *[("jaccard", 7, 17), ("f1", 7, 17), ("micro-f1", None, None), ("mcc", None, None), ("f2", None, None)],
    ],
)
def test_so_many_of_so_many(name, k, n):
    counted = trials(ModelScores(ZAKI, "m", measure(name)))
    assert (counted is None) if k is None else ((counted.successes, counted.size) == pytest.approx((k, n)))


def test_f1_through_jaccard():
    """[.3554, .7804] by Wilson and [.3114, .8029] by Clopper and Pearson, METHODS L.5."""
    scored = ModelScores(ZAKI, "m", measure("f1"))
    for method, ends in (("wilson", (0.3554, 0.7804)), ("clopper-pearson", (0.3114, 0.8029))):
        interval = make_interval(scored, method)
        assert (interval.low, interval.high) == pytest.approx(ends, abs=5e-5)


def test_a_class_held_against_the_rest():
    truth, output = np.tile([0, 1, 2], 20), np.tile([0, 1, 1, 2, 1, 2], 10)
    predictions = predictions_of(truth, output, fixed(60), n_classes=3)
    interval = make_interval(ModelScores(predictions, "m", measure("precision[c1]")))
    assert interval.method == "wilson"
    assert (interval.low, interval.high) == pytest.approx(wilson(20, 30, 0.95))


def test_unclassified_rows_are_in_the_denominator_of_recall_only():
    predictions = predictions_of([1] * 10 + [0] * 20, [1] * 6 + [-1] * 4 + [0] * 20, fixed(30))
    found = [trials(ModelScores(predictions, "m", measure(name))) for name in ("recall", "precision")]
    assert [(one.successes, one.size) for one in found] == [(6, 10), (6, 6)]


def test_weighted_rows_count_for_less():
    weights = np.tile([1.0, 3.0], 15)
    counted = trials(ModelScores(binary(7, 7, 3, 13, weights=weights), "m", measure("precision")))
    success, chosen = np.repeat([1.0, 0.0], 7), weights[:14]
    share = np.average(success, weights=chosen)
    linearised = np.sum((chosen * (success - share)) ** 2) / chosen.sum() ** 2
    assert counted.successes / counted.size == pytest.approx(share)
    # Half a row on either side, degrees of freedom and the correction for heavy rows cost about a quarter of so few.
    assert 0.6 < counted.size / (share * (1 - share) / linearised) < 1


def test_equal_weights_change_nothing():
    heavy = binary(7, 7, 3, 13, weights=np.full(30, 5.0))
    for name in ("recall", "f1", "error"):
        ends = [make_interval(ModelScores(one, "m", measure(name)), "wilson") for one in (ZAKI, heavy)]
        assert (ends[0].low, ends[0].high) == pytest.approx((ends[1].low, ends[1].high))


@pytest.mark.parametrize("one", [m for m in MEASURES if isinstance(m, CountMeasure)], ids=lambda m: m.name)
def test_a_share_gives_the_measure_back(one):
    share = share_of(one, 2, 1)
    if share is not None:
        table = np.array([[13.0, 7, 2], [3, 7, 1]])
        value = share.back(np.array(table[share.above].sum() / table[share.below].sum()))
        assert float(value) == pytest.approx(float(one.of_table(table, 1)))


def test_f1_covers_what_it_should():
    """Exact through Jaccard: 95 % at least, given the rows that count."""
    rng = np.random.default_rng(0)
    true = 2 * 0.5 / (1 + 0.5)
    inside = []
    for _ in range(400):
        k = rng.binomial(40, 0.5)
        low, high = (2 * end / (1 + end) for end in clopper_pearson(k, 40, 0.95))
        inside.append(low <= true <= high)
    assert np.mean(inside) >= 0.94


def test_precision_of_light_cases_allows_for_a_heavy_control_among_them():
    # Cases of weight 0.1 and controls of 1.9: no control was put among the cases, and one would halve the precision.
    truth = np.repeat([0, 1], 40)
    predicted = np.where(np.arange(80) < 70, truth, 0)
    weights = np.where(truth == 1, 0.1, 1.9)
    found = foldwise.score(truth, predicted, measures=["precision", "recall"], weights=weights, stream=False).findings
    assert found[0].estimate.value == 1
    assert found[0].interval.low < 0.6  # 0.89 by halves of a case
    alike = foldwise.score(truth, predicted, measures=["precision", "recall"], stream=False).findings
    assert found[1].interval.low == pytest.approx(alike[1].interval.low)  # recall rests on cases alone


def test_small_weights_count_as_large_ones_do():
    # One row is put into the class, and its weight says nothing about the weights of rows that are not.
    truth, output = np.array([1, 0, 0, 0, 1, 0]), np.array([1, 0, 0, 0, 0, 0])
    rows = [
        predictions_of(truth, output, fixed(6), weights=scale * np.array([1.0, 3, 1, 2, 3, 3])) for scale in (1, 1e-9)
    ]
    sizes = [trials(ModelScores(one, "m", measure("precision"))).size for one in rows]
    assert sizes[1] == pytest.approx(sizes[0])

"""The delta method; its variances are held against the literature in tests/measures/contributions/test_influence.py."""

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.errors import ValidityError
from foldwise.intervals import choose_interval, make_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(3)
TRUTH = rng.integers(0, 2, 120)
OUTPUT = np.where(rng.random(120) < 0.8, TRUTH, 1 - TRUTH)


def scored(name, **more):
    return ModelScores(predictions_of(TRUTH, OUTPUT, fixed(120), **more), "m", measure(name))


def by_hand(table, level=0.95):
    """Interval of the MCC of two classes: half a row in each cell, variance by class, Fisher's scale."""
    half = np.asarray(table) + 0.5
    mcc = lambda t: (t[1, 1] * t[0, 0] - t[0, 1] * t[1, 0]) / np.sqrt(np.prod([*t.sum(axis=0), *t.sum(axis=1)]))  # noqa: E731
    step, psi = 1e-6, np.zeros((2, 2))
    for i, j in np.ndindex(2, 2):
        up, down = half.copy(), half.copy()
        up[i, j] += step
        down[i, j] -= step
        psi[i, j] = half.sum() * (mcc(up) - mcc(down)) / (2 * step)
    m, n = half.sum(axis=1), half.sum()
    mean = (half * psi).sum(axis=1) / m
    within = (half * (psi - mean[:, None]) ** 2).sum(axis=1) * m / (m - 1) / n**2
    between = np.sum(m * mean**2) / n**2
    variance = within.sum() + between
    df = min(n - 1, variance**2 / (np.sum(within**2 / (m - 1)) + between**2 / (n - 1)))
    reach = stats.t.ppf((1 + level) / 2, df) * np.sqrt(variance) / (1 - mcc(half) ** 2)
    places = np.arctanh([mcc(half), mcc(np.asarray(table, dtype=float))])
    return np.tanh(places.min() - reach), np.tanh(places.max() + reach)


def test_the_matthews_correlation_by_hand():
    interval = make_interval(scored("mcc"))
    table = [[np.sum((t == TRUTH) & (o == OUTPUT)) for o in (0, 1)] for t in (0, 1)]
    assert interval.method == "delta"
    assert (interval.low, interval.high) == pytest.approx(by_hand(table), abs=1e-6)


def test_eight_positives_of_which_none_was_found_do_not_show_that_none_ever_will_be():
    truth, output = np.repeat([0, 0, 1], [89, 3, 8]), np.repeat([0, 1, 0], [89, 3, 8])
    for name in ("mcc", "kappa"):
        interval = make_interval(ModelScores(predictions_of(truth, output, fixed(100)), "m", measure(name)))
        assert interval.low < -0.2
        assert interval.high > 0.25
    mcc = make_interval(ModelScores(predictions_of(truth, output, fixed(100)), "m", measure("mcc")))
    assert (mcc.low, mcc.high) == pytest.approx(by_hand([[89, 3], [8, 0]]), abs=1e-6)


@pytest.mark.parametrize("name", ["lr-positive", "diagnostic-odds-ratio"])
def test_a_ratio_that_few_rows_keep_from_being_infinite_has_no_upper_bound(name):
    def ends(fp):
        truth, output = np.repeat([0, 0, 1, 1], [90 - fp, fp, 20, 40]), np.repeat([0, 1, 0, 1], [90 - fp, fp, 20, 40])
        return make_interval(ModelScores(predictions_of(truth, output, fixed(150)), "m", measure(name)))

    assert ends(4).high == np.inf
    assert "fewer than 5 rows keep it from being infinite" in ends(4).note
    assert np.isfinite(ends(5).high)
    assert ends(5).note == ""


@pytest.mark.parametrize("name", ["mcc", "kappa", "macro-f1", "g-mean", "informedness", "diagnostic-odds-ratio"])
def test_it_is_the_default_for_functions_of_counts(name):
    assert choose_interval(scored(name)).method.name == "delta"


def test_r2_is_a_function_of_sums():
    y = rng.normal(size=80)
    one = ModelScores(predictions_of(y, y + rng.normal(size=80), fixed(80), n_classes=0), "m", measure("r2"))
    interval = make_interval(one)
    assert interval.method == "delta"
    assert interval.low < one.value < interval.high < 1


def test_copies_of_rows_in_one_group_add_nothing():
    truth, output = np.repeat(TRUTH, 3), np.repeat(OUTPUT, 3)
    groups = np.repeat(np.arange(120), 3)
    copied = make_interval(ModelScores(predictions_of(truth, output, fixed(360), groups=groups), "m", measure("mcc")))
    single = make_interval(scored("mcc"))
    assert (copied.low, copied.high) == pytest.approx((single.low, single.high), abs=2e-3)


def test_no_error_among_the_rows_is_no_certainty():
    truth = np.tile([0, 1], 50)
    interval = make_interval(ModelScores(predictions_of(truth, truth, fixed(100)), "m", measure("kappa")))
    assert interval.high == 1
    assert 0.8 < interval.low < 0.95


def test_one_error_does_not_rule_out_that_errors_are_much_rarer():
    truth = np.arange(100) % 2
    wrong = ModelScores(
        predictions_of(truth, np.where(np.arange(100) == 7, 1 - truth, truth), fixed(100)), "m", measure("mcc")
    )
    # A Poisson count of 1 or more has a probability of 5 % where 0.051 are expected.
    assert make_interval(wrong).high == pytest.approx(1 - 0.0513 * (1 - wrong.value), abs=1e-5)


def test_groups_that_do_not_differ_are_one_row_each():
    truth, groups = np.tile([0, 1], 60), np.repeat(np.arange(12), 10)
    kappa = [
        make_interval(ModelScores(predictions_of(truth, truth, fixed(120), groups=one), "m", measure("kappa")))
        for one in (groups, None)
    ]
    assert kappa[0].low < kappa[1].low - 0.1
    assert kappa[0].high == 1


def test_a_recall_that_hangs_on_few_groups_is_not_known():
    truth, groups = np.repeat([0, 1], [90, 10]), np.repeat(np.arange(20), 5)
    output = truth.copy()
    output[[91, 97]] = 0
    one = ModelScores(predictions_of(truth, output, fixed(100), groups=groups), "m", measure("recall"))
    assert make_interval(one) is None
    assert "needs 5 groups with rows that count for recall, and there are 2" in choose_interval(one).reason


def test_weights_have_no_unit():
    weights = np.random.default_rng(5).exponential(1, 120)
    found = [make_interval(scored("mcc", weights=factor * weights)) for factor in (1, 100)]
    assert (found[0].low, found[0].high) == pytest.approx((found[1].low, found[1].high))


def test_sums_that_no_row_moves_leave_nothing_to_judge_from():
    y = rng.normal(size=40)
    perfect = ModelScores(predictions_of(y, y, fixed(40), n_classes=0), "m", measure("r2"))
    assert make_interval(perfect) is None


def test_other_measures_are_refused():
    with pytest.raises(
        ValidityError, match="valid for functions of counts or sums, and error is not one; try interval='bca'"
    ):
        make_interval(scored("error"), "delta")


@pytest.mark.parametrize(("name", "least"), [("mcc", 0.93), ("kappa", 0.93), ("macro-f1", 0.93)])
def test_it_covers(name, least):
    """100 rows, a third of them positive, 82 % right: 95 % within Monte-Carlo error."""
    cells = np.array([0.55, 0.1, 0.08, 0.27])
    draws = np.random.default_rng(1).multinomial(100, cells, 500)
    true = float(measure(name).of_table(np.array([[0.55, 0.1, 0], [0.08, 0.27, 0]]) * 1e6, 1))
    inside = 0
    for tn, fp, fn, tp in draws:
        truth, output = np.repeat([0, 0, 1, 1], [tn, fp, fn, tp]), np.repeat([0, 1, 0, 1], [tn, fp, fn, tp])
        interval = make_interval(ModelScores(predictions_of(truth, output, fixed(100)), "m", measure(name)), "delta")
        inside += interval.low <= true <= interval.high
    assert inside / 500 >= least


def test_the_area_under_a_risk_coverage_curve_allows_for_a_sure_mistake():
    # One row in ten is wrong, however sure it is: a bootstrap resamples the few mistakes there are, and has no width without one.
    draw, inside = np.random.default_rng(7), 0
    for _ in range(100):
        wrong, p = draw.random(40) < 0.1, 0.5 + draw.random(40) / 2
        one = predictions_of(wrong.astype(int), np.zeros(40, int), fixed(40), scores=np.stack([p, 1 - p], axis=1))
        interval = make_interval(ModelScores(one, "m", measure("aurc")))
        assert interval.method == "delta"
        assert interval.high - interval.low > 0
        inside += interval.low <= 0.1 <= interval.high
    assert inside >= 92


def test_a_calibration_slope_that_few_heavy_rows_decide():
    """Chances that fall with the score: 82 to 91 % of 500 rows were covered (slope, in the large), now 93 to 98 %."""
    rng = np.random.default_rng(0)
    missed = dict.fromkeys(("calibration-slope", "calibration-in-the-large"), 0)
    odds = 1.5 * rng.normal(size=400_000) - 0.5  # the right ones; 1.5 times as large and .3 more are said
    up = (rng.random(odds.size) < 1 / (1 + np.exp(-odds))).astype(int)
    whole = foldwise.score(up, scores=1 / (1 + np.exp(-1.5 * odds - 0.3)), measures=list(missed), classes=[0, 1])
    truths = {one.measure.name: one.estimate.value for one in whole.findings}
    chance = np.clip(1 / (1 + np.exp(1 - 1.5 * (1.5 * odds + 0.3))), 0.02, 1)
    for _ in range(60):
        kept = rng.permutation(odds.size)[:20_000]
        kept = kept[rng.random(kept.size) < chance[kept]][:500]
        said, weights = 1 / (1 + np.exp(-1.5 * odds[kept] - 0.3)), 1 / chance[kept]
        found = foldwise.score(up[kept], scores=said, weights=weights, measures=list(missed), classes=[0, 1])
        for one in found.findings:
            name = one.measure.name
            missed[name] += not one.interval.low <= truths[name] <= one.interval.high
    assert max(missed.values()) <= 6

"""Intervals of partial areas."""

import numpy as np
import pytest
from scipy import integrate, stats

from foldwise.errors import ValidityError
from foldwise.intervals import choose_interval, make_interval
from foldwise.measures import ModelScores, band_components, band_of, lean_of_band, measure
from foldwise.predictions import Predictions

APART = 1.5


def scored(rng, positives, negatives, name, **details):
    scores = np.concatenate([rng.normal(APART, 1, positives), rng.normal(0, 1, negatives)])
    truth = np.repeat([1, 0], [positives, negatives])
    table = Predictions.build(truth, {"m": (scores > 0.7).astype(int)}, scores={"m": scores}, **details)
    return ModelScores(table, "m", measure(name))


def truth_of(name):
    """Binormal curves of equal spread are the same after turning the classes round."""
    band = band_of(measure(name))
    area = integrate.quad(lambda f: stats.norm.cdf(APART + stats.norm.ppf(f)), *band.turned)[0]
    return band.value(area)


def test_the_error_is_that_of_the_components():
    one = scored(np.random.default_rng(0), 60, 80, "partial-auc(0.3)")
    found = make_interval(one)
    parts = band_components(one.measure, one.outcomes)
    own = one.outcomes.truth == 1
    variance = np.var(parts[own], ddof=1) / 60 + np.var(parts[~own], ddof=1) / 80
    assert found.method == "partial-placement-t"
    assert found.standard_error == pytest.approx(np.sqrt(variance))
    assert found.low < one.value < found.high


def test_the_whole_area_has_the_error_of_delong():
    one = scored(np.random.default_rng(1), 50, 70, "partial-auc(1)")
    whole = make_interval(ModelScores(one.predictions, "m", measure("auc")))
    assert make_interval(one).standard_error == pytest.approx(whole.standard_error)


def test_the_error_agrees_with_a_bootstrap():
    one = scored(np.random.default_rng(2), 100, 120, "partial-auc(0.4, start=0.1)")
    assert make_interval(one).standard_error == pytest.approx(make_interval(one, "bca").standard_error, rel=0.1)


def test_a_perfect_order_is_not_certain():
    table = Predictions.build(np.arange(60) % 2, {"m": np.arange(60) % 2}, scores={"m": np.arange(60) % 2 * 0.6 + 0.2})
    found = make_interval(ModelScores(table, "m", measure("partial-auc(0.2)")))
    assert found.high == 1
    assert 0.5 < found.low < 0.95
    assert "do not overlap in the band" in found.note


def test_weights_of_one_and_groups_of_one_row_change_little():
    plain = make_interval(scored(np.random.default_rng(3), 60, 60, "partial-auc(0.3)"))
    weighted = make_interval(scored(np.random.default_rng(3), 60, 60, "partial-auc(0.3)", weights=np.full(120, 2.0)))
    grouped = make_interval(scored(np.random.default_rng(3), 60, 60, "partial-auc(0.3)", groups=np.arange(120)))
    assert (weighted.low, weighted.high) == pytest.approx((plain.low, plain.high))
    assert grouped.standard_error == pytest.approx(plain.standard_error, rel=0.02)


def test_few_rows_in_the_band_and_other_measures_are_refused():
    few = scored(np.random.default_rng(4), 30, 15, "partial-auc(0.1)")
    with pytest.raises(ValidityError, match=r"1.5 rows lie in the band of rates, and 2 are the least"):
        make_interval(few, "partial-placement-t")
    with pytest.raises(ValidityError, match="valid for partial-auc and partial-auc-tpr, and auc is not one"):
        make_interval(ModelScores(few.predictions, "m", measure("auc")), "partial-placement-t")


def test_under_resampling_the_band_of_a_test_set_must_hold_rows():
    import foldwise

    found = foldwise.assess("lda", foldwise.sample("breast-cancer"), measures="partial-auc(0.1)", plan="kfold(10)")
    assert "holds 4.6 rows of a test set, and 5 are the least" in found.findings[0].reason
    wide = foldwise.assess("lda", foldwise.sample("breast-cancer"), measures="partial-auc(0.3)", plan="kfold(5)")
    assert wide.findings[0].interval.method == "influence"


@pytest.mark.slow
@pytest.mark.parametrize(("positives", "negatives"), [(50, 50), (20, 180), (180, 20)])
@pytest.mark.parametrize("name", ["partial-auc(0.2)", "partial-auc(0.3, start=0.1)", "partial-auc-tpr(0.8)"])
def test_intervals_contain_the_area_of_the_population(positives, negatives, name):
    rng, known = np.random.default_rng(5), truth_of(name)
    found = [make_interval(scored(rng, positives, negatives, name)) for _ in range(600)]
    covered = np.mean([one.low <= known <= one.high for one in found])
    assert covered > 0.95 - 0.02 - 3 * np.sqrt(0.95 * 0.05 / 600)


def test_few_rows_of_one_test_set_in_the_band_have_no_interval():
    # 8 positives: 1.6 of them lie between recalls of .8 and 1, and the bootstrap that was taken then covered 58 to 83 %.
    few = scored(np.random.default_rng(5), 8, 60, "partial-auc-tpr(0.8)")
    assert make_interval(few) is None
    assert choose_interval(few).reason.startswith("not assessable: 1.6 rows lie in the band")
    rough = make_interval(scored(np.random.default_rng(5), 15, 60, "partial-auc-tpr(0.8)"))
    assert rough.note == "3.0 rows lie in the band of rates; only a rough guide"
    assert not make_interval(scored(np.random.default_rng(5), 30, 60, "partial-auc-tpr(0.8)")).note


def test_a_part_of_a_curve_leans_upward_and_the_lower_end_allows_for_it():
    # The curve of normal scores is concave: its slope at the end of the band is below the mean slope within.
    draw, name = np.random.default_rng(6), "partial-auc(0.2)"
    samples = [scored(draw, 60, 15, name) for _ in range(400)]
    lean = np.mean([one.value for one in samples]) - truth_of(name)
    allowed = np.mean([lean_of_band(one.measure, one.outcomes) for one in samples])
    assert 0.005 < lean < allowed < 4 * lean
    assert lean_of_band(measure("auc"), samples[0].outcomes) == 0


def test_an_area_at_the_end_of_its_range_stays_there_whatever_the_unit_of_the_weights():
    rng = np.random.default_rng(6)
    truth, weights = np.arange(120) % 2, rng.integers(1, 4, 120).astype(float)
    ends = []
    for scale in (1.0, 1e12, 0.1, 0.7, 3e-9):
        scores = {"m": np.where(truth, 0.01, 0.99)}
        table = Predictions.build(truth, {"m": 1 - truth}, scores=scores, weights=scale * weights)
        for name in ("partial-auc", "partial-auc-tpr"):
            found = make_interval(ModelScores(table, "m", measure(name)))
            ends.append((round(found.low, 9), round(found.high, 9)))
            assert "do not overlap in the band" in found.note
    assert len(set(ends)) == len(ends) / 5

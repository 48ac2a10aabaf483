"""Extrapolations, against curves whose truth is known."""

from math import inf

import numpy as np
import pytest

from foldwise.diagnoses import CURVE_MODELS, curve_model, extrapolate
from foldwise.errors import InputError
from foldwise.problems import GaussianLinear

SIZES = np.round(50 * np.sqrt(2) ** np.arange(8))
SE = np.full(8, 0.004)
TRUTH = 0.1 + 2 * SIZES**-0.7
FOUND = extrapolate(SIZES, TRUTH, SE)


def law(size):
    return 0.1 + 2 * size**-0.7


def test_twice_the_rows_are_predicted_with_a_band():
    point = FOUND.at(2 * SIZES[-1])
    assert point.value == pytest.approx(law(point.size), abs=0.004)
    assert point.low < law(point.size) < point.high
    assert point.high - point.low < 0.06


def test_the_band_widens_with_the_distance():
    widths = [(one := FOUND.at(size)).high - one.low for size in (SIZES[-1], 2 * SIZES[-1], 8 * SIZES[-1])]
    assert widths == sorted(widths)


def test_weights_sum_to_one_and_models_that_misfit_have_none():
    assert FOUND.weights.sum() == pytest.approx(1)
    assert FOUND.weights[[one.name for one in CURVE_MODELS].index("exp2")] < 1e-3


def test_hidden_sizes_and_their_errors_are_shown():
    assert len(FOUND.hidden) == 4 + 3 + 2 + 1
    frame = FOUND.hidden_frame()
    assert frame["error"].tolist() == pytest.approx((frame["predicted"] - frame["observed"]).tolist())
    assert FOUND.past_error == pytest.approx(np.sqrt((frame["error"] ** 2).mean()))
    assert FOUND.past_error < 0.02


def test_rows_for_an_error_invert_the_curve():
    wanted = law(900)
    found = FOUND.rows_for(wanted)
    assert found.rows == pytest.approx(900, rel=0.3)
    assert found.low < 900 < found.high
    assert FOUND.rows_for(0.01).rows == inf
    assert FOUND.rows_for(1.0).rows < 10


def test_an_error_is_carried_to_all_rows_along_the_curve():
    assert FOUND.carry(0.2, SIZES[-1], 2 * SIZES[-1]) == pytest.approx(
        0.2 - (law(SIZES[-1]) - law(2 * SIZES[-1])), abs=0.004
    )
    assert FOUND.carry(0.0, 50, 500) == 0
    assert FOUND.worth(300) == pytest.approx(1.4 * 300**-1.7, rel=0.2)


def test_a_curve_of_least_squares_is_followed_to_its_known_risk():
    problem = GaussianLinear(5)
    sizes = np.array([20, 28, 40, 56, 80, 113, 160])
    risks = [problem.least_squares_risk(int(size)) for size in sizes]
    found = extrapolate(sizes, risks, np.full(7, 0.02))
    point = found.at(320)
    assert point.low < problem.least_squares_risk(320) < point.high
    assert point.value == pytest.approx(problem.least_squares_risk(320), abs=0.02)


def test_a_flat_curve_stays_flat():
    found = extrapolate(SIZES, np.full(8, 0.3), SE)
    assert found.at(2000).value == pytest.approx(0.3, abs=1e-4)
    assert found.drift == 0


def test_a_curve_that_models_cannot_follow_is_said_to_be_so():
    errors = np.array([0.3, 0.25, 0.2, 0.3, 0.35, 0.3, 0.2, 0.15])
    found = extrapolate(SIZES, errors, SE)
    assert any("rises between" in one for one in found.notes)
    only = extrapolate(SIZES, errors[::-1], SE)
    assert only.best in {one.name for one in CURVE_MODELS}


def test_where_the_last_error_predicts_best_it_is_said():
    found = extrapolate(SIZES, np.full(8, 0.3), SE, models=(curve_model("last1"), curve_model("exp2")))
    assert found.best == "last1"
    assert "nothing to extrapolate" in found.notes[-1]


def test_resampled_curves_take_the_place_of_drawn_ones():
    rng = np.random.default_rng(0)
    curves = TRUTH + rng.normal(scale=0.03, size=(100, 1))
    wide, narrow = extrapolate(SIZES, TRUTH, SE, replicates=curves).at(800), FOUND.at(800)
    assert wide.high - wide.low > narrow.high - narrow.low
    assert sum(len(one.a) for one in extrapolate(SIZES, TRUTH, SE, replicates=curves).drawn) == 100


def test_the_table_holds_the_curve_and_its_band():
    frame = FOUND.to_frame()
    assert frame["size"].tolist() == SIZES.tolist()
    assert (frame["low"] <= frame["fitted"]).all()
    assert (frame["fitted"] <= frame["high"]).all()


def test_what_cannot_be_extrapolated_is_refused():
    with pytest.raises(InputError, match="takes 5 sizes or more"):
        extrapolate(SIZES[:4], TRUTH[:4], SE[:4])
    with pytest.raises(InputError, match="below 1, and 10 draws or more, not 8, 1 and 400"):
        extrapolate(SIZES, TRUTH, SE, shared=1.0)
    with pytest.raises(InputError, match="curves over 8 sizes"):
        extrapolate(SIZES, TRUTH, SE, replicates=np.ones((5, 3)))
    with pytest.raises(InputError, match="a size is a number from 1 up"):
        FOUND.at(0)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["pow3", "exp3", "log2", "flat"])
def test_the_band_at_twice_the_rows_covers(name):
    """40 curves with the noise of 0.012, of which 0.8 is shared: at least 0.85 = 0.95 - 3 standard errors."""
    truths = {
        "pow3": law,
        "exp3": lambda s: 0.15 + 0.3 * np.exp(-s / 150),
        "log2": lambda s: 0.6 - 0.06 * np.log(s),
        "flat": lambda s: 0.3 + 0 * s,
    }
    truth, rng, hits = truths[name], np.random.default_rng(0), 0
    for one in range(40):
        noise = 0.012 * (np.sqrt(0.8) * rng.normal() + np.sqrt(0.2) * rng.normal(size=8))
        point = extrapolate(SIZES, truth(SIZES) + noise, np.full(8, 0.012), shared=0.8, draws=200, seed=one).at(1132)
        hits += point.low <= truth(1132.0) <= point.high
    assert hits >= 34


def test_the_gain_of_more_rows_is_surer_than_either_error():
    sizes = np.array([25, 35, 50, 71, 100, 141, 200])
    curve = extrapolate(sizes, 0.1 + 2 / sizes, np.full(7, 0.01), shared=0.9)
    found = curve.gain(200, 400)
    before, after = curve.at(200), curve.at(400)
    assert found.value == pytest.approx(before.value - after.value)
    assert found.low < 0.005 < found.high
    assert found.high - found.low < before.high - before.low + after.high - after.low


def test_negative_errors_and_endless_sizes_are_refused():
    sizes = np.array([10, 20, 40, 80, 160])
    with pytest.raises(InputError, match="errors are 0 or more"):
        extrapolate(sizes, [-0.5, -0.4, -0.3, -0.25, -0.22], np.full(5, 0.01))
    with pytest.raises(InputError, match="a size is a number from 1 up"):
        extrapolate(sizes, 1 / sizes, np.full(5, 0.01)).at(np.inf)

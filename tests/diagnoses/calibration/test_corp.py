"""Parts of a score, against scikit-learn."""

import numpy as np
import pytest
from scipy.special import expit, logit
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss

from foldwise.diagnoses import corp
from foldwise.errors import InputError, UnknownNameError

rng = np.random.default_rng(0)
P = rng.uniform(size=300).round(2)
Y = (rng.random(300) < P**1.5).astype(int)


def test_parts_are_differences_of_scores_of_recalibrated_probabilities():
    fitted = IsotonicRegression(y_min=0, y_max=1).fit_transform(P, Y)
    parts = corp(Y, P).parts
    base = np.full(300, Y.mean())
    assert parts.score == pytest.approx(brier_score_loss(Y, P))
    assert parts.miscalibration == pytest.approx(brier_score_loss(Y, P) - brier_score_loss(Y, fitted))
    assert parts.discrimination == pytest.approx(brier_score_loss(Y, base) - brier_score_loss(Y, fitted))
    assert parts.uncertainty == pytest.approx(Y.mean() * (1 - Y.mean()))


@pytest.mark.parametrize("score", ["brier", "log-loss"])
def test_the_sum_is_exact_and_no_part_is_negative(score):
    parts = corp(Y, np.clip(P, 0.01, 0.99), score=score).parts
    assert parts.miscalibration - parts.discrimination + parts.uncertainty == pytest.approx(parts.score, abs=1e-12)
    assert min(parts.miscalibration, parts.discrimination) >= 0
    if score == "log-loss":
        assert parts.score == pytest.approx(log_loss(Y, np.clip(P, 0.01, 0.99)))


def test_rows_in_another_order_are_the_same():
    order = rng.permutation(300)
    assert corp(Y[order], P[order]).parts == corp(Y, P).parts


def test_one_probability_for_all_does_not_discriminate():
    parts = corp([0, 1, 1, 0], [0.7] * 4).parts
    assert parts.discrimination == 0
    assert parts.miscalibration == pytest.approx(0.04)


def test_perfect_probabilities_have_no_miscalibration():
    parts = corp([0, 1, 1], [0.0, 1.0, 1.0]).parts
    assert (parts.score, parts.miscalibration) == (0, 0)
    assert parts.discrimination == parts.uncertainty


def test_intervals_take_off_what_chance_adds():
    p = np.random.default_rng(3).uniform(size=400)
    calibrated = (np.random.default_rng(4).random(400) < p).astype(int)
    wrong = (np.random.default_rng(4).random(400) < expit(3 * logit(p))).astype(int)
    score, miscalibration, discrimination, uncertainty = corp(calibrated, p).intervals(draws=200)
    assert miscalibration.low == 0
    assert corp(wrong, p).intervals(draws=200)[1].low > 0
    assert score.low < np.mean(p * (1 - p)) < score.high
    assert discrimination.low < p.var() < discrimination.high
    assert uncertainty.low <= 0.25 <= uncertainty.high + 0.01


def test_the_table_is_the_reliability_curve():
    frame = corp(Y, P).to_frame()
    assert frame["recalibrated"].is_monotonic_increasing
    assert frame["rows"].sum() == 300


def test_what_is_no_score_or_level_is_refused():
    with pytest.raises(UnknownNameError, match="no score that is taken apart called 'hinge'"):
        corp(Y, P, score="hinge")
    with pytest.raises(InputError, match="20 draws or more"):
        corp(Y, P).intervals(draws=5)

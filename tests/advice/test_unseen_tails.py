"""FW302: tails that no simulation shows."""

import numpy as np
import pytest
from scipy import stats

from foldwise.advice import Case, Severity, UnseenTails
from foldwise.advice.unseen_tails import kurtosis
from foldwise.measures import as_measures
from tests.advice.worlds import case_of, normal_rows

rng = np.random.default_rng(0)
X, y = normal_rows(200)


def look(truth, measure):
    return UnseenTails().look(Case("certify", case_of(X, truth).dataset, measures=as_measures(measure)))


def test_every_certificate_of_unbounded_losses_says_what_it_cannot_see():
    found = look(rng.normal(size=200), "rmse")
    assert found.severity is Severity.NOTE
    assert "are not simulated" in found.found


def test_a_target_with_heavy_tails_voids_it():
    heavy = rng.standard_t(3, size=200)
    heavy[0] = 40
    assert look(heavy, "rmse").severity is Severity.DOUBTFUL


def test_bounded_measures_have_no_tails():
    assert look(y, "error") is None
    assert look(rng.normal(size=200), "r2") is None


@pytest.mark.parametrize("seed", range(3))
def test_the_kurtosis_is_that_of_scipy(seed):
    values = np.random.default_rng(seed).gamma(2, size=50)
    assert kurtosis(values) == pytest.approx(stats.kurtosis(values, fisher=False))
    assert kurtosis(np.ones(5)) == 0

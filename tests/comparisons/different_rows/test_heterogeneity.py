"""Whether several values on different rows are the same."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import homogeneity_test, several_proportions, welch_anova
from foldwise.errors import InputError, ValidityError
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions
from tests.comparisons.unpaired_worlds import scores_table

rng = np.random.default_rng(8)


def errors_of(values, name="m", **details):
    truth = np.linspace(0.5, 9.5, len(values))
    return ModelScores(Predictions.build(truth, {name: truth + values}, **details), name, measure("mae"))


def test_proportions_are_compared_by_pearsons_chi2():
    found = several_proportions([(10, 50), (20, 60), (30, 70)])
    theirs = stats.chi2_contingency([[10, 20, 30], [40, 40, 40]], correction=False)
    assert found.statistic == pytest.approx(theirs.statistic * 179 / 180)
    assert (found.df, found.p_value) == (2, pytest.approx(stats.chi2.sf(found.statistic, 2)))
    assert several_proportions([(0, 5), (0, 9)]).p_value == 1


def test_means_are_compared_by_welchs_analysis_of_variance():
    """Against the formula of Welch (1951), written out."""
    samples = [rng.gamma(2, size=n) for n in (20, 35, 50)]
    w = np.array([one.size / one.var(ddof=1) for one in samples])
    means = np.array([one.mean() for one in samples])
    centre = (w * means).sum() / w.sum()
    lam = sum((1 - wi / w.sum()) ** 2 / (one.size - 1) for wi, one in zip(w, samples, strict=True))
    f = (w * (means - centre) ** 2).sum() / 2 / (1 + 2 * (3 - 2) / (9 - 1) * lam)
    found = homogeneity_test([errors_of(one) for one in samples])
    assert (found.statistic, found.df[1]) == pytest.approx((f, 8 / (3 * lam)))
    assert found.p_value == pytest.approx(stats.f.sf(f, 2, 8 / (3 * lam)))


def test_two_means_give_the_square_of_welchs_t():
    x, y = rng.gamma(2, size=25), rng.gamma(2, size=40)
    theirs = stats.ttest_ind(x, y, equal_var=False)
    found = homogeneity_test([errors_of(x), errors_of(y)])
    assert (found.statistic, found.p_value) == pytest.approx((theirs.statistic**2, theirs.pvalue))


def test_errors_that_are_known_exactly_leave_chi2():
    found = welch_anova([0.0, 1.0], [(0.5, np.inf), (0.5, np.inf)])
    assert found.p_value == pytest.approx(stats.chi2.sf(2.0, 1))


@pytest.mark.parametrize("name", ["auc", "mcc", "log-loss", "f1", "error"])
def test_other_measures_have_their_own_standard_errors(name):
    tables = [scores_table(rng, 120, apart, "m") for apart in (0.5, 1.5, 3.5)]
    found = homogeneity_test([ModelScores(one, "m", measure(name)) for one in tables])
    assert found.p_value < 0.01
    same = [scores_table(rng, 120, 1.5, "m") for _ in range(3)]
    assert homogeneity_test([ModelScores(one, "m", measure(name)) for one in same]).p_value > 0.001


def test_no_spread_and_a_single_value_are_refused():
    with pytest.raises(ValidityError, match="no row moves mae of 30 rows"):
        homogeneity_test([errors_of(np.ones(30)), errors_of(rng.gamma(2, size=20))])
    with pytest.raises(InputError, match="two values or more are compared, and there is 1"):
        homogeneity_test([errors_of(rng.gamma(2, size=20))])


@pytest.mark.slow
def test_of_equal_segments_one_in_twenty_is_called_different():
    rejected = sum(
        homogeneity_test([errors_of(rng.gamma(2, size=n)) for n in (30, 50, 80, 40)]).p_value <= 0.05
        for _ in range(1500)
    )
    assert rejected / 1500 == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 1500) + 0.01)

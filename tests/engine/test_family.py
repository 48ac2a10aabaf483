"""What a family need not say: the defaults of its fits."""

import numpy as np
import pytest

from foldwise.engine.family import BlockFit, Cost, Family, Resampled, SumFit
from foldwise.engine.linalg.scores import posteriors
from tests.engine.same import resamples
from tests.worlds import classes


class Known(Family):
    name, models = "known", ("Model",)

    def refusal(self, *_):
        return None

    def prepare(self, *_):
        return Constant()


class Constant(BlockFit):
    def scores(self, test):
        return np.zeros((test.size, 2)), np.ones(test.count, dtype=bool)


class Sums(SumFit):
    cost = Cost(3)

    def statistics(self, x, c):
        return x

    def fit(self, sums):
        return sums

    def score(self, parameters, test):
        return parameters


def test_results_say_where_a_family_is_not_exact():
    family = Known()
    assert family.label == "known"
    family.exactness = "equivalent"
    assert family.label == "known (equivalent)"


@pytest.mark.parametrize("kind", ["parts", "weights"])
def test_resamples_may_weigh_rows_that_have_no_weights(kind):
    assert Resampled.of(classes(), resamples(kind, 90)).weighted == (kind == "weights")


def test_scores_are_decided_by_the_most_probable_class():
    scores = np.array([[0.0, 1.0], [3.0, -1.0]])
    for labels, shares in (Sums().decide(scores), Constant().decide(scores, None, 0)):
        assert labels.tolist() == [1, 0]
        np.testing.assert_array_equal(shares, posteriors(scores)[1])
    labels, shares = Constant().decide(np.zeros((0, 2)), None, 0)
    assert (labels.size, shares.shape) == (0, (0, 2))


def test_what_a_fit_does_not_say_is_the_plain_case():
    fit = Sums()
    assert fit.possible
    assert (fit.products, fit.centred, fit.subtract) == (False, True, True)
    assert fit.covers(None, None) is None
    assert fit.compiled(None, None) is None
    assert Constant().begin() is None
    assert fit.cost == Cost(per_row=3, per_resample=0, fitted=1)

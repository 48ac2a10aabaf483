"""Linear discriminants of all resamples at once are those of scikit-learn, or are left to it."""

from dataclasses import replace

import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from foldwise.engine import choose
from tests.engine.kernels.same import resamples, same
from tests.worlds import classes, label

UNCENTRED = [
    LinearDiscriminantAnalysis(solver="lsqr"),
    LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.9),
    LinearDiscriminantAnalysis(solver="eigen", shrinkage=0.3),
]


@pytest.mark.parametrize("kind", ["parts", "loo", "counts"])
@pytest.mark.parametrize("model", UNCENTRED, ids=label)
def test_solvers_that_do_not_centre_are_followed_some_way_from_zero(model, kind):
    world = classes(n=61)
    assert same(model, replace(world, X=world.X + 300.0), resamples(kind, 61), "lda") == "lda"


@pytest.mark.parametrize("model", UNCENTRED, ids=label)
def test_where_scikit_learn_loses_its_digits_far_from_zero_it_is_asked_itself(model):
    world = classes(n=61)
    route = choose(model, replace(world, X=world.X + 1e9), resamples("parts", 61))
    assert route.kernel is None
    assert "so far from zero" in route.reason


def test_the_solver_that_centres_is_followed_farther():
    world = classes(n=61)
    far = replace(world, X=world.X + 1e6)
    assert same(LinearDiscriminantAnalysis(), far, resamples("loo", 61), "lda", tolerance=1e-7) == "lda"

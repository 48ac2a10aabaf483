"""Linear discriminants of all resamples at once are those of scikit-learn, or are left to it."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from foldwise.engine import Settings, choose, run
from tests.engine.same import resamples, same
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
    assert route.family is None
    assert "so far from zero" in route.reason


def test_the_solver_that_centres_is_followed_farther():
    world = classes(n=61)
    far = replace(world, X=world.X + 1e6)
    assert same(LinearDiscriminantAnalysis(), far, resamples("loo", 61), "lda", tolerance=1e-7) == "lda"


@pytest.mark.parametrize("kind", ["loo", "many parts", "counts"])
def test_a_class_of_one_row_with_given_priors_fails_as_in_scikit_learn(kind):
    """Without the row there are fewer classes than priors, which scikit-learn cannot fit: only those resamples fail."""
    world = classes(n=61)
    target = np.where(np.arange(61) == 5, "alone", np.array(["one", "other"])[np.arange(61) % 2])
    lonely, model = replace(world, target=target), LinearDiscriminantAnalysis(priors=[0.2, 0.4, 0.4])
    fast, slow = (
        run(lonely, {"m": model}, resamples(kind, 61), Settings(engine=engine, on_failure="record", jobs=1))
        for engine in ("auto", "generic")
    )
    assert [one.resample for one in fast.failures] == [one.resample for one in slow.failures] != []
    np.testing.assert_array_equal(fast.outputs["m"].row, slow.outputs["m"].row)
    np.testing.assert_allclose(fast.outputs["m"].scores, slow.outputs["m"].scores, rtol=1e-8, atol=1e-12)


def test_columns_in_very_different_units_with_a_large_tolerance():
    """Which directions are kept is in doubt here, so that coordinates must lead back to the columns."""
    world = classes(n=61)
    model = LinearDiscriminantAnalysis(tol=0.3)
    same(model, replace(world, X=world.X * np.array([1e-100, 1.0, 1e10, 1.0])), resamples("counts", 61), "lda")

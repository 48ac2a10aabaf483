"""Kernel ridge and Gaussian processes answer exactly as scikit-learn's do, on every kind of resample."""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, DotProduct, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.engine.families import kernel_ridge
from foldwise.errors import FitError
from foldwise.plans import Partition
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label, values

RIDGES = [
    KernelRidge(),
    KernelRidge(0.5, kernel="rbf", gamma=0.2),
    KernelRidge(kernel="poly", degree=2, coef0=2),
    KernelRidge(kernel="laplacian"),
    make_pipeline(PolynomialFeatures(2), KernelRidge()),
]
PROCESSES = [
    GaussianProcessRegressor(alpha=0.1, optimizer=None),
    GaussianProcessRegressor(RBF(2.0) + WhiteKernel(0.5), optimizer=None, normalize_y=True),
    GaussianProcessRegressor(RBF(1.0, "fixed") * DotProduct(1.0, "fixed"), alpha=0.01),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", RIDGES, ids=label)
@pytest.mark.parametrize("train", [False, True])
def test_kernel_ridge(model, kind, train):
    assert same(model, values(n=41), resamples(kind, 41), "kernel-fits", train=train) == "kernel-fits"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "weights"])
@pytest.mark.parametrize("model", PROCESSES, ids=label)
@pytest.mark.parametrize("train", [False, True])
def test_gaussian_processes(model, kind, train):
    assert same(model, values(n=41), resamples(kind, 41), "kernel-fits", train=train) == "kernel-fits"


@pytest.mark.parametrize("kind", KINDS)
def test_rows_without_weight_teach_nothing_and_are_predicted(kind):
    dataset = values(n=41)
    weights = np.random.default_rng(0).uniform(0, 2, 41)
    weights[:3] = 0
    weighted = Dataset(X=dataset.X, target=dataset.target, task=Task.REGRESSION, weights=weights)
    same(KernelRidge(kernel="rbf"), weighted, resamples(kind, 41), "kernel-fits")


def with_far_rows(*rows):
    """Values in which some rows lie together, 10⁵ from zero: their squared distances have no digits left."""
    dataset = values(n=41)
    X = dataset.X.copy()
    X[list(rows)] = 1e5 + 0.1 * np.random.default_rng(9).normal(size=(len(rows), X.shape[1]))
    return Dataset(X=X, target=dataset.target, task=Task.REGRESSION)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", [(3,), (3, 4)])
def test_distances_without_digits_are_left_to_scikit_learn(kind, rows):
    """‖x‖² + ‖y‖² - 2xy of a row and itself is 10⁻⁶ by rounding, by whichever order scikit-learn adds it up."""
    same(KernelRidge(kernel="rbf", gamma=0.3), with_far_rows(*rows), resamples(kind, 41), "kernel-fits", train=True)


def test_a_far_row_alone_is_no_reason():
    """Tested by models that have no row near it, its kernel is zero by any computation."""
    model, dataset = KernelRidge(kernel="rbf", gamma=0.3), with_far_rows(3)
    assert same(model, dataset, resamples("parts", 41), "kernel-fits") == "kernel-fits"


@pytest.mark.parametrize("kind", KINDS)
def test_matrices_near_singular_are_fitted_the_generic_way(kind):
    """Columns of length 10⁵ and a penalty of 1 leave too few digits to repeat what scikit-learn's rounding does."""
    dataset = values(n=41)
    far = Dataset(X=dataset.X * 1e5, target=dataset.target, task=Task.REGRESSION)
    done = run(far, {"m": KernelRidge()}, resamples(kind, 41), Settings()).of("m")
    assert done.engine == "generic"


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = values(n=400), resamples("parts", 400)
    one, two = (run(dataset, {"m": RIDGES[1]}, drawn, Settings(jobs=jobs)).of("m").output for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (KernelRidge(kernel="precomputed"), "the kernel is not one that is known by name"),
        (KernelRidge(kernel=np.dot), "the kernel is not one that is known by name"),
        (KernelRidge(alpha=0), "alpha is not a single number above 0"),
        (GaussianProcessRegressor(), "the kernel is fitted to each training set"),
        (GaussianProcessRegressor(alpha=np.ones(80), optimizer=None), "alpha is not a single number above 0"),
        (GaussianProcessRegressor(optimizer=None, n_targets=2), "n_targets=2, but there is one target"),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, values(), Partition(np.arange(80)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


def test_a_kernel_of_the_users_own_goes_the_generic_way():
    class Mine(RBF):
        pass

    route = choose(GaussianProcessRegressor(Mine() + WhiteKernel(), optimizer=None), values(), resamples("loo", 80))
    assert route.reason == "the kernel is not one of scikit-learn's"


def test_too_many_rows_and_classes_go_the_generic_way(monkeypatch):
    monkeypatch.setattr(kernel_ridge, "MOST_ROWS", 50)
    assert (
        choose(KernelRidge(), values(), resamples("loo", 80)).reason
        == "the kernel matrix of 80 rows does not fit in memory at once"
    )
    assert (
        choose(KernelRidge(), classes(), resamples("loo", 90)).reason
        == "KernelRidge does not fit a classification target"
    )


def test_weighted_rows_are_refused_as_the_generic_path_refuses_them():
    with pytest.raises(FitError, match="takes no sample_weight"):
        run(values(n=41), {"m": PROCESSES[0]}, resamples("weights", 41), Settings())

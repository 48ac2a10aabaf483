"""Kernel regression and the Parzen classifier on all resamples are those of one fit after the other."""

import numpy as np
import pytest

from foldwise.data import Dataset
from foldwise.engine import Settings, choose, run
from foldwise.errors import FitError
from foldwise.learners import KernelDensityClassifier, NadarayaWatson
from foldwise.plans import Partition, RowLists
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label, values


def weighted(dataset):
    weights = np.random.default_rng(0).uniform(0, 2, dataset.n)
    weights[:2] = 0
    return Dataset(X=dataset.X, target=dataset.target, task=dataset.task, weights=weights)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "model", [NadarayaWatson(), NadarayaWatson(0.8, kernel="cosine"), NadarayaWatson(0.02)], ids=label
)
def test_values(model, kind):
    """A bandwidth of 0.02 lets every weight underflow; out of reach of a cosine the mean is predicted."""
    assert same(model, values(n=41), resamples(kind, 41), "parzen-means", train=True) == "parzen-means"
    same(model, weighted(values(n=41)), resamples(kind, 41), "parzen-means")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "model",
    [KernelDensityClassifier(), KernelDensityClassifier(1.2, kernel="linear", priors=[0.2, 0.3, 0.5])],
    ids=label,
)
def test_classes(model, kind):
    assert same(model, classes(n=41), resamples(kind, 41), "parzen-means", train=True) == "parzen-means"
    same(model, weighted(classes(n=41)), resamples(kind, 41), "parzen-means")


def test_rows_in_blocks(monkeypatch):
    monkeypatch.setattr("foldwise.engine.neighbourhoods.local_sums.WEIGHTS_HELD", 100)
    for kind in KINDS:
        same(NadarayaWatson(), values(n=41), resamples(kind, 41), "parzen-means")


def test_given_priors_for_a_class_that_training_lacks_fail_as_in_the_generic_path():
    dataset = classes(n=30)
    drawn = RowLists((np.flatnonzero(dataset.codes > 0),), (np.flatnonzero(dataset.codes == 0),), 30)
    with pytest.raises(FitError, match="there are 3 priors for 2 classes"):
        run(dataset, {"m": KernelDensityClassifier(priors=[0.2, 0.3, 0.5])}, drawn, Settings())


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (NadarayaWatson(), "NadarayaWatson does not fit a classification target"),
        (KernelDensityClassifier(0), "the bandwidth is a number above 0, not 0"),
        (KernelDensityClassifier(priors=[1.0]), "there are 1 priors for 3 classes"),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, classes(), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)

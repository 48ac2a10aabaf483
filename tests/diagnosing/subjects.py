"""Subjects for the tests of the parts of a diagnosis."""

import numpy as np

from foldwise.data import as_dataset
from foldwise.diagnosing import Subject, check_loss
from foldwise.engine import Settings
from foldwise.models import as_models, only_model
from foldwise.plans import as_plan


def classes(n=160, p=4, seed=0, gap=1.0):
    """Two normal classes that differ in the first column."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, p))
    X[:, 0] += gap * y
    return X, y


def values(n=160, p=3, seed=0, noise=1.0):
    """A linear target of the first column."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, 2 * X[:, 0] + noise * rng.normal(size=n)


def subject(model, X, y, *, measure=None, plan="kfold(5)", samples=20, **given):
    """A subject of a model on rows; what belongs to the rows is given by its name."""
    rows = {name: given.pop(name) for name in ("groups", "order", "weights") if name in given}
    dataset = as_dataset(X, y, **rows)
    name, estimator = only_model(as_models(model, dataset), "diagnose")
    return Subject(
        dataset,
        name,
        estimator,
        check_loss(measure, dataset),
        as_plan(plan),
        Settings(progress=None),
        samples=samples,
        **given,
    )

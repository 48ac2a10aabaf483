"""Trees are scikit-learn's trees: row by row where sums are exact, and in the distribution of their errors everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.ensemble import RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier

from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine import Settings, run
from foldwise.plans import KFold, draw
from foldwise.testing.kernels import check_kernel
from tests.conformance.kernel_worlds import PLANS, class_worlds, drawn
from tests.releases import adaboost
from tests.worlds import label

compiled = pytest.mark.skipif(not native.COMPILED, reason="trees are grown by the compiled kernels")
COUNTED = tuple(plan for plan in PLANS if plan != "weights")
SEEDS = 40


@compiled
@pytest.mark.parametrize("examples", [8, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(),
        DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=4),
        DecisionTreeClassifier(max_features="sqrt", min_samples_leaf=2),
        DecisionTreeClassifier(ccp_alpha=0.03),
        ExtraTreeClassifier(),
    ],
    ids=label,
)
def test_trees_of_classes_are_the_same_trees(model, examples):
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data):
        dataset = data.draw(class_worlds(weighted=False))
        rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
        check_kernel(model, dataset, drawn(data.draw(st.sampled_from(COUNTED)), dataset.n, rng))

    check()


def rounded(weighted, *, k=0):
    """Whole numbers, of which many are equal, and classes or values."""
    rng = np.random.default_rng(5)
    X = np.round(rng.normal(size=(70, 4)))
    noisy = X[:, 0] + X[:, 1] + rng.normal(size=70)
    weights = rng.gamma(2.0, size=70) if weighted else None
    if k:
        return Dataset(X, np.digitize(noisy, [-0.5, 1.0]) % k, Task.CLASSIFICATION, weights=weights)
    return Dataset(X, noisy, Task.REGRESSION, weights=weights)


def errors(model, dataset, seeds, engine):
    """Mean error of five folds, which are always the same, for each seed."""
    resamples = draw(KFold(5), dataset, seed=0)
    found = []
    for seed in seeds:
        table = run(dataset, {"m": model}, resamples, Settings(seed=seed, engine=engine, jobs=1)).of("m")
        truth = dataset.codes if dataset.is_classification else dataset.truth
        missed = (
            table.output != truth[table.row] if dataset.is_classification else (table.output - truth[table.row]) ** 2
        )
        found.append(missed.mean())
    return np.array(found)


@compiled
@pytest.mark.parametrize(
    ("model", "dataset"),
    [
        (DecisionTreeRegressor(), rounded(weighted=False)),
        pytest.param(DecisionTreeRegressor(), rounded(weighted=True), marks=pytest.mark.slow),
        (DecisionTreeClassifier(), rounded(weighted=True, k=3)),
        pytest.param(
            DecisionTreeClassifier(class_weight="balanced"), rounded(weighted=False, k=2), marks=pytest.mark.slow
        ),
        (adaboost(n_estimators=5), rounded(weighted=False, k=2)),
        (RandomForestRegressor(3), rounded(weighted=False)),
        (DecisionTreeRegressor(criterion="absolute_error"), rounded(weighted=False)),
    ],
    ids=[
        "values",
        "weighted values",
        "weighted classes",
        "balanced classes",
        "boosted stumps",
        "forest",
        "absolute errors",
    ],
)
def test_where_ties_fall_otherwise_errors_have_the_same_distribution(model, dataset):
    ours = errors(model, dataset, range(SEEDS), "auto")
    theirs = errors(model, dataset, range(1000, 1000 + SEEDS), "generic")
    assert ks_2samp(ours, theirs).pvalue > 0.001

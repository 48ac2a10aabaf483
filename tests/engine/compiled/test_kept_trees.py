"""Trees that the kernel grows and scikit-learn keeps."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor

from foldwise import native
from foldwise.engine.compiled.kept_trees import KeptTrees
from foldwise.installed import SKLEARN
from tests.native_calls import calls

pytestmark = pytest.mark.skipif(not native.COMPILED, reason="trees are kept where kernels are compiled")
MODELS = [
    DecisionTreeClassifier(),
    DecisionTreeClassifier(criterion="entropy", max_features="sqrt", min_samples_leaf=0.02),
    DecisionTreeClassifier(max_leaf_nodes=7, min_weight_fraction_leaf=0.05),
    DecisionTreeClassifier(max_depth=2, min_impurity_decrease=0.01),
    ExtraTreeClassifier(max_features=None),
    DecisionTreeRegressor(min_samples_split=9),
    DecisionTreeRegressor(max_features=0.5, criterion="poisson"),
    ExtraTreeRegressor(min_samples_leaf=3),
]


def table(model, n=300, *, seed=0):
    rng = np.random.RandomState(seed)
    X = rng.normal(size=(n, 6))
    score = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n)
    if type(model).__name__.endswith("Regressor"):
        return X, np.exp(score)
    X[:, 0], X[:, 1] = X[:, 0].round(1), X[:, 1] > 0
    return X, np.array(["low", "middle", "top"])[np.digitize(score, [-0.5, 1.0])]


def members(model, n, *, count=5):
    rng = np.random.RandomState(1)
    trees = [clone(model).set_params(random_state=int(rng.randint(2**31 - 1))) for _ in range(count)]
    return trees, [np.bincount(rng.randint(0, n, n), minlength=n) for _ in trees]


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_trees_are_those_of_scikit_learn(model):
    X, y = table(model)
    ours, counts = members(model, len(y))
    theirs = [clone(tree).fit(X, y, sample_weight=own) for tree, own in zip(ours, counts, strict=True)]
    kernel = KeptTrees.like(theirs[0], X, y, counts[0])
    assert kernel is not None
    kernel.fit(ours, counts)
    for mine, other in zip(ours, theirs, strict=True):
        ends = mine.tree_.children_left < 0
        for name in ("children_left", "children_right", "feature", "threshold", "n_node_samples", "max_depth"):
            np.testing.assert_array_equal(getattr(mine.tree_, name), getattr(other.tree_, name))
        for name in ("impurity", "weighted_n_node_samples", "value"):
            np.testing.assert_allclose(getattr(mine.tree_, name), getattr(other.tree_, name), atol=1e-12)
        if SKLEARN >= (1, 9) or model.splitter == "best":  # random cuts of former releases take no missing values
            left = [tree.__getstate__()["nodes"]["missing_go_to_left"][~ends] for tree in (mine.tree_, other.tree_)]
            np.testing.assert_array_equal(*left)
        np.testing.assert_array_equal(mine.predict(X), other.predict(X))
        np.testing.assert_allclose(mine.feature_importances_, other.feature_importances_)
        assert set(vars(mine)) == set(vars(other))


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (DecisionTreeClassifier(ccp_alpha=0.01), None),
        (DecisionTreeClassifier(class_weight="balanced"), None),
        (DecisionTreeRegressor(monotonic_cst=[1, 0, 0, 0, 0, 0]), None),
        (DecisionTreeClassifier(), "missing"),
        (DecisionTreeClassifier(), "names"),
        (DecisionTreeClassifier(), "weights"),
    ],
    ids=["pruned", "balanced", "monotonic", "missing", "frame", "fractions"],
)
def test_what_the_kernel_may_grow_otherwise_is_left_to_scikit_learn(model, change):
    import pandas as pd

    X, y = table(model)
    weights = np.full(len(y), 0.3 if change == "weights" else 1.0)
    if change == "missing":
        X[0, 0] = np.nan
    X = pd.DataFrame(X, columns=list("abcdef")) if change == "names" else X
    fitted = clone(model).set_params(random_state=0).fit(X, y, sample_weight=weights)
    assert KeptTrees.like(fitted, X, y, weights) is None


def test_another_tree_than_scikit_learns_is_noticed():
    X, y = table(MODELS[0])
    ones = np.ones(len(y))
    fitted = DecisionTreeClassifier(random_state=0).fit(X, y)
    assert KeptTrees.like(fitted, X, y, ones) is not None
    assert KeptTrees.like(fitted, X[::-1], y, ones) is None
    assert KeptTrees.like(fitted.set_params(max_depth=3), X, y, ones) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"weights": np.zeros((5, 24))}, "every tree must have a row of 'weights' above 0"),
        ({"weights": np.full((5, 24), -1.0)}, "'weights' must hold finite numbers from 0 on"),
        ({"least": np.array([2, -1])}, "'least' must hold whole numbers from 0 on"),
    ],
    ids=["none", "negative", "least"],
)
def test_what_makes_no_sense_is_refused(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        native._native.grow_nodes(**calls()["grow_nodes"] | change)


def test_there_is_room_for_every_node():
    given = calls()["grow_nodes"]
    short = {name: given[name][:, :20].copy() for name in ("links", "numbers", "shares")}
    with pytest.raises(ValueError, match="'links' must have room for every node"):
        native._native.grow_nodes(**given | short | {"depth": 99, "leaves": 0})
    native._native.grow_nodes(**given | short | {"leaves": 10, "depth": 99})
    assert (given["sizes"][:, 0] <= 19).all()

"""Columns encoded by the target, in trees after them, are those of scikit-learn in every resample."""

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, TargetEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.data import as_dataset
from foldwise.engine import choose
from foldwise.engine.pipelines.target_encoder import refuse_encoder
from tests.engine.same import resamples, same

RNG = np.random.default_rng(0)
N = 60
TABLE = pd.DataFrame(
    {"town": RNG.choice(list("abcdefg"), N), "size": RNG.normal(size=N), "kind": RNG.choice(list("xyz"), N)}
)
TABLE.loc[3, "town"] = None
PARTS = KFold(3, shuffle=True, random_state=0)


def model(tree, encoder=None):
    encoder = encoder or TargetEncoder(cv=PARTS)
    return make_pipeline(make_column_transformer((encoder, ["town", "kind"]), ("passthrough", ["size"])), tree)


@pytest.mark.parametrize("classes", [0, 2, 3])
def test_trees_after_it_are_those_of_scikit_learn(classes):
    target = RNG.integers(0, classes, N).astype(str) if classes else RNG.normal(size=N)
    tree = DecisionTreeClassifier(random_state=0) if classes else DecisionTreeRegressor(max_depth=3, random_state=0)
    found = same(model(tree), as_dataset(TABLE, target), resamples("parts", N), "prepared-trees")
    assert found == "prepared-trees (equivalent)"


def test_training_rows_that_are_drawn_twice_or_predicted_are_left_to_scikit_learn():
    dataset, tree = as_dataset(TABLE, RNG.normal(size=N)), DecisionTreeRegressor(max_depth=3, random_state=0)
    assert same(model(tree), dataset, resamples("counts", N), "prepared-trees").endswith("generic")
    assert same(model(tree), dataset, resamples("parts", N), "prepared-trees", train=True).endswith("generic")


@pytest.mark.parametrize("encoder", [TargetEncoder(), TargetEncoder(cv=KFold(3, shuffle=True))])
def test_an_encoder_that_draws_its_own_parts_is_refused(encoder):
    assert refuse_encoder(encoder) == "TargetEncoder draws its own parts"
    assert refuse_encoder(TargetEncoder(cv=PARTS)) is None
    dataset = as_dataset(TABLE, RNG.normal(size=N))
    found = choose(model(DecisionTreeRegressor(), encoder), dataset, resamples("parts", N))
    assert found.reason == "TargetEncoder draws its own parts"


def test_other_models_and_steps_after_it_go_the_generic_way():
    dataset, drawn = as_dataset(TABLE, RNG.normal(size=N)), resamples("parts", N)
    assert "only trees" in choose(model(Ridge()), dataset, drawn).reason
    scaled = make_pipeline(make_column_transformer((TargetEncoder(cv=PARTS), ["town"])), StandardScaler())
    assert (
        choose(make_pipeline(*[step for _, step in scaled.steps], DecisionTreeRegressor()), dataset, drawn).reason
        == "StandardScaler comes after TargetEncoder"
    )

"""Long runs of batched kernels are kept block by block, short ones not at all, and the bits are the same."""

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostRegressor,
    BaggingClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise import native
from foldwise.engine import Settings, Store, run
from foldwise.engine.catalogue import FAMILIES
from foldwise.engine.choose import choose
from foldwise.engine.driver import predict_all
from foldwise.engine.rows import TestRows
from foldwise.engine.stored_fits import kept_blocks
from foldwise.ensembles import AdaBoostM1, AdaBoostSAMME, BaggedClassifier
from foldwise.predictions import Outputs
from tests.releases import adaboost, is_batched
from tests.worlds import classes, partition, values

pytestmark = pytest.mark.skipif(not native.COMPILED, reason="trees are grown by the compiled kernels")
DATA, PARTS = classes(n=60, k=2), partition(n=60, k=4, repeats=3)
FORESTS = {
    "open": RandomForestClassifier(5),
    "small": RandomForestClassifier(5, random_state=1),
    "large": RandomForestClassifier(9, random_state=1),
    "nb": GaussianNB(),
}
COLUMNS = ("resample", "row", "output", "scores", "part")


@pytest.fixture(autouse=True)
def fits(tmp_path, monkeypatch):
    """Every kernel is taken for a long one; counts the blocks that are fitted."""
    monkeypatch.setenv("FOLDWISE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(kept_blocks, "KEPT_SECONDS", 0.0)
    monkeypatch.setattr(kept_blocks, "BLOCK_SECONDS", 1e-9)
    monkeypatch.setattr("foldwise.native.cores", lambda: 2)
    done = []

    def counted(batched, dataset, resamples, test, **more):
        done.append((tuple(batched), test.count))
        return predict_all(batched, dataset, resamples, test, **more)

    monkeypatch.setattr(kept_blocks, "predict_all", counted)
    return done


def predicted(store, resamples=PARTS, models=FORESTS, **more):
    return run(DATA, models, resamples, Settings(store=store, **more))


def check_same(found, plain):
    for name in plain.models:
        for column in COLUMNS:
            one, other = getattr(found.of(name), column), getattr(plain.of(name), column)
            np.testing.assert_array_equal(one, other)
            assert one.dtype == other.dtype
        assert found.of(name).engine == plain.of(name).engine


@pytest.mark.parametrize("look", [None, lambda *_: None], ids=["at once", "by repeat"])
def test_the_bits_are_those_of_a_run_without_a_store(tmp_path, look):
    plain = run(DATA, FORESTS, PARTS, Settings(), look=look)
    for _ in range(2):
        found = run(DATA, FORESTS, PARTS, Settings(store=Store(tmp_path / "store.db")), look=look)
        check_same(found, plain)


def test_blocks_that_are_kept_are_not_fitted_again(tmp_path, fits):
    predicted(tmp_path / "store.db")
    assert sum(count for names, count in fits if names == ("open",)) == 12
    fits.clear()
    predicted(tmp_path / "store.db")
    assert fits == [(("open",), 2), (("small", "large"), 2)]  # the first block tells how long they take


def test_a_longer_plan_fits_what_is_missing(tmp_path, fits):
    predicted(tmp_path / "store.db", partition(n=60, k=4, repeats=2))
    fits.clear()
    check_same(predicted(tmp_path / "store.db"), predicted(None))
    assert sum(count for names, count in fits if names == ("open",)) == 2 + 4


def test_short_runs_are_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_blocks, "KEPT_SECONDS", 1e9)
    store = Store(tmp_path / "store.db")
    check_same(predicted(store), predicted(None))
    assert not store.saved


def test_fits_of_a_kernel_and_of_scikit_learn_are_told_apart(tmp_path):
    store = Store(tmp_path / "store.db")
    models = {"open": FORESTS["open"]}
    predicted(store, models=models)
    told = []
    predicted(store, models=models, engine="generic", jobs=1, progress=lambda *_: told.append(1))
    assert len(told) == 12


def data_for(model):
    return values(n=60) if type(model).__name__.endswith("Regressor") else DATA


DIVISIBLE = [
    adaboost(n_estimators=3),
    adaboost(DecisionTreeClassifier(max_depth=2), n_estimators=3),
    AdaBoostRegressor(n_estimators=3),
    AdaBoostSAMME(n_estimators=3),
    AdaBoostM1(n_estimators=3),
    BaggedClassifier(n_estimators=3),
    BaggingClassifier(n_estimators=3),
    DecisionTreeClassifier(max_features=1),
    DecisionTreeClassifier(max_features=1, class_weight="balanced"),
    GradientBoostingClassifier(n_estimators=3),
    GradientBoostingRegressor(n_estimators=3, subsample=0.5),
    RandomForestClassifier(3),
    RandomForestClassifier(3, class_weight="balanced"),
    make_pipeline(StandardScaler(), RandomForestClassifier(3)),
]
BATCHED = [model for model in DIVISIBLE if is_batched(model) and choose(model, data_for(model), PARTS).family]


@pytest.mark.parametrize("model", BATCHED, ids=str)
def test_a_family_that_is_divisible_gives_the_same_bits_block_by_block(model):
    data = data_for(model)
    route, test = choose(model, data, PARTS), TestRows.of(PARTS)
    assert route.family.staged or route.family.divisible
    batch = {"m": (route.model, route.family)}
    whole = predict_all(batch, data, PARTS, test)["m"]
    spans = ((0, 5), (5, 6), (6, 12))
    found = Outputs.join([predict_all(batch, data, PARTS, test.block(*span))["m"] for span in spans])
    for column in COLUMNS:
        np.testing.assert_array_equal(getattr(whole, column), getattr(found, column))


def test_every_divisible_family_is_tried():
    tried = {type(choose(model, data_for(model), PARTS).family) for model in BATCHED}
    left = {"gradient-boosting"} if len(BATCHED) < len(DIVISIBLE) else {}
    assert tried == {type(one) for one in FAMILIES if (one.staged or one.divisible) and one.name not in left}

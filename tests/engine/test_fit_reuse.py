"""A change of the plan runs what is missing: fits on the same rows are shared, and no others."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.engine import Settings, Store, run
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.stored_fits.fit_key import resample_keys
from foldwise.plans import CountMatrix, RowLists, as_plan, draw
from tests.worlds import classes

DATA = classes(n=60, k=2)
GROUPED = replace(DATA, groups=np.arange(60) // 3)
ORDERED = replace(DATA, order=np.arange(60))


@pytest.fixture(autouse=True)
def _own_secret(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_CONFIG", str(tmp_path / "config"))


def drawn(plan, dataset=DATA, seed=0):
    return draw(as_plan(plan), dataset, seed)


def fits(store, resamples, model=None, dataset=DATA, **more):
    """Fits that are done, and predictions."""
    told = []
    settings = Settings(jobs=1, store=store, engine="generic", progress=lambda done, *_: told.append(done), **more)
    return run(dataset, {"m": model or SVC()}, resamples, settings), told


GROWN = {
    "one repeat more": ("kfold(5, repeats=2)", "kfold(5, repeats=3)", 5),
    "one repeat less": ("kfold(5, repeats=2)", "kfold(5)", 0),
    "more draws": ("bootstrap(6)", "bootstrap(9)", 3),
    "more subsamples": ("subsample(4, test=0.2)", "subsample(6, test=0.2)", 2),
    "another number of parts": ("kfold(5)", "kfold(6)", 6),
    "other strata": ("kfold(5)", "kfold(5, stratify=false)", 5),
    "draws in place of parts": ("kfold(5)", "bootstrap(5)", 5),
}


@pytest.mark.parametrize("change", GROWN)
@pytest.mark.parametrize("model", [SVC(), DecisionTreeClassifier(max_features=1)], ids=["svm", "open seed"])
def test_a_larger_plan_runs_what_is_missing_with_the_same_bits(tmp_path, change, model):
    before, after, missing = GROWN[change]
    store = Store(tmp_path / "store.db")
    fits(store, drawn(before), model)
    found, told = fits(store, drawn(after), model)
    plain, _ = fits(None, drawn(after), model)
    assert len(told) == missing
    np.testing.assert_array_equal(found.of("m").scores, plain.of("m").scores)
    np.testing.assert_array_equal(found.of("m").row, plain.of("m").row)
    np.testing.assert_array_equal(found.of("m").resample, plain.of("m").resample)


def test_until_and_more_measures_and_models_run_what_is_missing(tmp_path):
    told, one = [], {"svm": SVC()}
    data, store = foldwise.sample("iris"), tmp_path / "store.db"

    def done(models, **more):
        told.clear()
        foldwise.assess(models, data, store=store, baseline=False, progress=lambda *_: told.append(1), **more)
        return len(told)

    assert done(one, plan="kfold(3, repeats=2)") == 6
    assert done(one, plan="kfold(3, repeats=2)", measures="auc, error") == 0
    assert done(one | {"linear": SVC(kernel="linear")}, plan="kfold(3, repeats=2)") == 6
    assert done(one, plan="kfold(3, repeats=3)") == 3
    assert done(one, plan="kfold(3, repeats=2)", until=0.0001, budget=12) == 3
    assert done(one, plan="kfold(3, repeats=2)", until=0.0001, budget=12) == 0


PLANS = {
    "kfold": drawn("kfold(5)"),
    "other seed": drawn("kfold(5)", seed=1),
    "not stratified": drawn("kfold(5, stratify=false)"),
    "k": drawn("kfold(6)"),
    "bootstrap": drawn("bootstrap(5)"),
    "other draws": drawn("bootstrap(5)", seed=1),
    "holdout": drawn("holdout(0.2)"),
    "grouped": drawn("group-kfold(5)", GROUPED),
    "leave one out": drawn("loo"),
    "forward": drawn("forward(5)", ORDERED),
}


def test_no_two_resamples_of_different_plans_have_one_key():
    keys = [key for parts in PLANS.values() for key in resample_keys(prepare_fitting("m", SVC(), DATA, parts, seed=0))]
    assert len(set(keys)) == len(keys)


def lists(train, test, **more):
    return RowLists((np.array(train),), (np.array(test),), 60, **more)


LISTS = {
    "as it is": lists([0, 1, 2], [3, 4]),
    "another training row": lists([0, 1, 5], [3, 4]),
    "a training row more": lists([0, 1, 2, 5], [3, 4]),
    "a training row twice": lists([0, 1, 2, 2], [3, 4]),
    "another order": lists([0, 2, 1], [3, 4]),
    "another test row": lists([0, 1, 2], [3, 5]),
    "a test row more": lists([0, 1, 2], [3, 4, 5]),
    "the border moved": lists([0, 1, 2, 3], [4]),
    "validation rows": lists([0, 1, 2], [3, 4], validation=(np.array([5]),)),
    "a second resample of the same rows": lists([0, 1, 2], [3, 4]),
}


def test_lists_that_differ_in_a_row_have_different_keys():
    found = {name: resample_keys(prepare_fitting("m", SVC(), DATA, one, seed=0))[0] for name, one in LISTS.items()}
    assert found.pop("a second resample of the same rows") == found["as it is"]
    assert len(set(found.values())) == len(found)


def test_the_same_rows_under_another_number_are_another_fit_since_seeds_come_from_it():
    twice = RowLists((np.arange(40),) * 2, (np.arange(40, 60),) * 2, 60)
    first, second = resample_keys(prepare_fitting("m", SVC(), DATA, twice, seed=0))
    assert first != second


def test_fits_of_leave_one_out_share_a_seed_and_are_told_apart(tmp_path):
    store = Store(tmp_path / "store.db")
    found, told = fits(store, PLANS["leave one out"])
    again, none = fits(store, PLANS["leave one out"])
    assert (len(told), len(none)) == (60, 0)
    np.testing.assert_array_equal(found.of("m").scores, again.of("m").scores)
    np.testing.assert_array_equal(again.of("m").resample, np.arange(60))


def test_weights_of_a_resample_are_part_of_its_key():
    counts = np.ones((2, 60))
    counts[1, 7] = 1.5
    first, second = (CountMatrix(counts[[at]], test_all=True) for at in (0, 1))
    keys = [resample_keys(prepare_fitting("m", SVC(), DATA, one, seed=0)) for one in (first, second)]
    assert keys[0] != keys[1]

"""How a verb runs: settings, and the same things as keywords."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.engine import Settings, Store
from foldwise.errors import InputError
from foldwise.evaluation import Shortcuts, options_of, running, settings_of
from foldwise.progress import Meter
from foldwise.renamed import SWITCHES

IRIS = foldwise.sample("iris")
VERBS = {
    "assess": lambda **more: foldwise.assess("lda", IRIS, measures="error", **more),
    "compare": lambda **more: foldwise.compare("lda, gaussian-nb", IRIS, measures="error", **more),
    "select": lambda **more: foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS, plan="kfold(3)", **more),
    "certify": lambda **more: foldwise.certify("lda", IRIS, plan="kfold(3)", simulations=2, **more),
    "permutation_test": lambda **more: foldwise.permutation_test("lda", IRIS, permutations=2, **more),
    "experiment": lambda **more: foldwise.experiment("lda", {"iris": IRIS}, plan="kfold(3)", **more),
}


def test_the_shortcuts_are_the_fields():
    assert sorted(SWITCHES) == sorted(one.name for one in fields(Settings)) == sorted(Shortcuts.__annotations__)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_settings_and_shortcuts(verb):
    heard = []
    settings = foldwise.Settings(seed=5, progress=lambda *told: heard.append(told), timeout=None, on_failure="record")
    results = [VERBS[verb](settings=settings), VERBS[verb](seed=5, progress=False)]
    assert {getattr(one, "assessment", one).seed for one in results} == {5}
    assert heard


def test_the_verbs_that_fit_nothing_to_resamples_take_the_seed(tmp_path):
    rows, sealed = foldwise.seal(foldwise.sample("breast-cancer"), ledger=tmp_path / "ledger")
    assert "lda" in foldwise.unseal("lda", rows, sealed=sealed, settings=Settings(seed=3)).message
    assert foldwise.score([0, 1] * 20, [0, 1, 1, 1] * 10, settings=Settings(seed=3)).seed == 3
    with pytest.raises(InputError, match="score makes no use of jobs="):
        foldwise.score([0, 1] * 20, [0, 1, 1, 1] * 10, jobs=2)


def test_a_shortcut_fills_what_settings_leave_open():
    chosen = settings_of(foldwise.assess, Settings(jobs=2), {"seed": 3, "jobs": 2})
    assert (chosen.jobs, chosen.seed, chosen.on_failure) == (2, 3, "raise")


def test_two_different_wishes_are_refused():
    with pytest.raises(InputError, match=r"jobs= is 3, and 2 in settings=; try one jobs, in one of the two places"):
        foldwise.assess("lda", IRIS, settings=Settings(jobs=2), jobs=3)


def test_settings_are_settings():
    with pytest.raises(InputError, match=r"settings is a foldwise.Settings, not \{'jobs': 2\}; try settings="):
        foldwise.assess("lda", IRIS, settings={"jobs": 2})


def test_fields_that_a_verb_does_not_use_have_no_effect_and_are_no_keywords_of_it(tmp_path):
    VERBS["certify"](settings=Settings(train=True, progress=False))
    with pytest.raises(InputError, match=r"certify makes no use of store=; try the call without store="):
        VERBS["certify"](store=tmp_path / "fits.db")


def test_the_store_is_opened_when_it_runs(tmp_path):
    settings = Settings(store=tmp_path / "fits.db", progress=False)
    assert not (tmp_path / "fits.db").exists()
    with running(foldwise.assess, settings, {}) as chosen:
        assert isinstance(chosen.store.store, Store)
        assert chosen.store is chosen.fits
    assert [run.verb for run in foldwise.runs(tmp_path / "fits.db")] == ["assess"]


def test_the_meter_is_there_unless_it_is_unwanted():
    for given, kind in ((True, Meter), (False, type(None)), (None, type(None)), (print, type(print))):
        with running(foldwise.assess, None, {"progress": given}) as chosen:
            assert isinstance(chosen.listener, kind)


@pytest.mark.parametrize(
    ("verb", "things"), [("assess", "fits"), ("certify", "datasets"), ("permutation_test", "permutations")]
)
def test_a_verb_says_what_it_counts(verb, things, monkeypatch):
    counted = []
    monkeypatch.setattr("foldwise.evaluation.settings.Meter", lambda things: counted.append(things) or Meter(things))
    VERBS[verb](progress=True)
    assert counted == [things]


def test_options_are_what_is_not_as_by_default():
    def verb(model, X, *, level=0.95, rope=None, costs=None, path=None, column=None):
        return options_of(verb, locals())

    column = pd.Series([1, 2], name="y")
    found = verb("lda", column, level=0.9, rope=0.1, costs=np.eye(2), path=Path("a b.csv"), column=column)
    assert found == {"model": "'lda'", "rope": "0.1", "costs": "costs", "path": "'a b.csv'", "column": "column"}
    assert verb(object(), column) == {"model": "model"}

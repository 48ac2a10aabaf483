"""Threads of this process give the bits of one; a model that draws from what they share is fitted by itself."""

import random
import warnings

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.engine import Settings, run
from foldwise.engine.execution.backends.shared_threads import GeneratorStates, SharedThreads, warnings_by_thread
from foldwise.errors import FoldwiseWarning, Interrupted
from tests.engine.execution.backends.here import same
from tests.engine.models import Crashing, Drawing, Interrupting, Pausing
from tests.worlds import classes, partition

DATA, PARTS = classes(), partition(n=90, k=5, repeats=4)
THREADS = Settings(engine="generic", backend="threads", jobs=3)


class Warning_(DummyClassifier):
    """Warns in every fit."""

    def fit(self, X, y, sample_weight=None):
        warnings.warn("look out", UserWarning, stacklevel=1)
        return super().fit(X, y, sample_weight)


def alone(models):
    return run(DATA, models, PARTS, Settings(engine="generic", jobs=1))


def test_predictions_are_those_of_one_process():
    models = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_features=1), "slow": Pausing(0.002)}
    before = np.random.get_state(legacy=False)["state"]["key"].tobytes(), random.getstate()  # noqa: NPY002
    assert same(run(DATA, models, PARTS, THREADS), alone(models))
    after = np.random.get_state(legacy=False)["state"]["key"].tobytes(), random.getstate()  # noqa: NPY002
    assert after == before


def test_a_model_that_draws_from_what_threads_share_is_fitted_by_itself():
    models = {"draws": Drawing(), "nb": GaussianNB()}
    with pytest.warns(FoldwiseWarning, match="a model draws from generators of numpy or Python that all threads share"):
        found = run(DATA, models, PARTS, THREADS)
    assert same(found, alone(models))


def test_draws_are_noticed_and_taken_back():
    states = GeneratorStates()
    assert not states.changed()
    first = np.random.random()  # noqa: NPY002
    assert states.changed()
    states.restore()
    assert np.random.random() == first  # noqa: NPY002
    states.restore()
    assert states.changed()  # what was done meanwhile is not trusted again


def test_failures_are_those_of_one_process():
    models = {"crash": Crashing(first=DATA.X[0, 0])}
    told = Settings(engine="generic", on_failure="record", jobs=1)
    found = run(DATA, models, PARTS, Settings(engine="generic", on_failure="record", jobs=3, backend="threads"))
    assert same(found, run(DATA, models, PARTS, told))
    assert len(found.failures) > 0


def test_warnings_are_told_of_the_model_that_gave_them():
    models = {"loud": Warning_(), "nb": GaussianNB()}
    with pytest.warns(FoldwiseWarning) as caught:
        run(DATA, models, PARTS, THREADS)
    assert [str(one.message) for one in caught] == ["20 of 20 fits of 'loud' warned: look out"]


def test_a_warning_of_another_thread_is_shown_as_ever():
    with pytest.warns(UserWarning, match="mine"), warnings_by_thread():
        warnings.warn("mine", UserWarning, stacklevel=1)


def test_ctrl_c_in_a_fit_ends_the_run():
    Interrupting.fits = 0
    with pytest.raises(Interrupted):
        run(DATA, {"m": Interrupting()}, PARTS, THREADS)


def test_nothing_is_opened_or_closed():
    backend = SharedThreads(2, {})
    backend.open()
    backend.close()
    assert (backend.slots, backend.is_remote) == (2, False)

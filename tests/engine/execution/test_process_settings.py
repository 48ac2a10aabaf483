"""Workers take over the settings that decide what a fit does."""

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin

from foldwise.engine import Settings, run
from foldwise.engine.execution.process_settings import settings_in_use, under_settings
from tests.worlds import classes, partition


class Told(ClassifierMixin, BaseEstimator):
    """Predicts the first class, or the second where it is told what this process was."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def is_told(self):
        return np.geterr()["over"] == "raise" and sklearn.get_config()["transform_output"] == "pandas"

    def predict(self, X):
        return np.full(len(X), self.classes_[int(self.is_told())])


def test_settings_of_one_process_are_those_of_another():
    with sklearn.config_context(transform_output="pandas"), np.errstate(over="raise"):
        settings = settings_in_use()
    assert settings_in_use() != settings
    with under_settings(settings):
        assert settings_in_use() == settings


@pytest.mark.parametrize(
    "more", [{"jobs": 2, "backend": "threads"}, {"jobs": 1, "timeout": 60.0}], ids=["thread", "process"]
)
def test_settings_are_the_same_in_a_worker(more):
    with np.errstate(over="raise"), sklearn.config_context(transform_output="pandas"):
        found = run(classes(n=40, k=2), {"m": Told()}, partition(n=40, k=4), Settings(engine="generic", **more))
    assert set(found.of("m").output.tolist()) == {1}

"""A model that ends its process is a failed fit, and not the end of everything."""

import os

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.engine.execution.exit_guard import REAL_EXIT, without_exit
from foldwise.errors import FitError


class Leaves(GaussianNB):
    def fit(self, X, y):
        os._exit(7)


def test_a_fit_that_leaves_is_a_failure_that_says_so():
    X = np.arange(24.0).reshape(12, 2)
    with pytest.raises(FitError, match=r"resample 1 of 3: it called os._exit\(7\), which would have ended the whole"):
        foldwise.assess(Leaves(), X, [0, 1] * 6, plan="kfold(3)")
    assert os._exit is REAL_EXIT


def test_a_child_of_a_model_ends_as_ever():
    with without_exit(), without_exit():
        child = os.fork()
        if child == 0:
            os._exit(5)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
        assert os._exit is not REAL_EXIT
    assert os._exit is REAL_EXIT

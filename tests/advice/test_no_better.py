"""FW207: not shown to be better than the baseline."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.advice import NoBetter
from tests.advice.worlds import normal_rows, values_of
from tests.diagnosing.checked import checked

X, y = normal_rows(200)


@pytest.mark.parametrize("model", ["lda", "tree"])
def test_a_target_that_has_nothing_to_do_with_the_columns_is_found(model):
    found = NoBetter().look(checked(model, X, np.random.default_rng(1).permutation(y)))
    assert found.found.startswith(f"error of '{model}' less that of the baseline is ")
    assert found.found.endswith("]: undecided")


def test_a_model_that_is_worse_is_said_to_be():
    rng = np.random.default_rng(0)
    rare = np.where(np.arange(400) < 40, "a", "b")
    assert (
        NoBetter().look(checked(KNeighborsClassifier(1), rng.normal(size=(400, 30)), rare)).found.endswith("]: worse")
    )


def test_a_model_that_has_learned_something_is_no_finding():
    assert NoBetter().look(checked("lda", X, y)) is None
    assert NoBetter().look(checked("linear", X, values_of(X))) is None
    assert NoBetter().look(checked("baseline", X, y)) is None


def test_a_worse_model_on_few_rows_is_told_without_a_test():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(10, 2)), np.tile(["a", "b"], 5)
    found = foldwise.diagnose("lda", X, y, parts="checks")
    assert "FW207" in [one.code for one in found.checks]

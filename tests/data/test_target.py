"""Classes or values."""

import numpy as np
import pytest

from foldwise.data import Task
from foldwise.data.series import content_of_array
from foldwise.data.target import decide_target
from foldwise.errors import InputError, UnknownNameError


def decide(values, task=None):
    content, _ = content_of_array(np.asarray(values))
    return decide_target("y", content, task)


@pytest.mark.parametrize(
    ("values", "target"),
    [
        (["u", "v"], ["u", "v"]),
        ([True, False], [True, False]),
        ([3, 1, 3], [3, 1, 3]),
        ([1.0, 0.0, 1.0], [1, 0, 1]),
        (list(range(20)), list(range(20))),
    ],
)
def test_texts_truth_values_and_few_whole_numbers_are_classes(values, target):
    found, task = decide(values)
    assert (found.tolist(), task) == (target, Task.CLASSIFICATION)
    assert found.dtype.kind in "Ubi"


@pytest.mark.parametrize("values", [list(range(21)), [0.5, 1.5], list(np.arange(20_000) % 3) + list(range(100))])
def test_all_other_numbers_are_values(values):
    found, task = decide(values)
    assert (found.dtype, task) == (np.float64, Task.REGRESSION)


def test_the_user_overrides_the_task():
    assert decide([1, 2, 1], "regression")[0].tolist() == [1.0, 2.0, 1.0]
    assert decide([True, False], "regression")[0].tolist() == [1.0, 0.0]
    assert decide(np.arange(30), "classification")[1] is Task.CLASSIFICATION


def test_numbers_with_a_few_texts_are_classes_only_on_request():
    values = np.array([1, 2, "u"], dtype=object)
    with pytest.raises(InputError, match=r"the target 'y' mixes numbers .* task='classification'"):
        decide(values)
    assert decide(values, "classification")[0].tolist() == ["1", "2", "u"]


@pytest.mark.parametrize("values", [["u", "u"], [1, 1], [0.5, 0.5]])
def test_a_target_that_does_not_vary_is_refused(values):
    with pytest.raises(InputError, match="in every row, so there is nothing to learn"):
        decide(values)


def test_a_task_that_does_not_exist_is_refused():
    with pytest.raises(UnknownNameError, match="no task called 'ranking'"):
        decide([1, 2], "ranking")

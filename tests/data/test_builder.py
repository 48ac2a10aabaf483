"""From a loaded table to a dataset."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Task, as_dataset, read
from foldwise.data.builder import build_dataset, decide_target
from foldwise.data.dataset import Role
from foldwise.data.request import Loaded, ReadRequest
from foldwise.data.series import content_of_array
from foldwise.errors import InputError, UnknownNameError

FRAME = pd.DataFrame({"a": [1.5, 2.5, 3.5], "g": ["p", "q", "q"], "y": ["u", "v", "u"]})


def test_every_column_of_the_source_is_listed_in_its_place():
    dataset = build_dataset(Loaded(FRAME, "rows"), ReadRequest(target="y", groups="g", weights=[1, 2, 3]))
    assert [(column.name, column.role) for column in dataset.columns] == [
        ("a", Role.FEATURE),
        ("g", Role.GROUPS),
        ("y", Role.TARGET),
        ("weights", Role.WEIGHTS),
    ]
    assert dataset.name == "rows"


def test_groups_and_order_keep_their_own_type():
    dataset = build_dataset(
        Loaded(FRAME, "rows"),
        ReadRequest(target="y", groups=[2, 1, 1], order=["2026-01-02", "2026-01-01", "2026-01-03"]),
    )
    assert (dataset.groups.tolist(), dataset.order.dtype.kind) == ([2, 1, 1], "M")
    assert (
        build_dataset(Loaded(FRAME, "rows"), ReadRequest(target="y", groups=[True, False, True])).groups.dtype
        == np.bool_
    )


def test_a_class_with_one_row_is_counted_not_refused():
    assert build_dataset(Loaded(FRAME, "rows"), ReadRequest(target="y")).class_counts.tolist() == [2, 1]


def test_a_use_is_checked_before_the_columns_are_read():
    with pytest.raises(InputError, match="column 'y' is asked for as groups and also as target"):
        build_dataset(Loaded(FRAME, "rows"), ReadRequest(target="y", groups="y"))


def decide(values, task=None):
    content = content_of_array(np.asarray(values))
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


@pytest.mark.parametrize("start", [2**53, 2**62])
def test_ids_of_64_bits_are_not_rounded(start):
    rows = np.arange(100) % 50 + start
    table = np.random.default_rng(0).normal(size=(100, 2))
    classes = np.arange(100) % 6 + start
    dataset = read(table, classes, groups=rows, order=np.arange(100) + start)
    assert np.unique(dataset.groups).size == 50
    assert dataset.classes == tuple(str(start + at) for at in range(6))
    assert dataset.time_rank.tolist() == list(range(100))
    frame = pd.DataFrame({"a": table[:, 0], "id": rows, "y": classes})
    other = read(frame, "y", groups="id", features=["a"])
    assert (other.group_codes == dataset.group_codes).all()
    assert other.classes == dataset.classes
    assert read(frame.assign(y=table[:, 0]), "y", roles={"id": "categorical"}).columns[1].levels == 50


def test_whole_numbers_beyond_integers_are_not_wrapped():
    dataset = read([[1.0], [2.0], [3.0], [4.0]], [1e300, 2e300, 1e300, 2e300])
    assert dataset.classes == ("1e+300", "2e+300")


def test_a_segment_is_not_called_as_rows_without_one_are():
    X, y = np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]
    with pytest.raises(InputError, match=r"segments have the value '\(none\)'"):
        as_dataset(X, y, segments=["(none)", None, "x", "x"])


@pytest.mark.parametrize("part", ["segments", "groups"])
def test_a_number_and_a_text_that_is_written_alike_are_not_one(part):
    X, y = np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]
    said = f"{part} has different values that are all written '1', as a number and a text may be"
    with pytest.raises(InputError, match=said):
        as_dataset(X, y, **{part: [1, "1", 2, 2]})
    with pytest.raises(InputError, match="the target 'y' has different values that are all written '1'"):
        as_dataset(X, [1, "1", "2", "3"], task="classification")


def test_what_is_missing_in_a_list_of_texts_is_missing():
    X = np.arange(8.0).reshape(4, 2)
    with pytest.raises(InputError, match="the target 'y' is missing in 2 of 4 rows"):
        as_dataset(X, ["a", float("nan"), "b", float("nan")])
    assert as_dataset(X, [["a"], ["b"], ["a"], ["b"]]).classes == ("a", "b")


@pytest.mark.parametrize("given", [3, {"a": 1}, {1, 2}, len, (value for value in [0, 1])])
def test_what_is_no_column_is_refused_with_what_it_is(given):
    with pytest.raises(InputError, match=r"y is .*, where one value per row was expected; try a list or an array"):
        as_dataset(np.arange(8.0).reshape(4, 2), given)


def test_a_mask_as_weights_says_which_rows_count():
    X, y = np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]
    assert as_dataset(X, y, weights=[True, False, True, True]).weights.tolist() == [1.0, 0.0, 1.0, 1.0]


def test_moments_within_a_day_are_segments_of_their_own():
    X, y = np.arange(8.0).reshape(4, 2), [0, 1, 0, 1]
    hours = pd.to_datetime(["2024-01-01 06:00", "2024-01-01 18:00", None, "2024-01-01 06:00"])
    assert as_dataset(X, y, segments=hours).segments.tolist() == [
        *("2024-01-01T06:00:00", "2024-01-01T18:00:00", "(none)", "2024-01-01T06:00:00")
    ]
    days = pd.to_datetime(["2024-01-01", "2024-01-02"] * 2)
    assert as_dataset(X, y, segments=days).segments.tolist() == ["2024-01-01", "2024-01-02"] * 2


def test_what_is_no_column_is_not_to_be_dropped():
    with pytest.raises(InputError, match=r"holds values of type complex128, which .*; try texts or numbers"):
        as_dataset(np.arange(8.0).reshape(4, 2), np.array([1j, 2, 3, 4]))


@pytest.mark.parametrize("part", ["y", "groups", "order", "weights"])
def test_a_masked_value_is_missing_whatever_lies_under_the_mask(part):
    parts = {"y": np.arange(6) % 2, part: np.ma.array(np.arange(1, 7), mask=[1, 0, 0, 0, 0, 0])}
    with pytest.raises(InputError, match=r"is missing in 1 of 6 rows, the first of them row 1"):
        as_dataset(np.arange(12.0).reshape(6, 2), parts.pop("y"), **parts)


def test_rows_of_which_none_has_a_segment_are_one_segment():
    found = as_dataset(np.arange(12.0).reshape(6, 2), [0, 1] * 3, segments=[None] * 6)
    assert set(found.segments) == {"(none)"}


def test_what_does_not_let_itself_be_read_is_told_in_a_sentence():
    class Elsewhere:
        def __array__(self, dtype=None, copy=None):
            message = "on another device"
            raise RuntimeError(message)

    with pytest.raises(InputError, match="X is of type Elsewhere, which gives no array: on another device"):
        as_dataset(Elsewhere(), [0, 1])

"""The dataset as a value."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from foldwise.data import Dataset, Role, Task, read, sample
from foldwise.errors import InputError

X = np.arange(12.0).reshape(6, 2)


def test_classes_and_codes_are_sorted():
    dataset = Dataset(X=X, target=np.array(["b", "a", "b", "c", "a", "b"]), task=Task.CLASSIFICATION)
    assert (dataset.n, dataset.p, dataset.is_classification) == (6, 2, True)
    assert (dataset.classes, dataset.codes.tolist()) == (("a", "b", "c"), [1, 0, 1, 2, 0, 1])
    assert dataset.class_counts.tolist() == [2, 3, 1]
    assert dataset.truth is dataset.codes
    assert dataset.labels.tolist() == ["a", "b", "c"]


def test_a_regression_has_values_and_no_classes():
    dataset = Dataset(X=X, target=np.arange(6), task=Task.REGRESSION)
    assert (dataset.truth.dtype, dataset.classes) == (np.float64, ())


def test_groups_and_time_are_numbered():
    dataset = Dataset(
        X=X,
        target=np.arange(6),
        task=Task.REGRESSION,
        groups=np.array(list("vuvuww")),
        order=np.array([5, 1, 5, 2, 3, 9]),
    )
    assert dataset.group_codes.tolist() == [1, 0, 1, 0, 2, 2]
    assert dataset.time_rank.tolist() == [3, 0, 3, 1, 2, 4]
    plain = Dataset(X=X, target=np.arange(6), task=Task.REGRESSION)
    assert (plain.group_codes, plain.time_rank) == (None, None)


def test_the_positive_class_is_the_named_one_or_the_last():
    dataset = read(X, ["no", "yes"] * 3)
    assert dataset.positive_code == 1
    assert read(X, ["no", "yes"] * 3, positive="no").positive_code == 0
    assert read(X, [False, True] * 3, positive=False).positive_code == 0


def test_a_subset_takes_everything_along():
    dataset = read(
        pd.DataFrame({"a": np.arange(6.0), "b": list("uvuvuv")}),
        ["no", "yes", "maybe"] * 2,
        groups=[1, 1, 2, 2, 3, 3],
        order=range(6),
        weights=np.arange(1.0, 7),
        costs=[[0, 1, 2], [3, 0, 4], [5, 6, 0]],
    )
    part = dataset.subset(np.array([4, 0, 3, 4]))
    assert part.X["a"].tolist() == [4, 0, 3, 4]
    assert (part.groups.tolist(), part.order.tolist(), part.weights.tolist()) == (
        [3, 1, 2, 3],
        [4, 0, 3, 4],
        [5, 1, 4, 5],
    )
    assert (part.classes, part.costs.tolist()) == (("no", "yes"), [[0, 4], [6, 0]])
    assert dataset.subset(np.arange(6)).fingerprint == dataset.fingerprint


def test_a_subset_without_the_positive_class_says_so():
    part = read(X, ["no", "yes"] * 3, positive="yes").subset(np.array([0, 2]))
    with pytest.raises(InputError, match="the positive class 'yes' does not occur in these 2 rows"):
        _ = part.positive_code


@pytest.mark.parametrize(
    "change",
    [
        {"target": ["no", "no", "no", "yes", "yes", "yes"]},
        {"target": ["nein", "ja"] * 3},
        {"groups": [1, 1, 2, 2, 3, 3]},
        {"order": range(6)},
        {"weights": np.arange(1.0, 7)},
    ],
)
def test_the_fingerprint_depends_on_all_that_a_model_can_see(change):
    target = {"target": ["no", "yes"] * 3}
    assert read(X, **target | change).fingerprint != read(X, **target).fingerprint


def test_the_features_of_the_columns_are_the_columns_of_the_table():
    dataset = sample("auto-mpg")
    assert [column.name for column in dataset.features] == list(dataset.X.columns)
    assert {column.role for column in dataset.features} == {Role.FEATURE}
    assert dataset.levels.tolist() == [column.levels for column in dataset.features]
    assert dataset.nominal.tolist() == [column.kind == "categorical" for column in dataset.features]


def test_features_that_nobody_described_have_no_levels():
    dataset = Dataset(X, np.arange(6) % 2, Task.CLASSIFICATION)
    assert (dataset.features, dataset.levels.size, dataset.nominal.size) == ((), 0, 0)


def test_values_cannot_be_changed():
    dataset = read(X, ["no", "yes"] * 3)
    with pytest.raises(ValueError, match="read-only"):
        dataset.target[0] = "maybe"
    with pytest.raises(AttributeError):
        dataset.name = "other"


def test_a_dataset_is_shown_in_one_line():
    values = Dataset(X, np.arange(6.0), Task.REGRESSION, name="rents")
    assert repr(values) == "<Dataset rents: 6 rows x 2 columns, values>"
    assert repr(sample("iris")) == "<Dataset iris: 150 rows x 4 columns, 3 classes>"


def test_another_target_has_another_fingerprint_and_the_same_features():
    first = sample("iris")
    other = first.with_target(first.target[::-1].copy())
    assert other.table_hash == first.table_hash
    assert other.fingerprint == replace(first, target=other.target).fingerprint != first.fingerprint


def test_a_dataset_made_by_hand_of_a_text_is_sent_to_read():
    with pytest.raises(
        InputError, match=r"task of a Dataset is a Task, not 'classification'; try foldwise.read\(X, y\)"
    ):
        Dataset(X, np.arange(6), "classification")

"""One entry for files and objects."""

import inspect
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import coo_array, csr_array
from sklearn.naive_bayes import GaussianNB

import foldwise
import foldwise.data
from foldwise.data import Kind, Role, as_dataset, read, sample
from foldwise.data.reader import Options, plain_dataset
from foldwise.errors import InputError

COLUMNS = {"age": [31, 52, 44, 60], "town": ["A", "B", "A", None], "y": ["yes", "no", "no", "yes"]}


def test_an_arrow_table_becomes_a_pandas_frame_which_models_take():
    table = pa.table({"a": pa.array([2**53 + 1, None, 3]), "b": ["u", "v", "u"]})
    assert read(table, ["x", "y", "x"]).X["a"].tolist() == [2**53 + 1, None, 3]
    for given in (table, table.to_batches()[0]):
        assert isinstance(read(given, ["x", "y", "x"]).X, pd.DataFrame)
    with pytest.raises(InputError, match="X is of type ChunkedArray, where a table or the path of a file was expected"):
        read(table["a"], ["x", "y", "x"])
    with pytest.raises(InputError, match="'X' has 2 columns called 'a'"):
        read(pa.Table.from_arrays([pa.array([1, 2, 3])] * 2, names=["a", "a"]), ["x", "y", "x"])


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_a_frame_keeps_its_kind_and_loses_the_target(make):
    frame = make(COLUMNS)
    dataset = read(frame, "y")
    assert type(dataset.X) is type(frame)
    assert (dataset.n, dataset.p, dataset.classes, dataset.name) == (4, 2, ("no", "yes"), "data")


def test_a_frame_that_needs_no_change_is_not_copied():
    frame = pd.DataFrame({"a": [1, 2, 3]}, index=[5, 6, 7])
    assert read(frame, ["u", "v", "u"]).X is frame


def test_the_columns_of_a_frame_keep_their_types():
    frame = pd.DataFrame({"a": pd.array([1, None, 3], dtype="Int64"), "b": ["u", "v", "u"], "c": [True, False, True]})
    dataset = read(frame, [0, 1, 1])
    assert dataset.X.dtypes.tolist() == frame.dtypes.tolist()
    assert [column.kind for column in dataset.columns[:3]] == [Kind.NUMERIC, Kind.CATEGORICAL, Kind.CATEGORICAL]


def test_a_dictionary_of_columns_is_a_frame():
    assert read(COLUMNS, "y").fingerprint == read(pl.DataFrame(COLUMNS), "y").fingerprint


def test_a_structured_array_is_a_frame():
    array = np.array([(1, 0.5), (2, 1.5)], dtype=[("a", "i4"), ("y", "f8")])
    assert list(read(array, "y").X.columns) == ["a"]


def test_an_array_stays_an_array():
    X = np.arange(6, dtype=np.float32).reshape(3, 2)
    dataset = read(X, [0, 1, 1])
    assert dataset.X is X
    assert [column.name for column in dataset.columns] == ["x0", "x1", "y"]


def test_lists_and_numbers_kept_as_objects_become_an_array():
    assert read([[1, 2], [3, 4]], ["u", "v"]).X.dtype == np.int64
    dataset = read(np.array([[1, None], [2.5, 3]], dtype=object), ["u", "v"])
    assert dataset.X.dtype == np.float64
    assert dataset.columns[1].missing == 1


def test_a_masked_value_is_missing():
    dataset = read(np.ma.masked_equal([[1, 2], [3, -1]], -1), ["u", "v"])
    assert np.isnan(dataset.X[1, 1])


@pytest.mark.parametrize("make", [csr_array, coo_array])
def test_a_sparse_matrix_stays_sparse(make):
    dataset = read(make(np.eye(3)), ["u", "v", "u"])
    assert isinstance(dataset.X, csr_array)
    assert dataset.p == 3


@pytest.mark.parametrize(
    "target",
    [
        ["yes", "no", "no", "yes"],
        np.array(["yes", "no", "no", "yes"], dtype=object),
        np.array([["yes"], ["no"], ["no"], ["yes"]]),
        pd.Series(["yes", "no", "no", "yes"], dtype="category"),
        pd.DataFrame({"y": ["yes", "no", "no", "yes"]}),
        pl.Series(["yes", "no", "no", "yes"]),
        pa.chunked_array([["yes", "no", "no", "yes"]]),
    ],
)
def test_a_target_may_be_any_array(target):
    dataset = read(np.eye(4), target)
    assert dataset.target.tolist() == ["yes", "no", "no", "yes"]
    assert dataset.columns[-1].role is Role.TARGET


def test_a_target_with_a_name_keeps_it():
    assert read(np.eye(4), pd.Series([1, 2, 3, 1], name="grade")).columns[-1].name == "grade"


def test_a_category_of_integers_is_a_class_of_integers():
    dataset = read(np.eye(3), pd.Series(pd.Categorical([10, 9, 10])))
    assert (dataset.classes, dataset.target.dtype.kind) == (("9", "10"), "i")


def test_parts_may_be_names_or_arrays():
    frame = pd.DataFrame(COLUMNS | {"day": ["2026-01-02", "2026-01-01", "2026-01-03", "2026-01-01"], "w": [1, 2, 3, 4]})
    named = read(frame.fillna({"town": "C"}), "y", groups="town", order="day", weights="w")
    given = read(frame[["age"]], frame["y"], groups=frame["town"].fillna("C"), order=frame["day"], weights=frame["w"])
    for dataset in (named, given):
        assert dataset.groups.tolist() == ["A", "B", "A", "C"]
        assert dataset.time_rank.tolist() == [1, 0, 2, 0]
        assert dataset.weights.tolist() == [1, 2, 3, 4]
        assert dataset.p == 1
    assert named.fingerprint == given.fingerprint
    assert [column.role for column in named.columns] == [
        Role.FEATURE,
        Role.GROUPS,
        Role.TARGET,
        Role.ORDER,
        Role.WEIGHTS,
    ]


def test_features_and_drop_choose_columns():
    chosen = read(COLUMNS, "y", features="age")
    assert [(column.name, column.note) for column in chosen.columns if column.role is Role.DROPPED] == [
        ("town", "not asked for")
    ]
    dropped = read(COLUMNS, "y", drop="town")
    assert [(column.name, column.note) for column in dropped.columns if column.role is Role.DROPPED] == [
        ("town", "on request")
    ]
    assert (
        list(chosen.X.columns) == list(dropped.X.columns) == list(read(COLUMNS, "y", roles={"town": "drop"}).X.columns)
    )


def test_a_column_that_is_dropped_may_hold_anything():
    frame = pd.DataFrame(COLUMNS | {"z": [[1], [2], [3], [4]], "n": [None] * 4, "i": [np.inf] * 4})
    assert read(frame, "y", drop=["z", "n", "i"]).p == 2


def test_costs_and_the_positive_class_are_kept():
    dataset = read(COLUMNS, "y", costs=[[0, 5], [1, -1]], positive="no")
    assert (dataset.costs.tolist(), dataset.positive_code) == ([[0, 5], [1, -1]], 0)


def test_a_name_can_be_given():
    assert read(COLUMNS, "y", name="my rows").name == "my rows"


def test_a_dataset_passes_through():
    dataset = sample("iris")
    assert as_dataset(dataset) is dataset
    assert as_dataset(dataset, None, groups=None) is dataset
    assert as_dataset(COLUMNS, "y", drop="town").p == 1
    with pytest.raises(InputError, match=r"y given with a dataset, which has been read already"):
        as_dataset(dataset, [1], weights=[1])


def test_the_options_are_the_arguments_of_read():
    arguments = [name for name in inspect.signature(read).parameters if name not in ("source", "target")]
    assert arguments == list(Options.__annotations__)


def test_pandas_values_in_another_order_are_refused_and_other_indexes_are_not():
    frame = pd.DataFrame({"a": [1.0, 2, 3]}, index=[0, 1, 2])
    assert read(frame, pd.Series([1, 2, 1], index=[7, 8, 9])).n == 3
    with pytest.raises(InputError, match=r"same index in a different order, .* try y.loc\[X.index\]"):
        read(frame, pd.Series([1, 2, 1], index=[1, 0, 2]))


def test_integer_column_names_are_known_by_their_text():
    dataset = read(pd.DataFrame(np.arange(6).reshape(3, 2) % 4), "1", roles={"0": "categorical"})
    assert (list(dataset.X.columns), str(dataset.X[0].dtype)) == ([0], "category")


def test_the_public_names_are_sorted_and_there():
    names = foldwise.data.__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert all(getattr(foldwise.data, name) is not None for name in names)
    with pytest.raises(AttributeError, match=r"module 'foldwise\.data' has no attribute 'load'"):
        _ = foldwise.data.load


def test_importing_the_folder_loads_no_dataframe_library():
    program = "import sys, foldwise.data as d; d.read, d.seal, d.sample; sys.exit(any(m in sys.modules for m in ('pandas', 'scipy', 'narwhals')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_target_is_named_in_a_list_of_one_or_by_a_number_too():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "y": ["u", "v", "u", "v"]})
    assert read(frame, ["y"]).classes == read({"a": [1, 2, 3, 4], "y": list("uvuv")}, ("y",)).classes == ("u", "v")
    numbered = pd.DataFrame([[1.0, 0], [2.0, 1], [3.0, 0], [4.0, 1]])
    assert (read(numbered, 1).classes, read(numbered, 1).p) == (("0", "1"), 1)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([{"a": 1.0}, {"a": 2.0}], r"X has one dimension, .*; try pandas.DataFrame\(X\)"),
        (pd.Series([1.0, 2.0]), r"X is a Series, one column, .*; try X.to_frame\(\)"),
        ("", "the path of the file is empty"),
    ],
)
def test_what_is_nearly_a_table_is_told_how_to_become_one(table, said):
    with pytest.raises(InputError, match=said):
        read(table, ["u", "v"])


@pytest.mark.parametrize(
    "column", [pd.array(["p", None, "q", "p"], dtype="string"), pd.array([True, None, False, True], dtype="boolean")]
)
def test_texts_that_pandas_calls_missing_reach_models_as_missing(column):
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "k": column, "y": ["u", "v", "u", "v"]})
    made = read(frame, "y").X["k"]
    assert made.isna().tolist() == [False, True, False, False]
    assert made.dtype == "category"
    same = frame.assign(k=["p", "q", "q", "p"])
    assert read(same, "y").X["k"].dtype == same["k"].dtype


rng = np.random.default_rng(0)
X = rng.normal(size=(40, 3))


@pytest.mark.parametrize("y", [np.arange(40) % 2, np.arange(40) % 20 - 7, np.repeat([3, 900, 10_000], [10, 10, 20])])
def test_it_is_what_reading_makes(y):
    short, long = plain_dataset(X, y), foldwise.read(X, y)
    assert short.columns == long.columns
    assert (short.task, short.name, short.classes) == (long.task, long.name, long.classes)
    assert short.target.dtype == long.target.dtype
    assert not short.target.flags.writeable
    np.testing.assert_array_equal(short.target, long.target)
    np.testing.assert_array_equal(short.codes, long.codes)
    np.testing.assert_array_equal(short.levels, long.levels)
    np.testing.assert_array_equal(short.nominal, long.nominal)
    assert short.fingerprint == long.fingerprint


def test_levels_of_the_target_are_counted_in_the_first_rows():
    y = np.repeat([0, 1, 2], [1000, 20, 20])
    many = rng.normal(size=(1040, 2))
    assert plain_dataset(many, y).columns == foldwise.read(many, y).columns


def test_a_later_change_of_the_target_changes_no_dataset():
    y = np.arange(40) % 2
    short = as_dataset(X, y)
    y[:] = 7
    assert short.classes == ("0", "1")


@pytest.mark.parametrize(
    ("table", "y"),
    [
        (X, np.linspace(0, 1, 40)),  # values
        (X, np.arange(40)),  # more whole numbers than classes
        (X, np.zeros(40, dtype=int)),  # nothing to learn
        (X, np.array(["a", "b"] * 20)),
        (X, (np.arange(40) % 2).tolist()),
        (X, np.arange(39) % 2),
        (X, 2**60 + np.arange(40) % 2),  # float64 does not tell them apart
        (X[:, :0], np.arange(40) % 2),
        (X[:, 0], np.arange(40) % 2),
        (np.where(X > 1, np.nan, X), np.arange(40) % 2),
        (np.where(X > 1, np.inf, X), np.arange(40) % 2),
        (np.hstack([X, np.ones((40, 1))]), np.arange(40) % 2),  # a constant column has a note
        (X.astype(np.float32), np.arange(40) % 2),
        (np.ma.masked_greater(X, 1.0), np.arange(40) % 2),
        (X.tolist(), np.arange(40) % 2),
        (X, None),
    ],
)
def test_anything_else_is_read(table, y):
    assert plain_dataset(table, y) is None


def test_what_is_asked_for_is_read():
    assert as_dataset(X, np.arange(40) % 2, groups=np.arange(40) % 5).groups is not None


@pytest.mark.parametrize("labels", [[0, 1] * 6, ["a", "b"] * 6])
def test_a_field_of_packed_records_is_read_as_a_copy_of_it_is(labels):
    records = np.zeros(12, dtype=[("x", "f8", 2), ("flag", "?")])
    records["x"] = np.random.default_rng(0).normal(size=(12, 2))
    y = np.array(labels)
    results = [
        foldwise.assess(GaussianNB(), X, y, seed=0, plan="kfold(2)") for X in (records["x"], records["x"].copy())
    ]
    assert results[0].to_frame().equals(results[1].to_frame())

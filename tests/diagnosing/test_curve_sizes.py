import numpy as np

from foldwise.data import as_dataset
from foldwise.diagnosing.curve_sizes import curve_sets, nested_order, rows_needed, wanted_sizes
from tests.diagnosing.subjects import classes, values


def test_training_sets_are_nested_and_tested_on_the_same_rows():
    X, y = classes(200)
    sets = curve_sets(as_dataset(X, y), 0)
    r = sets.resamples
    for fold in range(sets.folds):
        small, large = (set(r.train_rows(at * sets.folds + fold).tolist()) for at in (0, 1))
        assert small < large
        assert not large & set(r.test_rows(fold).tolist())
        assert np.array_equal(r.test_rows(fold), r.test_rows(sets.folds + fold))


def test_classes_keep_their_shares():
    X, y = classes(200)
    dataset = as_dataset(X, (y == 0).astype(int))
    rows, _ = nested_order(dataset, np.arange(160), np.random.default_rng(0))
    assert abs(dataset.codes[rows[:20]].mean() - 0.5) <= 0.05


def test_groups_stay_whole():
    X, y = values(300)
    groups = np.repeat(np.arange(60), 5)
    sets = curve_sets(as_dataset(X, y, groups=groups), 0)
    for r in range(sets.resamples.count):
        counts = np.bincount(groups[sets.resamples.train_rows(r)], minlength=60)
        assert set(counts.tolist()) <= {0, 5}


def test_sizes_are_a_geometric_series_up_to_the_largest():
    X, y = values(100)
    assert wanted_sizes(as_dataset(X, y), 80).tolist() == [14, 20, 28, 40, 57, 80]


def test_few_rows_have_no_curve():
    X, y = values(30)
    assert curve_sets(as_dataset(X, y), 0) is None


def test_very_few_rows_make_no_sizes():
    assert curve_sets(as_dataset(np.arange(6.0)[:, None], np.arange(6) % 2), 0) is None


def test_as_many_rows_as_are_said_to_be_needed_are_enough():
    X, y = classes(60)
    dataset = as_dataset(X, y)
    need = rows_needed(dataset)
    assert curve_sets(as_dataset(X[:need], y[:need]), 0) is not None
    assert curve_sets(as_dataset(X[: need - 8], y[: need - 8]), 0) is None

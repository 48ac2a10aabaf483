"""Folds as part numbers are those that scikit-learn lists."""

import warnings

import numpy as np
import pytest
import sklearn.model_selection as selection
from sklearn.model_selection import KFold, RepeatedKFold, RepeatedStratifiedKFold, ShuffleSplit, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

from foldwise import native
from foldwise.sklearn import GridSearchCV, cross_val_score
from foldwise.sklearn.splits import QuickSplitter, fold_splitter, quick_splitter
from tests.sklearn.equal import IRIS

SPLITTERS = [
    lambda: KFold(4),
    lambda: KFold(7, shuffle=True, random_state=3),
    lambda: StratifiedKFold(6),
    lambda: StratifiedKFold(6, shuffle=True, random_state=np.random.RandomState(2)),
    lambda: RepeatedKFold(n_splits=3, n_repeats=4, random_state=1),
    lambda: RepeatedStratifiedKFold(n_splits=3, n_repeats=4, random_state=np.random.RandomState(9)),
]


@pytest.mark.parametrize("make", SPLITTERS)
@pytest.mark.parametrize("y", [IRIS[1], np.array(["z", "a", "m"])[IRIS[1]][::-1]], ids=["numbers", "texts"])
def test_folds_are_those_of_scikit_learn(make, y):
    found = list(QuickSplitter(make()).series(IRIS[0], y).pairs())
    wanted = list(make().split(IRIS[0], y))
    assert len(found) == len(wanted)
    for pair, listed in zip(found, wanted, strict=True):
        assert np.array_equal(pair[0].rows, listed[0])
        assert np.array_equal(pair[1].rows, listed[1])


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("bits", [np.random.MT19937, np.random.PCG64])
def test_repeats_that_are_dealt_at_once_leave_the_stream_where_scikit_learn_leaves_it(monkeypatch, bits, compiled):
    monkeypatch.setattr("foldwise.sklearn.splits.native.COMPILED", compiled and native.COMPILED)
    streams = [np.random.RandomState(bits(5)) for _ in range(2)]
    ours, own = (RepeatedStratifiedKFold(n_splits=4, n_repeats=9, random_state=stream) for stream in streams)
    whole = QuickSplitter(ours).series(*IRIS).whole
    for (_, test), (_, wanted) in zip(whole.pairs(), own.split(*IRIS), strict=True):
        assert np.array_equal(test.rows, wanted)
    assert streams[0].normal() == streams[1].normal()


def test_a_series_of_folds_is_drawn_when_asked_for_and_can_be_listed_after_it_was_drawn_whole():
    rng = np.random.RandomState(5)
    series = QuickSplitter(RepeatedKFold(n_splits=3, n_repeats=2, random_state=rng)).series(*IRIS)
    assert rng.get_state()[2] == np.random.RandomState(5).get_state()[2]
    assert series.whole.parts.shape == (2, 150)
    listed = list(RepeatedKFold(n_splits=3, n_repeats=2, random_state=np.random.RandomState(5)).split(IRIS[0]))
    for (_, found), (_, wanted) in zip(series.pairs(), listed, strict=True):
        assert np.array_equal(found.rows, wanted)


def test_other_splitters_stay_as_they_are():
    own = ShuffleSplit(3)
    assert quick_splitter(own) is own


@pytest.mark.parametrize(
    ("splitter", "words"), [(KFold(200), "number of splits"), (StratifiedKFold(60), "n_splits=60")]
)
def test_errors_are_those_of_scikit_learn(splitter, words):
    with pytest.raises(ValueError, match=words):
        list(quick_splitter(splitter).series(*IRIS).pairs())


def test_a_class_with_few_rows_is_warned_about():
    rows = slice(0, 53)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        list(quick_splitter(StratifiedKFold(5)).series(IRIS[0][rows], IRIS[1][rows]).pairs())
    assert ["least populated class" in str(one.message) for one in heard] == [True]


@pytest.mark.filterwarnings("ignore:A column-vector y")
def test_a_column_of_labels_and_a_rare_class_are_left_to_scikit_learn():
    cv = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0)
    X, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    ours = cross_val_score(GaussianNB(), X, y[:, None], cv=cv)
    np.testing.assert_array_equal(ours, selection.cross_val_score(GaussianNB(), X, y[:, None], cv=cv))
    with pytest.warns(UserWarning, match="least populated") as ours, warnings.catch_warnings():
        cross_val_score(GaussianNB(), X, (np.arange(40) < 2).astype(int), cv=cv)
    assert len([one for one in ours if "least populated" in str(one.message)]) == 2


@pytest.mark.parametrize("make", SPLITTERS)
def test_a_search_is_given_as_many_pairs_as_scikit_learn_would(make):
    ours, theirs = fold_splitter(make()), make()
    pairs = list(ours.split(*IRIS))
    assert len(pairs) == ours.get_n_splits() == theirs.get_n_splits()
    for found, expected in zip(pairs, theirs.split(*IRIS), strict=True):
        for mine, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(mine.rows, other)
    own = ShuffleSplit(3)
    assert fold_splitter(own) is own


def test_a_search_that_batches_nothing_gets_rows():
    search = GridSearchCV(SVC(), {"C": [1, 10]}, cv=4).fit(*IRIS)
    expected = selection.GridSearchCV(SVC(), {"C": [1, 10]}, cv=4).fit(*IRIS)
    np.testing.assert_array_equal(search.cv_results_["mean_test_score"], expected.cv_results_["mean_test_score"])

from __future__ import annotations

import numpy as np
import pytest
from sklearn.model_selection import GroupKFold as TheirGroupKFold
from sklearn.model_selection import KFold as TheirKFold
from sklearn.model_selection import ShuffleSplit, StratifiedKFold, TimeSeriesSplit

from foldwise.errors import PlanError
from foldwise.plans import FromSplitter, Partition, draw
from tests.plans.rows import in_groups, in_time, of_classes


def test_scikit_learn_gives_the_rows_and_foldwise_knows_what_they_are() -> None:
    rows = of_classes(10, 10)
    theirs = StratifiedKFold(5, shuffle=True, random_state=1)
    resamples = draw(FromSplitter(theirs), rows, seed=0)
    assert isinstance(resamples, Partition)
    assert resamples.plan == "kfold(5)"
    assert resamples.note.startswith("rows from StratifiedKFold(")
    for r, (_, test) in enumerate(theirs.split(rows.X, rows.target)):
        assert np.array_equal(resamples.test_rows(r), test)


def test_a_splitter_without_a_state_follows_the_seed_and_is_not_touched() -> None:
    theirs = ShuffleSplit(3)
    first, again, other = (draw(FromSplitter(theirs), of_classes(10, 10), seed=seed) for seed in (0, 0, 1))
    assert first.fingerprint == again.fingerprint != other.fingerprint
    assert theirs.random_state is None
    assert first.plan == "subsample(3, test=2)"


def test_a_splitter_of_an_unknown_structure_keeps_its_name() -> None:
    resamples = draw(FromSplitter(TimeSeriesSplit(3)), of_classes(10, 10), seed=0)
    assert resamples.kind == "splitter"
    assert resamples.plan.startswith("splitter(TimeSeriesSplit(")


def test_no_memory_address_gets_into_a_report() -> None:
    class Odd:
        def split(self, *_):
            yield [0, 1], [2]
            yield [0], [1, 2]

    assert draw(FromSplitter(Odd()), of_classes(2, 2), seed=0).plan == "splitter(Odd)"


def test_groups_are_passed_on() -> None:
    rows = in_groups([3, 3, 4])
    assert draw(FromSplitter(TheirGroupKFold(2)), rows, seed=0).unit == "group"


def test_time_is_checked_on_what_was_drawn() -> None:
    assert draw(FromSplitter(TimeSeriesSplit(3)), in_time(np.arange(12)), seed=0).count == 3
    with pytest.raises(PlanError, match="not before the rows it tests"):
        draw(FromSplitter(TheirKFold(3)), in_time(np.arange(12)), seed=0)


def test_random_parts_of_grouped_rows_are_refused() -> None:
    with pytest.raises(PlanError, match="rows of the same group; try group-kfold"):
        draw(FromSplitter(TheirKFold(2, shuffle=True, random_state=0)), in_groups([3, 3, 4]), seed=0)


@pytest.mark.parametrize("wrong", ["kfold", 5, TheirKFold, object()])
def test_what_cannot_split_is_refused(wrong) -> None:
    with pytest.raises(PlanError, match=r"a splitter has a method split\(X, y, groups\)"):
        FromSplitter(wrong)


def test_what_the_splitter_itself_refuses_is_said_in_its_words() -> None:
    with pytest.raises(
        PlanError, match=r"KFold\(n_splits=9.* gives no resamples of these rows: Cannot have number of splits"
    ):
        draw(FromSplitter(TheirKFold(9)), of_classes(2, 2), seed=0)


def test_an_error_of_a_splitter_of_ones_own_is_told_in_a_sentence():
    class Breaks:
        def split(self, X, y=None, groups=None):
            yield [0], [1]
            message = "no more\nrows"
            raise RuntimeError(message)

    with pytest.raises(PlanError, match=r"^Breaks gives no resamples of these rows: no more rows; try"):
        draw(FromSplitter(Breaks()), of_classes(10, 10), seed=0)

"""Counts read off confusion matrices."""

import numpy as np

from foldwise.measures.tallies.tables import Cells, macro, of_positive, square

TABLE = np.array([[[5, 1, 2], [3, 4, 0]]])  # two classes; two rows of the first are unclassified


def test_every_class_is_held_against_the_rest():
    cells = Cells.of(TABLE)
    assert cells.tp.tolist() == [[5, 4]]
    assert cells.fp.tolist() == [[3, 1]]
    assert cells.fn.tolist() == [[1, 3]]
    assert cells.tn.tolist() == [[4, 5]]


def test_unclassified_rows_belong_to_their_class_and_to_no_cell():
    cells = Cells.of(TABLE)
    assert cells.positives.tolist() == [[8, 7]]
    assert cells.negatives.tolist() == [[7, 8]]
    assert (cells.tp + cells.fp + cells.fn + cells.tn).tolist() == [[13, 13]]


def test_abstentions_become_a_class_of_their_own_that_never_is_the_truth():
    assert square(TABLE).tolist() == [[[5, 1, 2], [3, 4, 0], [0, 0, 0]]]
    assert square(TABLE[..., :2].repeat(1, axis=0)[:, :, [0, 1, 1]] * [1, 1, 0]).shape == (1, 2, 2)


def test_the_positive_of_two_and_the_mean_of_more():
    def rows(table):
        return table.sum(axis=-1).astype(float)

    assert of_positive(rows)(TABLE, 0).tolist() == [8]
    assert of_positive(rows)(np.ones((1, 3, 4)), 0).tolist() == [4]


def test_a_class_without_a_value_is_skipped():
    assert macro(np.array([[1.0, np.nan, 3.0], [np.nan] * 3])).tolist()[0] == 2
    assert np.isnan(macro(np.array([np.nan, np.nan])))

"""An order of rows, classes and systems that depends on what they hold alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from foldwise.intervals.bootstrapping.canonical import canonical_order, cell_codes, class_ranks
from foldwise.measures import Outcomes
from foldwise.predictions import ScoreKind

RNG = np.random.default_rng(0)
TABLE = RNG.random((40, 3)) + 1e-3
ROWS = Outcomes(
    RNG.choice(3, 40, p=[0.5, 0.3, 0.2]), RNG.integers(-1, 3, 40), TABLE, ScoreKind.DECISION, classes=3, positive=2
)
OTHER = replace(ROWS, output=RNG.integers(0, 3, 40), scores=TABLE[::-1])


def recoded(one, order):
    new = np.argsort(order)
    output = np.where(one.output < 0, -1, new[one.output])
    return replace(one, truth=new[one.truth], output=output, scores=one.scores[:, order])


def test_shuffled_rows_come_out_in_the_same_order():
    places = np.random.default_rng(1).permutation(40)
    there, back = ROWS.where(canonical_order([ROWS])), ROWS.where(places)
    again = back.where(canonical_order([back]))
    np.testing.assert_array_equal(again.scores, there.scores)


def test_codes_of_classes_do_not_matter():
    order = np.array([2, 0, 1])
    np.testing.assert_array_equal(canonical_order([recoded(ROWS, order)]), canonical_order([ROWS]))
    np.testing.assert_array_equal(cell_codes([recoded(ROWS, order)]), cell_codes([ROWS]))
    np.testing.assert_array_equal(class_ranks([recoded(ROWS, order)]), class_ranks([ROWS])[order])


def test_classes_of_one_size_are_told_apart_by_what_is_said_of_them():
    even = replace(ROWS, truth=np.arange(40) % 3, output=np.full(40, -1)).where(slice(0, 39))
    order = np.array([1, 2, 0])
    np.testing.assert_array_equal(class_ranks([recoded(even, order)]), class_ranks([even])[order])


def test_the_order_of_systems_does_not_matter():
    np.testing.assert_array_equal(canonical_order([ROWS, OTHER]), canonical_order([OTHER, ROWS]))
    np.testing.assert_array_equal(cell_codes([ROWS, OTHER]), cell_codes([OTHER, ROWS]))


def test_monotone_functions_of_the_scores_do_not_matter():
    bent = [replace(one, scores=np.log(one.scores)) for one in (ROWS, OTHER)]
    np.testing.assert_array_equal(canonical_order(bent), canonical_order([ROWS, OTHER]))


def test_the_positive_of_two_classes_is_the_last():
    two = Outcomes(np.array([0, 1]), np.array([0, 1]), classes=2, positive=0)
    np.testing.assert_array_equal(class_ranks([two]), [1, 0])


def test_values_have_no_classes():
    assert class_ranks([Outcomes(np.array([1.0]), np.array([2.0]))]).size == 0

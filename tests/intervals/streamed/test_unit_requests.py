"""What a second look at the rows adds up."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.intervals import SummarisedSystem, unit_request
from foldwise.intervals.limits.share import share_of
from foldwise.intervals.streamed.summarised_counts import cells_of
from foldwise.intervals.streamed.unit_requests import share_halves
from foldwise.measures import Outcomes, measure
from foldwise.measures.summaries import SummaryRequest, summarise

rng = np.random.default_rng(2)
TRUTH = rng.integers(0, 2, 80)
P = np.clip(0.5 + 0.3 * (TRUTH - 0.5) + 0.1 * rng.normal(size=80), 0.01, 0.99)
ROWS = Outcomes(TRUTH, (P > 0.5).astype(int), np.column_stack([1 - P, P]), classes=2, names=("n", "y"))
OTHER = replace(ROWS, output=rng.integers(0, 2, 80))


def summed(measures, weights):
    rows = {name: replace(one, weights=weights) for name, one in (("a", ROWS), ("b", OTHER))}
    summary = summarise(rows, SummaryRequest(measures))
    return [SummarisedSystem(summary, name, at, 2, ("n", "y"), 1) for at, name in enumerate(rows)]


def test_rows_of_one_weight_need_no_second_look():
    measures = tuple(map(measure, ("error", "brier", "f1")))
    assert not unit_request(measures, summed(measures, None))


def test_differences_of_functions_of_sums_need_one():
    measures = (measure("brier-skill"),)
    assert set(unit_request(measures, summed(measures, None)).effects) == {("brier-skill", "a", "b")}


def test_weighted_rows_do_for_each_system_and_for_their_difference():
    measures = tuple(map(measure, ("error", "brier-skill", "recall", "balanced-error")))
    found = unit_request(measures, summed(measures, np.arange(1.0, 81)))
    assert {("error", "a"), ("error", "b"), ("error", "a", "b"), ("brier-skill", "loss", "a")} <= set(found.effects)
    assert {("error", "a"), ("recall", "b"), ("balanced-error", "1", "a")} <= set(found.trials)


def test_what_systems_have_in_common_does_not_move_their_difference():
    measures = (measure("brier-skill"),)
    effect = unit_request(measures, summed(measures, np.arange(1.0, 81))).effects["brier-skill", "a", "b"]
    assert all(turn[1:].tolist() == [0] * (turn.size - 1) for turn in effect.turns.values())  # the classes are the same


def test_half_a_row_weighs_what_rows_of_its_class_do():
    weights = np.where(TRUTH == 1, 1.0, 9.0)
    asked = measure("precision")
    (one, _) = summed((asked,), weights)
    assert share_of(asked, 2, 1) is not None
    assert share_halves(asked, cells_of(asked, one)) == pytest.approx((1.0, 9.0))
    with pytest.raises(TypeError, match="mcc is not a share"):
        share_halves(measure("mcc"), cells_of(measure("mcc"), one))

"""From scores and costs to labels."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.data import Task
from foldwise.errors import InputError, MeasureError, UnknownNameError
from foldwise.measures import (
    ModelScores,
    cheapest_labels,
    cheapest_threshold,
    cost_threshold,
    decide_labels,
    measure,
)
from foldwise.predictions import Outputs, Part, Predictions, ScoreKind
from tests.worlds import fixed, outcomes, partition, predictions_of

COSTS = np.array([[0.0, 1.0], [10.0, 0.0]])


def test_the_threshold_of_two_classes_worked_by_hand():
    """METHODS H.5: (C_FP - C_TN) / (C_FP - C_TN + C_FN - C_TP)."""
    assert cost_threshold(COSTS) == pytest.approx(1 / 11)
    assert cost_threshold(COSTS, positive=0) == pytest.approx(10 / 11)
    assert cost_threshold(np.array([[-1.0, 3.0], [4.0, -2.0]])) == pytest.approx(4 / 10)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(0.1, 20))
def test_bayes_rule_is_that_threshold_for_two_classes(probabilities, fn):
    p = np.array(probabilities)
    costs = np.array([[0.0, 1.0], [fn, 0.0]])
    labels = cheapest_labels(np.stack([1 - p, p], axis=1), costs)
    clear = np.abs(p - cost_threshold(costs)) > 1e-9
    assert labels[clear].tolist() == (p > cost_threshold(costs))[clear].astype(int).tolist()


@given(st.integers(0, 1000))
def test_the_cheapest_label_of_several_classes_by_trying_each(seed):
    rng = np.random.default_rng(seed)
    p, costs = rng.dirichlet(np.ones(4), 10), rng.integers(0, 9, (4, 4)) * (1.0 - np.eye(4))
    tried = [[sum(row[c] * costs[c, d] for c in range(4)) for d in range(4)] for row in p]
    assert cheapest_labels(p, costs).tolist() == np.argmin(tried, axis=1).tolist()


def test_equal_costs_go_to_the_first_class_and_a_prediction_goes_before_none():
    half = np.array([[0.5, 0.5]])
    assert cheapest_labels(half, np.array([[0.0, 1], [1, 0]])).tolist() == [0]
    assert cheapest_labels(half, np.array([[0.0, 1, 0.5], [1, 0, 0.5]])).tolist() == [0]


def test_not_predicting_pays_between_the_limits_of_chow():
    p = np.array([0.1, 0.31, 0.5, 0.69, 0.9])
    costs = np.array([[0.0, 1, 0.3], [1, 0, 0.3]])
    assert cheapest_labels(np.stack([1 - p, p], axis=1), costs).tolist() == [0, -1, -1, -1, 1]


@given(st.lists(st.integers(0, 6), min_size=20, max_size=20), st.permutations([0] * 8 + [1] * 12), st.floats(0.1, 9))
def test_the_threshold_that_was_cheapest_by_trying_every_one(scores, truth, fn):
    s, y = np.array(scores) / 6, np.array(truth)
    costs = np.array([[0.0, 1], [fn, 0]])
    found = cheapest_threshold(outcomes(y, scores=s, kind="decision"), costs)
    tried = [np.mean(costs[y, (s >= t).astype(int)]) for t in [np.inf, *np.unique(s)]]
    assert found.cost == pytest.approx(min(tried))
    assert np.mean(costs[y, (s >= found.value).astype(int)]) == pytest.approx(min(tried))


def test_the_threshold_lies_half_way_to_the_next_score():
    rows = outcomes([0, 0, 1, 1], scores=[0.1, 0.2, 0.6, 0.9])
    assert cheapest_threshold(rows, COSTS).value == pytest.approx(0.4)


def test_if_one_class_is_never_worth_calling_the_threshold_is_infinite():
    rows = outcomes([0, 0, 1], scores=[0.9, 0.8, 0.1])
    assert cheapest_threshold(rows, np.array([[0, 9.0], [1, 0]])).value == np.inf
    assert cheapest_threshold(rows, np.array([[0, 1.0], [9, 0]])).value == -np.inf


def probabilities(n=200, seed=0):
    rng = np.random.default_rng(seed)
    p = rng.uniform(size=n)
    return p, (rng.uniform(size=n) < p).astype(int)


def test_deciding_by_cost_lowers_the_cost_of_calibrated_probabilities():
    p, y = probabilities()
    before = predictions_of(y, (p > 0.5).astype(int), partition(n=200, k=5), scores=np.stack([1 - p, p], axis=1))
    after = decide_labels(before, COSTS)
    costs = [
        ModelScores(table, "m", measure("cost")).value
        for table in (decide_labels(before, np.ones((2, 2)) - np.eye(2)), after)
    ]
    assert after.of("m").output.tolist() == (p[after.of("m").row] > 1 / 11).astype(int).tolist()
    plain = ModelScores(after, "m", measure("cost")).value
    assert plain < np.mean(COSTS[y, (p > 0.5).astype(int)])
    assert costs[1] == plain
    assert before.costs is None


def with_training_rows(flip):
    """Two resamples; scores of the training rows part at 3, those of the test rows at 8."""
    truth = np.tile([0, 1], 6)
    rows = np.tile(np.arange(12), 2)
    resample = np.repeat([0, 1], 12)
    test = (rows < 6) == (resample == 0)
    score = np.where(truth[rows] == 1, 4.0, 2.0)
    score = np.where(test & flip, np.where(truth[rows] == 1, 9.0, 7.0), score)
    part = np.where(test, Part.TEST, Part.TRAIN).astype(np.uint8)
    table = np.stack([-score, score], axis=1)
    answers = Outputs(resample, rows, np.zeros(24, dtype=int), table, ScoreKind.DECISION, part)
    resamples = partition(n=12, k=2)
    return Predictions(truth, Task.CLASSIFICATION, {"m": answers}, resamples, classes=("no", "yes"), positive=1)


def test_a_threshold_is_chosen_on_training_rows_and_never_on_the_rows_it_is_tested_on():
    honest = decide_labels(with_training_rows(flip=False), COSTS, by="training")
    assert np.array_equal(honest.of("m").output, honest.truth[honest.of("m").row])
    blind = decide_labels(with_training_rows(flip=True), COSTS, by="training")
    assert np.all(blind.of("m").output == 1)  # a threshold between 2 and 4 knows nothing of test scores 7 and 9


def test_validation_rows_are_preferred_to_training_rows():
    table = with_training_rows(flip=False)
    answers = table.outputs["m"]
    part = np.where((answers.part == Part.TRAIN) & (answers.row % 4 < 2), Part.VALIDATION, answers.part).astype(
        np.uint8
    )
    score = np.where(part == Part.VALIDATION, answers.scores[:, 1] + 10, answers.scores[:, 1])
    moved = replace(table, outputs={"m": replace(answers, part=part, scores=np.stack([-score, score], axis=1))})
    assert np.all(decide_labels(moved, COSTS, by="training").of("m").output == 0)


def test_costs_with_a_column_for_it_leave_rows_unclassified():
    p = np.array([0.05, 0.5, 0.95])
    table = predictions_of([0, 1, 1], [0, 0, 1], fixed(3), scores=np.stack([1 - p, p], axis=1))
    decided = decide_labels(table, np.array([[0, 1, 0.2], [1, 0, 0.2]]))
    assert decided.of("m").output.tolist() == [0, -1, 1]
    assert ModelScores(decided, "m", measure("cost")).value == pytest.approx(0.2 / 3)
    assert ModelScores(decided, "m", measure("coverage")).value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("table", "costs", "by", "error", "message"),
    [
        (predictions_of([0, 1], [0, 1], fixed(2)), COSTS, "cost", MeasureError, "the cheapest label needs probabilities, and 'm' gives none; try probabilities between 0 and 1"),
        (predictions_of([0, 1], [0, 1], fixed(2)), None, "cost", MeasureError, "a decision needs costs; try costs='fn=10,fp=1'"),
        (predictions_of([0, 1], [0, 1], fixed(2)), COSTS, "guess", UnknownNameError, "there is no way to decide called 'guess'"),
        (predictions_of([0, 1], [0, 1], fixed(2)), COSTS, "training", MeasureError, "a threshold needs scores, and 'm' gives labels only"),
        (
            predictions_of([0, 1], [0, 1], fixed(2), scores=np.eye(2)),
            COSTS,
            "training",
            MeasureError,
            "the training rows of 'm' were not predicted, so no threshold can be chosen on them; try train=True",
        ),
        (
            predictions_of([0, 1, 2], [0, 1, 2], fixed(3), n_classes=3, scores=np.eye(3)),
            1 - np.eye(3),
            "training",
            MeasureError,
            "a threshold parts two classes and leaves no row unclassified, and the costs are 3 x 3; try decide='cost'",
        ),
        (predictions_of([0.0, 1.5], [0, 1], fixed(2), n_classes=0), COSTS, "cost", MeasureError, "labels are decided for classes, and this is a regression"),
    ],
)  # fmt: skip
def test_what_cannot_be_decided_is_refused(table, costs, by, error, message):
    with pytest.raises(error) as caught:
        decide_labels(table, costs, by=by)
    assert str(caught.value).startswith(message)


def test_costs_that_reward_mistakes_have_no_threshold():
    with pytest.raises(InputError, match="a mistake must cost more than a right prediction: a miss costs 0 more"):
        cost_threshold(np.array([[0.0, 1.0], [0.0, 0.0]]))


def test_the_model_of_all_rows_gets_its_labels_in_the_same_way():
    p, y = probabilities(n=40)
    table = predictions_of(y, (p > 0.5).astype(int), fixed(40), scores=np.stack([1 - p, p], axis=1))
    both = replace(table, apparent=table.outputs)
    assert np.array_equal(decide_labels(both, COSTS).apparent["m"].output, (p > 1 / 11).astype(int))


def test_a_model_of_which_every_fit_failed_has_nothing_to_decide():
    none = np.zeros(0, dtype=np.intp)
    empty = Outputs(none, none, none, None, ScoreKind.NONE, np.zeros(0, dtype=np.uint8))
    table = replace(predictions_of([0, 1], [0, 1], fixed(2)), outputs={"m": empty})
    assert decide_labels(table, COSTS).of("m").size == 0

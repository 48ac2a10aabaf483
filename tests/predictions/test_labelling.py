"""Labels that follow from scores."""

import numpy as np
import pytest

from foldwise.errors import InputError
from foldwise.predictions.inputs import read_inputs
from foldwise.predictions.labelling import build_rows, likeliest

NOTHING = dict.fromkeys(("classes", "task", "positive", "costs"))


def rows(truth, predicted=None, scores=None, **more):
    settings = dict.fromkeys(("data", "groups", "weights", "segments", "system", "row"))
    table, roles = read_inputs(truth, predicted, scores=scores, **settings)
    return build_rows(table, roles, **(NOTHING | more))


def test_without_labels_the_highest_score_decides():
    predictions, _, notes = rows(["no", "yes", "yes"], scores=[0.2, 0.7, 0.4])
    assert predictions.label(predictions.of("system").output).tolist() == ["no", "yes", "no"]
    assert notes == ("the labels of system are yes where the score is above 0.5",)


def test_of_decision_values_the_sign_decides():
    assert likeliest(np.array([-2.0, 3.0]), ("no", "yes"), None, "m").tolist() == ["no", "yes"]
    assert likeliest(np.array([0.2, 0.9]), ("bad", "good"), "bad", "m").tolist() == ["good", "bad"]


@pytest.mark.parametrize("off", [1 + 1e-7, -1e-7])
def test_rounding_moves_no_threshold(off):
    predictions, _, notes = rows(["no", "yes", "yes", "no"], scores=[0.2, 0.7, 0.4, off])
    assert predictions.of("system").output.tolist() == [0, 1, 0, int(off > 1)]
    assert predictions.of("system").score_kind == "probability"
    assert notes == ("the labels of system are yes where the score is above 0.5",)


@pytest.mark.parametrize(
    ("scores", "hint"),
    [
        ([20.0, 70.0, 40.0], "scores / 100 if they are percentages, or predicted=… with the labels"),
        ([0.2, 0.7, 1.2], "scores / 100"),
        ([-3.0, -0.2, -0.1], "predicted=… with the labels"),
        ([0.5] * 18 + [-0.1, 1.1], "predicted=… with the labels"),
    ],
)
def test_no_threshold_is_made_up(scores, hint):
    with pytest.raises(InputError, match="neither probabilities from 0 to 1 nor decision values") as caught:
        rows((["no", "yes"] * len(scores))[: len(scores)], scores=scores)
    assert caught.value.hint.startswith(hint)


def test_of_several_classes_the_largest():
    predictions, _, _ = rows([0, 1, 2], scores=[[0.8, 0.1, 0.1], [0.2, 0.1, 0.7], [0.0, 0.4, 0.6]])
    assert predictions.of("system").output.tolist() == [0, 2, 2]


def test_costs_are_read():
    predictions, _, _ = rows([0, 1], [0, 1], costs="fn=10,fp=1")
    assert predictions.costs.tolist() == [[0, 1], [10, 0]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.5, 2.5], None, [0.1, 0.2]), "'system' has scores but no predicted values, and a regression has values"),
        (([0, 1, 2], None, [0.1, 0.2, 0.3]), "one score of 'system' cannot choose among 3 classes; try predicted="),
        (([0, 1], None, [[0.1, 0.2, 0.7]] * 2), "scores of 'system' have 3 columns, and there are 2 classes"),
        (([0, 1], [0, 1], ["no", "yes"]), "scores of 'system' hold text such as 'no', which is not a number; try the"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, message):
    with pytest.raises(InputError) as caught:
        rows(*arguments)
    assert str(caught.value).startswith(message)


def test_numbers_written_as_text_are_numbers():
    predictions, _, _ = rows([0, 1], [0, 1], ["0.25", "0.75"])
    assert predictions.of("system").scores[:, 1].tolist() == [0.25, 0.75]

"""When there are too few rows to assess anything, or one measure."""

from foldwise.intervals import too_few, too_small
from foldwise.measures import measure
from foldwise.predictions import Predictions


def test_a_rare_class_is_too_few_only_for_what_rests_on_it():
    rows = Predictions.build(["a"] * 300 + ["b"] * 300 + ["c"] * 3, {"m": ["a"] * 603})
    told = {name: too_few(rows, measure(name)) for name in ("error", "log-loss", "mcc", "recall", "auc", "recall[a]")}
    few = "class 'c' has 3 rows, and 5 are the least that a measure can rest on"
    assert told == {"error": "", "log-loss": "", "mcc": "", "recall": few, "auc": few, "recall[a]": ""}
    assert not too_small(rows)
    assert too_small(rows, measure("macro-f1"))


def test_fewer_than_twenty_rows_are_too_few_for_everything():
    rows = Predictions.build([0, 1] * 9, {"m": [0, 1] * 9})
    assert (
        too_few(rows)
        == too_few(rows, measure("error"))
        == "there are 18 rows, and 20 are the least that can be assessed"
    )

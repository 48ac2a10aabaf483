import numpy as np

import foldwise
from foldwise.advice import Advice, Severity
from foldwise.diagnosing.suggestions import SuggestionFacts, _threshold, other_complexity, suggestions
from foldwise.reports import ComplexityCurve
from tests.diagnosing.subjects import classes, subject, values


def actions(found):
    return [one.action for one in found.advice]


def test_a_tree_is_told_to_be_bagged_or_simpler():
    rng = np.random.default_rng(0)
    X, y = classes(300, gap=1.5)
    y = np.where(rng.random(300) < 0.15, 1 - y, y)
    found = foldwise.diagnose("tree", X, y, parts="bias-variance,complexity-curve,fit", progress=None)
    assert {"bag", "simpler-model"} <= set(actions(found))
    simpler = next(one for one in found.advice if one.action == "simpler-model")
    assert "--grid max_depth=" in simpler.command
    assert simpler.gain > 0


def test_a_line_through_a_curve_is_told_to_be_more_flexible():
    X, _ = values(200)
    found = foldwise.diagnose("linear", X, X[:, 0] ** 2, parts="bias-variance,fit", progress=None)
    assert actions(found) == ["boost"]


def test_a_curve_that_still_falls_is_told_to_take_more_rows():
    X, y = values(200, p=6, noise=0.2)
    found = foldwise.diagnose("knn", X, y, parts="learning-curve", progress=None)
    assert actions(found) == ["more-data"]
    assert "twice as many" in found.advice[0].evidence


def test_copied_rows_come_first():
    X, y = classes(80)
    found = foldwise.diagnose("tree", np.tile(X, (2, 1)), np.tile(y, 2), parts="bias-variance,checks", progress=None)
    assert actions(found)[0] == "mend-data"
    assert "FW101" in found.advice[0].text
    assert next(one.mend for one in found.checks if one.code == "FW101") in found.advice[0].evidence
    assert found.advice[0].command == "foldwise diagnose FILE --target y --model tree --groups COLUMN"


def test_a_good_model_is_left_alone():
    X, y = values(400, noise=0.1)
    found = foldwise.diagnose("linear", X, y, parts="bias-variance,fit,checks", progress=None)
    assert found.advice == ()
    assert "nothing stands out" in str(found)


def test_the_simpler_of_two_values_is_called_simpler_where_both_fit_the_training_rows():
    X, y = classes(120)
    one = subject("logistic", X, y)
    curve = ComplexityCurve("C", (0.1, 1.0), (0.1, 0.1), (0.10, 0.20), 0.1, "error")
    assert other_complexity(SuggestionFacts(one, {"complexity": curve})).action == "simpler-model"
    other = ComplexityCurve("C", (1.0, 10.0), (0.1, 0.1), (0.20, 0.10), 10.0, "error")
    assert other_complexity(SuggestionFacts(one, {"complexity": other})).action == "stronger-model"


def test_rows_are_to_be_grouped_once_whichever_checks_ask_for_it():
    checks = tuple(
        Advice(code, "alike", Severity.DOUBTFUL, "z = 9", "order= with the time of each row")
        for code in ("FW105", "FW209")
    )
    X, y = classes(60)
    made = suggestions(subject("lda", X, y), {"checks": checks})
    assert [one.action for one in made].count("group-rows") == 1
    assert made[0].evidence == "z = 9; what to do: order= with the time of each row"


def test_the_digits_of_a_threshold_tell_it_from_zero():
    assert [_threshold(one) for one in (0.3, 1e-9, 0.99999, 1.0 + 1e-12)] == ["0.30", "1e-09", "0.99999", "1"]

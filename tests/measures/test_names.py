"""From names to measures."""

import pytest

from foldwise.data import Task
from foldwise.errors import InputError, UnknownNameError
from foldwise.measures import as_measures, asked_measures, measure, one_measure, with_pairs


def names(measures):
    return [one.name for one in measures]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Recall", "recall"),
        ("  true positive rate ", "recall"),
        ("balanced_accuracy", "balanced-accuracy"),
        ("f1_macro", "macro-f1"),
        ("jaccard_weighted", "weighted-jaccard"),
        ("F2", "f(2)"),
        ("f(1)", "f1"),
        ("neg_mean_squared_error", "mse"),
        ("roc_auc", "auc"),
        ("AUROC", "auc"),
        ("logloss", "log-loss"),
        ("r2_score", "r2"),
        ("macro-f(0.5)", "macro-f(0.5)"),
        ("macro-f(1)", "macro-f1"),
        ("f(0.5)_macro", "macro-f(0.5)"),
        ("fbeta(0.5)", "f(0.5)"),
        ("weighted kappa(linear)", "linear-kappa"),
        ("Precision[Iris Setosa]", "precision[Iris Setosa]"),
        ("f2[a(b)]", "f(2)[a(b)]"),
        ("lift(0.2)[x, y]", "lift(0.2)[x, y]"),
    ],
)
def test_names_are_read_generously(text, name):
    assert measure(text).name == name


def test_a_measure_is_its_own_name():
    assert measure(measure("mae")) is measure("mae")


def test_commas_inside_brackets_part_nothing():
    found = as_measures("error, ece(10, by=width), precision[a, b],recall")
    assert names(found) == ["error", "ece(10, by=width)", "precision[a, b]", "recall"]


def test_a_measure_named_twice_counts_once():
    assert names(as_measures(["sensitivity", "recall", measure("tpr")])) == ["recall"]
    assert names(as_measures(measure("mae"))) == ["mae"]


def test_rates_come_in_pairs():
    assert names(with_pairs(as_measures("recall"))) == ["recall", "precision"]
    assert names(with_pairs(as_measures("miss-rate"))) == ["fnr", "fpr"]
    assert names(with_pairs(as_measures("false-alarm-rate, error"))) == ["fpr", "fnr", "error"]
    assert names(with_pairs(as_measures("macro-recall"))) == ["macro-recall", "macro-precision"]
    assert names(with_pairs(as_measures("precision[yes]"))) == ["precision[yes]", "recall[yes]"]
    assert names(with_pairs(as_measures("selective-risk"))) == ["selective-error", "coverage"]


def test_a_pair_that_was_asked_for_keeps_its_place():
    assert names(with_pairs(as_measures("recall, auc, precision"))) == ["recall", "auc", "precision"]
    assert names(with_pairs(as_measures("specificity, npv"))) == ["specificity", "recall", "npv", "precision"]


def test_what_is_no_rate_stays_alone():
    assert names(with_pairs(as_measures("error, f1, auc, mcc, log-loss"))) == ["error", "f1", "auc", "mcc", "log-loss"]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("acuracy", UnknownNameError, "there is no measure called 'acuracy'; try 'accuracy'"),
        ("sensitivty", UnknownNameError, "there is no measure called 'sensitivty'; try 'sensitivity'"),
        ("mae(2)", InputError, "mae takes no parameter, and '2' was given; try 'mae'"),
        ("mae[x]", InputError, "mae is not about one class, and 'x' was given; try 'mae'"),
        ("macro-f1[x]", InputError, "macro-f1 is not about one class, and 'x' was given"),
        ("cost[x]", InputError, "cost is not about one class, and 'x' was given"),
        ("recall(", InputError, r"'recall\(' is not the name of a measure; try a form such as 'recall', 'f\(2\)'"),
        ("", InputError, "'' is not the name of a measure"),
    ],
)
def test_what_is_no_measure_is_refused_with_the_nearest_name(text, error, message):
    with pytest.raises(error, match=message):
        measure(text)


def test_functions_stand_beside_names_and_wait_for_the_task():
    assert asked_measures(["error, auc", max]) == (measure("error"), measure("auc"), max)
    assert asked_measures(max) == (max,)
    assert [(one.name, one.task) for one in as_measures(["mae", max], Task.REGRESSION)] == [
        ("mae", "regression"),
        ("max", "regression"),
    ]


@pytest.mark.parametrize("given", [3, [None], ["error", 0.5], {"error": 1}])
def test_what_is_no_measure_is_refused_in_one_sentence(given):
    with pytest.raises(InputError, match=r"not (int|NoneType|float|a dictionary); try measures='error,auc'"):
        as_measures(given)


@pytest.mark.parametrize("given", [[], "error, auc", ["error", max]])
def test_one_measure_is_one(given):
    with pytest.raises(InputError, match=r"one measure is asked for, and [02] were given"):
        one_measure(given, Task.CLASSIFICATION)

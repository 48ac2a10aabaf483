"""Which rows a measure rests on."""

import numpy as np
import pytest

from foldwise.data import Task
from foldwise.measures import MEASURES, Outcomes, Scope, class_of, measure, scarcest
from foldwise.predictions import ScoreKind

CLASSES = ("a", "b", "c")
LABELLED = [one for one in MEASURES if one.task is Task.CLASSIFICATION]
RARE, ROWS = 3, 4000


@pytest.mark.parametrize(
    ("name", "rows"),
    [("error", 20_000), ("log-loss", 20_000), ("micro-f1", 20_000), ("ece", 20_000), ("mcc", 997), ("kappa", 997)]
    + [(name, 3) for name in ("recall", "macro-f1", "balanced-error", "auc", "ovr-auc", "average-precision")],
)
def test_a_rare_class_limits_what_looks_at_it(name, rows):
    assert scarcest(measure(name), np.array([19_000, 997, 3]), CLASSES, 0)[0] == rows


@pytest.mark.parametrize(
    ("name", "rows"), [("recall", 3), ("specificity", 997), ("precision", 3), ("auc", 3), ("recall[a]", 997)]
)
def test_of_two_classes_a_rate_rests_on_its_own(name, rows):
    assert scarcest(measure(name), np.array([997, 3]), ("a", "b"), 1)[0] == rows


def test_it_is_said_whose_rows_are_few():
    assert scarcest(measure("specificity[a]"), np.array([90, 3]), ("a", "b"), 1) == (3, "the rest of class 'a'")
    assert scarcest(measure("macro-recall"), np.array([90, 0, 4]), CLASSES, 0) == (4, "class 'c'")


def test_the_positive_class_is_named_where_it_matters():
    two = ("benign", "malignant")
    told = {name: class_of(measure(name), two, 1) for name in ("recall", "auc", "net-benefit", "error", "mcc", "brier")}
    assert told == {
        "recall": "malignant",
        "auc": "malignant",
        "net-benefit": "malignant",
        "error": "",
        "mcc": "",
        "brier": "",
    }
    assert class_of(measure("recall"), CLASSES, 1) == ""
    assert class_of(measure("recall[a]"), CLASSES, 1) == "a"


def answered(classes, rare, noise, *, found):
    """Rows of which 3 belong to a rare class and are all found or all missed; of the others a share is wrong."""
    rng = np.random.default_rng(0)
    others = [code for code in range(classes) if code != rare]
    truth = np.concatenate([np.resize(others, ROWS - RARE), np.full(RARE, rare)])
    output = np.where(rng.random(ROWS) < noise, (truth + 1) % classes, truth)
    output[-RARE:] = rare if found else (rare + 1) % classes
    p = np.full((ROWS, classes), 0.3 / (classes - 1))
    p[np.arange(ROWS), output] = 0.7
    p += 0.05 * rng.random(p.shape)
    p /= p.sum(axis=1, keepdims=True)
    costs = 1 - np.eye(classes)
    names = CLASSES[:classes]
    return Outcomes(truth, output, p, ScoreKind.PROBABILITY, classes=classes, positive=1, names=names, costs=costs)


@pytest.mark.parametrize("one", LABELLED, ids=lambda one: one.name)
@pytest.mark.parametrize(("classes", "rare"), [(2, 0), (2, 1), (3, 2)])
def test_what_three_rows_of_four_thousand_can_move_says_that_it_rests_on_them(one, classes, rare):
    """Found or missed, the rows of a rare class move only what declares to look at them, whatever the other errors."""
    if one.two_classes and classes > 2:
        assert one.scope is not Scope.EACH
        return
    rows = [answered(classes, rare, noise, found=found) for noise in (0.0, 0.2) for found in (True, False)]
    values = np.array([one.value(some) for some in rows]).reshape(2, 2)
    scale = one.high - one.low if np.isfinite(one.high - one.low) else 1.0
    moved = np.nanmax(np.append(np.abs(values[:, 0] - values[:, 1]), 0.0)) / scale
    counts = np.bincount(rows[0].truth, minlength=classes)
    limited = scarcest(one, counts, CLASSES[:classes], 1)[0] <= RARE
    assert limited or moved < 0.03

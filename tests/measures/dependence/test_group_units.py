"""What the half row that is supposed at the edges stands for in groups."""

import numpy as np
import pytest

import foldwise
from foldwise.measures import ModelScores, measure
from foldwise.measures.dependence.group_units import class_units, compared_units, independent_pairs, loss_units

MEASURES = "balanced-error, recall, precision, f1, mcc, auc"


def classes(shift, alike, seed=0):
    """Six groups of 100 rows, a third of them positive; `alike` is the share of the variance of the columns that a group has in common."""
    rng, groups = np.random.default_rng(seed), np.repeat(np.arange(6), 100)
    y = (rng.random(600) < 0.33).astype(int)
    common, own = rng.normal(size=(6, 3))[groups], rng.normal(size=(600, 3))
    return np.sqrt(alike) * common + np.sqrt(1 - alike) * own + shift * y[:, None], y, groups


def widths(groups, X, y):
    found = foldwise.assess("lda", X, y, groups=groups, measures=MEASURES, baseline=False).findings
    return np.array([one.interval.width for one in found])


def scored(table, model, name):
    return ModelScores(table, model, measure(name))


def test_groups_of_rows_that_are_not_alike_cost_no_more_than_their_number():
    """Half a group was supposed where fewer rows than a group were wrong: precision and areas were 4 to 7 times as wide as of rows."""
    X, y, groups = classes(0.8, 0.0)
    assert (widths(groups, X, y) < 2.2 * widths(None, X, y)).all()


def test_groups_of_rows_that_are_alike_count_as_groups():
    X, y, groups = classes(0.8, 0.8)
    table = foldwise.assess("lda", X, y, groups=groups, measures=MEASURES, baseline=False).predictions
    assert (class_units(scored(table, "lda", "f1"), 2)[:, 0] > [50, 25]).all()
    assert compared_units(scored(table, "lda", "auc")) < independent_pairs(scored(table, "lda", "auc")) / 5


def test_a_rule_that_gives_one_class_is_not_right_or_wrong_by_groups():
    X, y, groups = classes(0.8, 0.0)
    table = foldwise.assess("baseline", X, y, groups=groups, measures=MEASURES).predictions
    assert class_units(scored(table, "baseline", "recall"), 2).tolist() == [[1.0], [1.0]]
    assert compared_units(scored(table, "baseline", "auc")) == independent_pairs(scored(table, "baseline", "auc"))


@pytest.mark.parametrize("alike", [0.0, 0.8])
def test_where_no_row_is_wrong_margins_tell_how_much_alike_rows_are(alike):
    X, y, groups = classes(4.5, alike)
    table = foldwise.assess("lda", X, y, groups=groups, measures="error, f1, auc", baseline=False).predictions
    of_losses, of_classes = (
        loss_units(scored(table, "lda", "error"), measure("error")),
        class_units(scored(table, "lda", "f1"), 2),
    )
    assert (10 <= of_losses < 30) if alike == 0 else (of_losses > 45)
    assert (of_classes[:, 0] < 25).all() if alike == 0 else (of_classes[:, 0] > [45, 25]).all()
    assert compared_units(scored(table, "lda", "auc")) >= 6


def test_one_wrong_row_does_not_bound_how_many_of_a_new_group_are_wrong_together():
    """The upper end of the error fell from .10 to .02 at the first wrong row, and 88 to 92 % were covered (METHODS N.26)."""
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(10), 40)
    y = np.tile([0, 1], 200)
    X = rng.normal(size=(400, 3)) + 3.0 * y[:, None]
    ends = []
    for wrong in (0, 1, 3, 12):
        turned = np.where(np.arange(400) < wrong, 1 - y, y)
        table = foldwise.assess("lda", X, turned, groups=groups, measures="error", baseline=False)
        ends.append(
            (loss_units(scored(table.predictions, "lda", "error"), measure("error")), table.findings[0].interval.high)
        )
    units, highs = zip(*ends, strict=True)
    assert units[0] > units[1] > units[2] > 4
    assert units[3] == 1  # more than one wrong row a group
    assert highs[1] > 0.5 * highs[0]


@pytest.mark.parametrize("name", ["normalised-cost", "brier"])
def test_one_wrong_row_bounds_costs_no_more_than_errors(name):
    """The upper end fell at the first wrong row here too, and .57 to .91 were covered (METHODS N.32)."""
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(10), 40)
    y = np.tile([0, 1], 200)
    X, highs = rng.normal(size=(400, 3)) + 3.0 * y[:, None], []
    for wrong in (1, 12):
        turned = np.where(np.arange(400) < wrong, 1 - y, y)
        table = foldwise.assess("lda", X, turned, groups=groups, measures=name, costs=[[0, 1], [5, 0]], baseline=False)
        highs.append(table.findings[0].interval.high - table.findings[0].interval.low)
    assert highs[0] > 0.22 * highs[1]


def test_a_log_loss_of_groups_with_hardly_a_wrong_row_says_what_it_does_not_allow_for():
    notes = []
    for shift in (0.8, 4.5):
        X, y, groups = classes(shift, 0.3)
        found = foldwise.assess("lda", X, y, groups=groups, measures="log-loss, brier", baseline=False)
        notes.append(["wrong labels" in one.interval.note for one in found.findings])
    assert notes == [[False, False], [True, False]]

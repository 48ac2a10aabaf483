"""Nested and naive predictions of blends."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.engine import Settings
from foldwise.improvement import blend_folds, improvement_method, nested_fits
from foldwise.improvement.nested_blends import decided_outputs
from foldwise.plans import as_plan, draw
from foldwise.predictions import ScoreKind
from tests.improvement.cases import case_of, rows, values

QUIET = Settings(progress=None, jobs=1)


def setting(dataset, library, plan="kfold(4)"):
    parts = draw(as_plan(plan), dataset, 0)
    case = replace(case_of(next(iter(library.values())), dataset), library=library, name=next(iter(library)))
    return case, parts, nested_fits(dataset, library, parts, QUIET)


def convex_pair(columns, y):
    """Weights of two models that add up to 1 with the smallest squared error, in closed form."""
    apart = columns[:, 0] - columns[:, 1]
    first = np.clip((y - columns[:, 1]) @ apart / (apart @ apart), 0, 1)
    return np.array([first, 1 - first])


def test_a_super_learner_is_what_refitting_the_nest_gives():
    """The nest refitted by scikit-learn: out-of-fold predictions within every training set, weights, refits."""
    dataset, models = values(), {"ridge": Ridge(), "knn": KNeighborsRegressor(3)}
    case, parts, found = setting(dataset, models)
    blended = blend_folds(improvement_method("super-learner"), found, parts, case)
    X, y, own = dataset.X, dataset.target, parts.parts[0]
    expected = np.zeros(dataset.n)
    for part in range(4):
        train = own != part
        inner = np.zeros((dataset.n, 2))
        for other in set(range(4)) - {part}:
            kept = train & (own != other)
            inner[own == other] = np.column_stack(
                [model.fit(X[kept], y[kept]).predict(X[own == other]) for model in models.values()]
            )
        weights = convex_pair(inner[train], y[train])
        whole = [model.fit(X[train], y[train]).predict(X[~train]) for model in models.values()]
        expected[~train] = np.column_stack(whole) @ weights
    assert np.allclose(blended.outputs.output, expected[blended.outputs.row])


def test_naive_weights_are_those_of_the_rows_they_are_tested_on():
    dataset, models = values(), {"ridge": Ridge(), "knn": KNeighborsRegressor(3)}
    case, parts, found = setting(dataset, models)
    naive = blend_folds(improvement_method("super-learner"), found, parts, case).naive
    columns = np.concatenate([np.column_stack(one.columns) for one in found.folds])
    weights = convex_pair(columns, dataset.target[naive.row])
    assert np.allclose(naive.output, columns @ weights)


def test_voting_has_nothing_naive():
    dataset, models = rows(), {"nb": GaussianNB(), "logistic": LogisticRegression()}
    case, parts, found = setting(dataset, models)
    blended = blend_folds(improvement_method("voting"), found, parts, case)
    assert blended.naive is None
    assert blended.outputs.score_kind is ScoreKind.PROBABILITY
    assert np.allclose(blended.outputs.scores.sum(axis=1), 1)
    assert np.array_equal(blended.outputs.output, blended.outputs.scores.argmax(axis=1))


def test_calibration_looks_at_the_model_alone():
    dataset, models = rows(), {"nb": GaussianNB(), "logistic": LogisticRegression()}
    case, parts, found = setting(dataset, models)
    alone = blend_folds(improvement_method("calibration"), found.only(["nb"]), parts, case)
    assert np.array_equal(
        alone.outputs.scores, blend_folds(improvement_method("calibration"), found, parts, case).outputs.scores
    )


def test_decisions_by_cost_keep_the_probabilities():
    dataset = rows(costs=np.array([[0.0, 1.0], [9.0, 0.0]]))
    case, parts, found = setting(dataset, {"nb": GaussianNB()})
    blended = blend_folds(improvement_method("voting"), found, parts, case).outputs
    decided = decided_outputs(improvement_method("cost-threshold"), blended, case)
    assert decided.scores is blended.scores
    assert np.array_equal(decided.output, (blended.scores[:, 1] > 0.1).astype(int))


def test_weights_of_rows_decide_how_blends_weigh_models():
    weights = np.random.default_rng(0).uniform(0.1, 3, 60)
    found = foldwise.improve(
        LogisticRegression(),
        rows().X,
        rows().truth,
        variants="super-learner, stacking, voting, calibration",
        library={"tree": DecisionTreeClassifier(max_depth=2, random_state=0)},
        measures="brier",
        plan="kfold(4)",
        weights=weights,
        progress=None,
    )
    assert {"super-learner", "stacking", "voting", "calibration"} <= set(found.models)
    final = found.models["super-learner"].fit(rows().X, rows().truth, row_weights=weights)
    assert final.weights_.sum() == pytest.approx(1.0)

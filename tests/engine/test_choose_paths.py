from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from foldwise.engine import Settings, choose, run
from foldwise.engine.choose import fitted_together
from foldwise.engine.families.least_squares import LeastSquares
from foldwise.engine.families.neighbours import Neighbours
from tests.worlds import classes, label, partition, values

ALPHAS = tuple(10.0**power for power in range(-4, 6))


def grouped(models, dataset):
    drawn = partition(n=dataset.n)
    return fitted_together({name: (model, choose(model, dataset, drawn).family) for name, model in models.items()})


def test_models_that_differ_in_the_penalty_are_one_family():
    models = {"a": Ridge(1.0), "line": LinearRegression(), "b": Ridge(2), "c": Ridge(1.0, fit_intercept=False)}
    assert grouped(models, values()) == [["a", "b"], ["line"], ["c"]]


def test_a_model_without_a_penalty_is_on_its_own():
    assert grouped({"none": Ridge(0.0), "a": Ridge(1.0), "b": Ridge(2.0)}, values()) == [["none"], ["a", "b"]]


def test_models_that_differ_in_the_number_of_neighbours_are_one_family():
    models = {
        "1": KNeighborsClassifier(1),
        "far": KNeighborsClassifier(1, weights="distance"),
        "9": KNeighborsClassifier(9),
    }
    assert grouped(models, classes()) == [["1", "9"], ["far"]]


def test_pipelines_are_one_family_where_their_steps_are_the_same():
    models = {
        f"{degree} {alpha}": make_pipeline(PolynomialFeatures(degree), Ridge(alpha))
        for degree in (1, 2)
        for alpha in (1.0, 2.0)
    }
    assert grouped(models, values()) == [["1 1.0", "1 2.0"], ["2 1.0", "2 2.0"]]


def test_settings_that_cannot_be_compared_are_left_alone():
    dataset = classes(k=2)
    weight = dict.fromkeys(dataset.labels.tolist(), 1.0)
    models = {"a": RidgeClassifier(1.0, class_weight=weight), "b": RidgeClassifier(2.0, class_weight=weight)}
    assert grouped(models, dataset) == [["a"], ["b"]]


@pytest.mark.parametrize(
    ("models", "dataset"),
    [
        ([Ridge(alpha) for alpha in ALPHAS], values()),
        ([RidgeClassifier(alpha) for alpha in ALPHAS], classes()),
        ([RidgeClassifier(alpha) for alpha in ALPHAS[:3]], classes(k=2)),
        ([make_pipeline(PolynomialFeatures(2), Ridge(alpha)) for alpha in ALPHAS], values()),
        ([KNeighborsClassifier(k) for k in (7, 1, 3)], classes()),
        ([KNeighborsRegressor(k, weights="distance") for k in (1, 20)], values()),
    ],
    ids=label,
)
def test_a_family_predicts_as_its_members_would_alone(models, dataset):
    drawn = partition(n=dataset.n, repeats=2)
    named = {str(at): model for at, model in enumerate(models)}
    assert len(grouped(named, dataset)) == 1
    together, alone = (run(dataset, named, drawn, Settings(engine=engine)) for engine in ("auto", "generic"))
    for name in named:
        mine, theirs = together.of(name), alone.of(name)
        assert mine.engine in (LeastSquares.name, Neighbours.name)
        np.testing.assert_array_equal(mine.row, theirs.row)
        np.testing.assert_allclose(mine.output, theirs.output, rtol=1e-8, atol=1e-9)
        if theirs.scores is not None:
            np.testing.assert_allclose(mine.scores, theirs.scores, rtol=1e-7, atol=1e-8)


def test_neighbours_are_searched_once_for_all_numbers(monkeypatch):
    searched = []
    found = Neighbours.prepare

    def counting(self, models, *more):
        searched.append(len(models))
        return found(self, models, *more)

    monkeypatch.setattr(Neighbours, "prepare", counting)
    dataset = classes()
    run(dataset, {str(k): KNeighborsClassifier(k) for k in (1, 3, 5)}, partition(n=dataset.n), Settings())
    assert searched == [3]

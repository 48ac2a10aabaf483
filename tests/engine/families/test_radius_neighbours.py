"""Neighbours within a radius answer as scikit-learn's do, on every kind of resample."""

import numpy as np
import pytest
from sklearn.neighbors import RadiusNeighborsClassifier, RadiusNeighborsRegressor

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.errors import FitError
from foldwise.plans import Partition, RowLists
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label, values

COUNTED = [kind for kind in KINDS if kind != "weights"]


@pytest.mark.parametrize("kind", COUNTED)
@pytest.mark.parametrize(
    "model",
    [
        RadiusNeighborsRegressor(9.0),
        RadiusNeighborsRegressor(9.0, weights="distance"),
        RadiusNeighborsRegressor(9.0, p=1),
    ],
    ids=label,
)
def test_values(model, kind):
    assert same(model, values(n=41), resamples(kind, 41), "radius-neighbours", train=True) == "radius-neighbours"


@pytest.mark.parametrize("kind", COUNTED)
@pytest.mark.parametrize("label", ["most_frequent", "class b"])
def test_classes_with_a_label_for_lonely_rows(kind, label):
    model = RadiusNeighborsClassifier(1.5, weights="distance", outlier_label=label)
    assert same(model, classes(n=41), resamples(kind, 41), "radius-neighbours", train=True) == "radius-neighbours"


def test_a_neighbour_exactly_at_the_radius_counts():
    dataset = Dataset(X=np.array([[0.0], [1.0], [3.0]]), target=np.array([0.0, 5.0, 7.0]), task=Task.REGRESSION)
    drawn = RowLists((np.array([1, 2]),), (np.array([0]),), 3)
    assert run(dataset, {"m": RadiusNeighborsRegressor(1.0)}, drawn, Settings()).of("m").output.tolist() == [5]


@pytest.mark.parametrize(
    "model",
    [RadiusNeighborsClassifier(1.5), RadiusNeighborsClassifier(1.5, outlier_label="class b", algorithm="brute")],
    ids=label,
)
def test_lonely_rows_without_a_label_are_left_to_the_generic_path(model):
    dataset, drawn = classes(n=41), resamples("parts", 41)
    both = [
        run(dataset, {"m": model}, drawn, Settings(engine=engine, on_failure="record"))
        for engine in ("auto", "generic")
    ]
    assert [one.resample for one in both[0].failures] == [one.resample for one in both[1].failures]
    np.testing.assert_array_equal(both[0].of("m").output, both[1].of("m").output)


def test_a_lonely_row_of_a_regression_fails_as_in_the_generic_path():
    with pytest.raises(FitError, match="NaN or infinity"):
        run(values(n=41), {"m": RadiusNeighborsRegressor(0.01)}, resamples("loo", 41), Settings())


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (RadiusNeighborsClassifier(p=3), "the metric is neither euclidean nor manhattan: 'minkowski' with p=3"),
        (RadiusNeighborsClassifier(weights=np.sqrt), "weights is a function"),
        (RadiusNeighborsClassifier(outlier_label=["class a"]), "outlier_label is not a single label"),
        (RadiusNeighborsClassifier(outlier_label="class z"), "outlier_label is none of the classes"),
        (RadiusNeighborsRegressor(), "RadiusNeighborsRegressor does not fit a classification target"),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, classes(), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


def test_weighted_rows_are_refused_as_the_generic_path_refuses_them():
    with pytest.raises(FitError, match="takes no sample_weight"):
        run(classes(n=41), {"m": RadiusNeighborsClassifier()}, resamples("weights", 41), Settings())

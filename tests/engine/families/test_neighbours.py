"""Nearest neighbours answer as scikit-learn's do, on every kind of resample, with and without a compiler."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise import native
from foldwise.data import Dataset, Task
from foldwise.engine import Settings, choose, run
from foldwise.engine.driver import predict
from foldwise.engine.families.neighbours import Neighbours
from foldwise.engine.family import Resampled
from foldwise.engine.neighbourhoods.counting import first_length
from foldwise.engine.neighbourhoods.search import Search
from foldwise.engine.storage import TrainingSets
from foldwise.errors import FitError
from foldwise.plans import CountMatrix, Partition, RowLists
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label, values

COUNTED = [kind for kind in KINDS if kind != "weights"]


@pytest.fixture(params=[True, False], ids=["compiled", "numpy"])
def _either(request, monkeypatch):
    """Run with the compiled kernel and with its twin."""
    if request.param and not native.COMPILED:
        pytest.fail("the compiled kernels are missing")
    monkeypatch.setattr(native, "COMPILED", request.param)


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("kind", COUNTED)
@pytest.mark.parametrize(
    "model",
    [
        KNeighborsClassifier(),
        KNeighborsClassifier(1, p=1),
        KNeighborsClassifier(4, weights="distance"),
        KNeighborsClassifier(7, metric="l1", weights="distance", algorithm="brute"),
    ],
    ids=label,
)
def test_classes(model, kind):
    engine = same(model, classes(n=41), resamples(kind, 41), "neighbours", train=True)
    # One of the uneven training sets has nine rows, of which scikit-learn takes distances from products.
    products = kind == "uneven parts" and (model.n_neighbors, model.weights) == (4, "distance")
    assert engine == ("neighbours + generic" if products else "neighbours")


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize(("copies", "engine"), [(0, "neighbours"), (2, "neighbours + generic")])
@pytest.mark.parametrize(
    "model",
    [KNeighborsClassifier(4, weights="distance", algorithm="brute"), KNeighborsClassifier(4, weights="distance")],
)
def test_equal_rows_that_scikit_learn_may_set_apart_are_left_to_it(model, copies, engine):
    X, y = np.random.default_rng(3).normal(size=(80, 20)), np.arange(80) % 2
    X[:copies] = X[40 : 40 + copies]
    drawn = Partition((np.arange(80) // 20)[None], 4)
    assert same(model, Dataset(X=X, target=y, task=Task.CLASSIFICATION), drawn, "neighbours") == engine


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("kind", COUNTED)
@pytest.mark.parametrize("k", [1, 5])
def test_two_classes(k, kind):
    dataset = classes(n=190, k=2, spread=0.5)
    assert same(KNeighborsClassifier(k), dataset, resamples(kind, 190), "neighbours", train=True).startswith(
        "neighbours"
    )


@pytest.mark.usefixtures("_either")
def test_more_neighbours_than_bits():
    same(KNeighborsClassifier(70), classes(n=190, k=2, spread=0.5), resamples("parts", 190), "neighbours")


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("kind", ["parts", "pairs of parts"])
def test_two_classes_among_equal_distances(kind):
    dataset = classes(n=90, k=2)
    tied = Dataset(X=np.round(dataset.X), target=dataset.target, task=dataset.task)
    same(KNeighborsClassifier(4), tied, resamples(kind, 90), "neighbours")


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("kind", COUNTED)
@pytest.mark.parametrize(
    "model", [KNeighborsRegressor(), KNeighborsRegressor(3, weights="distance"), KNeighborsRegressor(9, p=1)], ids=label
)
def test_values(model, kind):
    assert same(model, values(n=41), resamples(kind, 41), "neighbours", train=True) == "neighbours"


@pytest.mark.usefixtures("_either")
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(18, 40), k=st.integers(1, 6), kind=st.sampled_from(COUNTED))
def test_any_rows_without_ties(seed, n, k, kind):
    rng = np.random.default_rng(seed)
    dataset = Dataset(X=rng.normal(size=(n, 2)), target=rng.integers(0, 3, n), task=Task.CLASSIFICATION)
    same(KNeighborsClassifier(k, weights="distance"), dataset, resamples(kind, n, seed), "neighbours")


def test_a_row_drawn_twice_is_two_neighbours():
    """Row 1 is the nearest and was drawn twice, so it decides among three."""
    dataset = Dataset(
        X=np.array([[0.0], [1.0], [2.0], [3.0]]), target=np.array(["a", "b", "a", "a"]), task=Task.CLASSIFICATION
    )
    drawn = CountMatrix(np.array([[0, 2, 1, 1]], dtype=np.uint8))
    table = run(dataset, {"m": KNeighborsClassifier(3)}, drawn, Settings()).of("m")
    assert (table.engine, table.output.tolist(), table.scores.tolist()) == ("neighbours", [1], [[1 / 3, 2 / 3]])


def test_equal_rows_at_distance_zero_outvote_all_others():
    X = np.array([[0.0], [0.0], [0.0], [0.1], [0.1], [9.0]])
    dataset = Dataset(X=X, target=np.array([0, 0, 1, 1, 1, 1]), task=Task.CLASSIFICATION)
    same(
        KNeighborsClassifier(5, weights="distance"),
        dataset,
        RowLists((np.arange(1, 6),), (np.array([0]),), 6),
        "neighbours",
    )


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize(
    ("target", "k", "engine"),
    [
        ([0, 1, 2, 3, 4], 2, "generic"),
        ([0, 1, 1, 1, 4], 2, "neighbours"),
        ([0, 1, 2, 3, 4], 3, "neighbours"),
        ([0, 1, 2, 3, 4], 1, "generic"),
    ],
    ids=["another could vote", "all say the same", "all of them vote", "any could be the first"],
)
def test_which_row_at_the_same_distance_votes_is_left_to_scikit_learn(target, k, engine):
    X = np.array([[0.0], [1.0], [-1.0], [1.0], [5.0]])
    dataset = Dataset(X=X, target=np.array(target), task=Task.CLASSIFICATION)
    drawn = RowLists((np.arange(1, 5),), (np.array([0]),), 5)
    assert same(KNeighborsClassifier(k), dataset, drawn, "neighbours") == engine


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("kind", COUNTED)
@pytest.mark.parametrize("k", [1, 5])
def test_rows_on_a_grid(k, kind):
    rng = np.random.default_rng(0)
    dataset = Dataset(
        X=rng.integers(0, 4, (80, 5)).astype(float), target=rng.integers(0, 2, 80), task=Task.CLASSIFICATION
    )
    same(KNeighborsClassifier(k), dataset, resamples(kind, 80), "neighbours", train=True)


@pytest.mark.usefixtures("_either")
def test_lists_grow_where_a_group_hides_all_neighbours():
    """Rows come in tight groups of 20 that are held out together: the nearest 20 are never in training."""
    rng = np.random.default_rng(0)
    group = np.repeat(np.arange(10), 20)
    X = rng.normal(size=(10, 2))[group] * 10 + rng.normal(size=(200, 2)) * 0.01
    dataset = Dataset(X=X, target=rng.integers(0, 2, 200), task=Task.CLASSIFICATION)
    drawn = Partition(group[None], 10, plan="leave-group-out", unit="group")
    assert first_length(TrainingSets(drawn), 5) < 20
    same(KNeighborsClassifier(), dataset, drawn, "neighbours")


@pytest.mark.usefixtures("_either")
@pytest.mark.parametrize("steps", [[], [StandardScaler()]], ids=["plain", "scaled"])
@pytest.mark.parametrize("grid", [False, True], ids=["any", "grid"])
@pytest.mark.parametrize("k", [1, 5, 20])
def test_few_training_rows_are_searched_alone(k, grid, steps, monkeypatch):
    """Lists of all rows would hold hundreds of test rows before the first that may vote."""
    rng, listed = np.random.default_rng(0), []
    X = rng.integers(0, 4, (400, 3)).astype(float) if grid else rng.normal(size=(400, 3))
    dataset = Dataset(X=X, target=rng.integers(0, 2, 400), task=Task.CLASSIFICATION)
    train = np.sort(rng.permutation(400)[:20])
    drawn = RowLists((train,), (np.setdiff1d(np.arange(400), train),), 400)
    nearest = Search.nearest
    monkeypatch.setattr(Search, "nearest", lambda self, rows, k: listed.append(k) or nearest(self, rows, k))
    model = KNeighborsClassifier(k)
    same(make_pipeline(*steps, model) if steps else model, dataset, drawn, "prepared-" * len(steps) + "neighbours")
    assert listed[0] == min(20, k + 1)
    assert grid or k == 20 or max(listed) <= 20


def test_many_rows_are_listed_a_block_at_a_time(monkeypatch):
    monkeypatch.setattr("foldwise.engine.neighbourhoods.counting.NEIGHBOURS_LISTED", 100)
    monkeypatch.setattr("foldwise.engine.neighbourhoods.counting.COUNTS_HELD", 100)
    for kind in COUNTED:
        same(KNeighborsClassifier(), classes(n=41), resamples(kind, 41), "neighbours")


def path(dataset, drawn, ks):
    """Fit all numbers of neighbours together."""
    return predict(Neighbours(), [KNeighborsClassifier(k) for k in ks], Resampled.of(dataset, drawn))


def test_the_same_number_of_neighbours_twice():
    dataset, drawn = classes(n=60), resamples("parts", 60)
    first, second = path(dataset, drawn, [3, 3])
    np.testing.assert_array_equal(first.scores, second.scores)
    np.testing.assert_allclose(first.scores.sum(axis=1), 1.0)


def test_all_numbers_of_neighbours_at_once():
    dataset, drawn = classes(n=60), resamples("counts", 60)
    ks = [7, 1, 3]
    for k, outputs in zip(ks, path(dataset, drawn, ks), strict=True):
        alone = run(dataset, {"m": KNeighborsClassifier(k)}, drawn, Settings(engine="generic")).of("m")
        np.testing.assert_array_equal(outputs.output, alone.output)
        np.testing.assert_allclose(outputs.scores, alone.scores)


def test_the_number_of_threads_does_not_change_a_bit():
    dataset, drawn = classes(n=3000, p=8), resamples("parts", 3000)
    model = KNeighborsClassifier(weights="distance")
    one, two = (run(dataset, {"m": model}, drawn, Settings(jobs=jobs)).of("m").scores for jobs in (1, 2))
    np.testing.assert_array_equal(one, two)


def test_leave_one_out_needs_one_row_more_than_the_neighbours():
    assert first_length(TrainingSets(resamples("loo", 50)), 5) == 6


def test_more_neighbours_than_training_rows_is_left_to_the_generic_path():
    with pytest.raises(FitError, match=r"resample 2 of 2: ValueError: Expected n_neighbors <= n_samples_fit"):
        run(classes(n=41), {"m": KNeighborsClassifier(16)}, resamples("lists", 41), Settings())


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (KNeighborsClassifier(p=3), "the metric is neither euclidean nor manhattan: 'minkowski' with p=3"),
        (KNeighborsClassifier(metric="cosine"), "the metric is neither euclidean nor manhattan: 'cosine' with p=2"),
        (KNeighborsClassifier(weights=np.sqrt), "weights is a function"),
        (KNeighborsClassifier(metric_params={"w": np.ones(4)}), "metric_params change the metric"),
        (KNeighborsRegressor(), "KNeighborsRegressor does not fit a classification target"),
    ],
    ids=label,
)
def test_what_it_does_not_do_goes_the_generic_way(model, reason):
    route = choose(model, classes(), Partition(np.arange(90)[None] % 4, 4))
    assert (route.name, route.reason) == ("generic", reason)


def test_weighted_rows_are_refused_as_the_generic_path_refuses_them():
    with pytest.raises(FitError, match="takes no sample_weight"):
        run(classes(n=41), {"m": KNeighborsClassifier()}, resamples("weights", 41), Settings())


def test_nobody_asks_about_nothing():
    dataset, drawn = classes(n=12), RowLists((np.arange(3),), (np.arange(3, 12),), 12)
    assert path(dataset, drawn, [5])[0].size == 0

"""The compiled pass of discriminants predicts as the pass without a compiler, and leaves what is not ordinary."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis

from foldwise import native
from foldwise.engine.compiled import discriminants
from foldwise.engine.driver import predict
from foldwise.engine.families.lda import DiscriminantFit, LinearDiscriminant
from foldwise.engine.families.qda import QuadraticDiscriminant, QuadraticFit
from foldwise.engine.family import OutputArrays, Resampled
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.storage import TrainingSets
from foldwise.engine.threads import threads
from foldwise.plans import Partition
from tests.engine import same
from tests.engine.same import resamples
from tests.worlds import classes, label

MODELS = [
    LinearDiscriminantAnalysis(),
    LinearDiscriminantAnalysis(tol=1e-6),
    QuadraticDiscriminantAnalysis(),
    QuadraticDiscriminantAnalysis(reg_param=0.3),
]


def world(p=4, k=2, n=161, seed=5):
    """Correlated columns in different units, and classes of unequal size that are told apart by some of them."""
    rng = np.random.default_rng(seed)
    codes = np.minimum(rng.permutation(n) % (k + 1), k - 1)
    X = (rng.normal(size=(n, p)) + codes[:, None]) @ (np.eye(p) + 0.3 * rng.normal(size=(p, p)))
    return replace(classes(n=n), X=X * 10.0 ** rng.integers(1, 4, p) + 5, target=np.array(["a", "b", "c"])[codes])


def fit_of(model, dataset):
    """The fit whose compiled pass is tested."""
    of_model = DiscriminantFit if isinstance(model, LinearDiscriminantAnalysis) else QuadraticFit
    return of_model(model, ClassRows.of(dataset))


def compiled_pass(model, dataset, drawn, *, train=False):
    """What the compiled pass wrote."""
    return same.compiled_pass(fit_of(model, dataset), dataset, drawn, train=train)


@pytest.mark.parametrize("p", [1, 3, 8, 9, 18])
@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_ordinary_parts_are_predicted_as_without_a_compiler(model, k, p, monkeypatch):
    dataset, drawn = world(p, k), resamples("parts", 161)
    test, arrays = compiled_pass(model, dataset, drawn)
    assert arrays.done.all()
    monkeypatch.setattr(native, "COMPILED", False)
    family = LinearDiscriminant() if isinstance(model, LinearDiscriminantAnalysis) else QuadraticDiscriminant()
    slow = predict(family, [model], Resampled(dataset, TrainingSets(drawn), test))[0]
    np.testing.assert_array_equal(arrays.labels, slow.output)
    np.testing.assert_allclose(arrays.probabilities, slow.scores, rtol=1e-9, atol=1e-13)


def test_an_eigenvalue_that_a_bound_does_not_settle_is_looked_at():
    """The smallest variance is a little above the tolerance; the bound of its inverse is far below."""
    dataset, drawn = world(12), resamples("parts", 161)
    small = replace(dataset, X=np.random.default_rng(0).normal(size=(161, 12)) * 0.05)
    assert compiled_pass(QuadraticDiscriminantAnalysis(), small, drawn)[1].done.all()
    assert not compiled_pass(QuadraticDiscriminantAnalysis(tol=0.1), small, drawn)[1].done.any()


@pytest.mark.parametrize("p", [64, 128])
def test_the_bound_of_many_columns_is_looked_at_too(p):
    dataset, drawn = classes(n=4 * p, k=2), resamples("parts", 4 * p)
    wide = replace(dataset, X=np.random.default_rng(0).normal(size=(4 * p, p)))
    assert compiled_pass(QuadraticDiscriminantAnalysis(), wide, drawn)[1].done.all()


def test_a_class_with_fewer_rows_than_columns_is_not_tried(monkeypatch):
    monkeypatch.setattr(discriminants, "_whiten", lambda *_: pytest.fail("nothing can come of it"))
    dataset, drawn = world(100), resamples("parts", 161)
    assert not compiled_pass(QuadraticDiscriminantAnalysis(reg_param=0.3), dataset, drawn)[1].done.any()


@pytest.mark.parametrize("model", MODELS, ids=label)
@pytest.mark.parametrize(("rows", "labels"), [(np.int32, np.int8), (np.int64, np.int8), (np.int32, np.int64)])
def test_row_numbers_and_labels_may_be_short(model, rows, labels):
    dataset, drawn = world(), resamples("parts", 161)
    test, arrays = compiled_pass(model, dataset, drawn)
    short = replace(test, row=test.row.astype(rows))
    again = OutputArrays(arrays.labels.astype(labels) * 0 - 1, np.empty_like(arrays.probabilities), arrays.done & False)
    fit_of(model, dataset).compiled(Resampled(dataset, TrainingSets(drawn), short), again)
    assert again.done.all()
    np.testing.assert_array_equal(again.labels, arrays.labels)
    np.testing.assert_array_equal(again.probabilities, arrays.probabilities)


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_given_priors_are_taken(model):
    dataset, drawn = world(), resamples("parts", 161)
    plain, given = (compiled_pass(one, dataset, drawn)[1] for one in (model, with_priors(model)))
    assert given.done.all()
    moved = np.log(given.probabilities[:, 0] / given.probabilities[:, 1])
    moved -= np.log(plain.probabilities[:, 0] / plain.probabilities[:, 1])
    assert np.ptp(moved[: drawn.test_rows(0).size]) < 1e-6  # one resample: the scores move together


def with_priors(model):
    return type(model)(**{**model.get_params(), "priors": [0.5, 0.5]})


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_the_bits_do_not_depend_on_the_number_of_threads(model, monkeypatch):
    monkeypatch.setattr("foldwise.engine.threads.WORTH_A_THREAD", 0)
    drawn = Partition(np.random.default_rng(1).permuted(np.tile(np.arange(161) % 7, (5, 1)), axis=1), 7)
    found = []
    for jobs in (1, 3):
        with threads(jobs):
            found.append(compiled_pass(model, world(6, 3), drawn)[1])
    assert found[0].done.all()
    np.testing.assert_array_equal(found[0].probabilities, found[1].probabilities)


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_what_is_no_partition_or_asks_for_training_rows_is_left(model):
    for kind in ("counts", "lists", "pairs of parts"):
        assert not compiled_pass(model, world(), resamples(kind, 161))[1].done.any()
    assert not compiled_pass(model, world(), resamples("parts", 161), train=True)[1].done.any()


@pytest.mark.parametrize("model", [MODELS[0], MODELS[2]], ids=label)
def test_collinear_and_constant_columns_are_left(model):
    dataset, drawn = world(), resamples("parts", 161)
    sums = np.concatenate([dataset.X, dataset.X[:, :1] + dataset.X[:, 1:2]], axis=1)
    still = np.concatenate([dataset.X, np.full((161, 1), 3.0)], axis=1)
    for X in (sums, still):
        assert not compiled_pass(model, replace(dataset, X=X), drawn)[1].done.any()


def test_a_class_that_one_resample_lacks_is_left():
    dataset = world()
    drawn = resamples("parts", 161)
    held = drawn.test_rows(2)[:2]
    target = np.where(np.isin(np.arange(161), held), "a", "b")
    _, arrays = compiled_pass(LinearDiscriminantAnalysis(), replace(dataset, target=target), drawn)
    assert not arrays.done[2]
    assert arrays.done.any()


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_equal_rows_of_different_classes_are_predicted_the_same_to_the_last_bit(model, k):
    # Differences by rounding that depend on the class of a row decide ties, and so areas under curves.
    dataset, drawn = world(2, k), resamples("parts", 161)
    dataset = replace(dataset, X=np.round(dataset.X / dataset.X.std(axis=0)) * 0.1)
    test, arrays = compiled_pass(model, dataset, drawn)
    assert arrays.done.all()
    fits = np.repeat(np.arange(test.count), np.diff(test.starts))
    _, places = np.unique(np.column_stack([fits, dataset.X[test.row]]), axis=0, return_inverse=True)
    first = np.unique(places, return_index=True)[1]
    assert len(np.unique(np.column_stack([places.ravel(), dataset.codes[test.row]]), axis=0)) > first.size
    np.testing.assert_array_equal(arrays.probabilities, arrays.probabilities[first[places.ravel()]])

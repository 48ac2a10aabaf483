"""The compiled pass of Gaussian naive Bayes predicts as the pass without a compiler, and leaves what is not ordinary."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from foldwise import native
from foldwise.engine.driver import predict
from foldwise.engine.families.gaussian_nb import GaussianBayes, NormalFit
from foldwise.engine.family import OutputArrays, Resampled
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.storage import TrainingSets
from foldwise.engine.threads import threads
from foldwise.plans import CountMatrix
from tests.engine import same
from tests.engine.same import KINDS, resamples
from tests.worlds import classes


def world(n=61, k=2):
    """Classes with enough rows for every resample."""
    return replace(classes(n=n), target=np.array(["a", "b", "c"])[np.random.default_rng(2).permutation(n) % k])


def compiled_pass(model, dataset, drawn, *, train=False):
    """What the compiled pass wrote."""
    return same.compiled_pass(NormalFit(model, ClassRows.of(dataset)), dataset, drawn, train=train)


@pytest.mark.parametrize("kind", ["parts", "many parts", "loo", "counts", "lists", "pairs of rows"])
@pytest.mark.parametrize("k", [2, 3])
def test_ordinary_resamples_are_predicted_as_without_a_compiler(kind, k, monkeypatch):
    dataset, drawn, model = world(k=k), resamples(kind, 61), GaussianNB()
    test, arrays = compiled_pass(model, dataset, drawn, train=True)
    assert arrays.done.all()
    monkeypatch.setattr(native, "COMPILED", False)
    slow = predict(GaussianBayes(), [model], Resampled(dataset, TrainingSets(drawn), test))[0]
    np.testing.assert_array_equal(arrays.labels, slow.output)
    np.testing.assert_allclose(arrays.probabilities, slow.scores, rtol=1e-11)


@pytest.mark.parametrize(("rows", "labels"), [(np.int32, np.int8), (np.int64, np.int8), (np.int32, np.int64)])
def test_row_numbers_and_labels_may_be_short(rows, labels):
    dataset, drawn = world(), resamples("parts", 61)
    test, arrays = compiled_pass(GaussianNB(), dataset, drawn)
    again = OutputArrays(arrays.labels.astype(labels) * 0 - 1, np.empty_like(arrays.probabilities), arrays.done & False)
    short = Resampled(dataset, TrainingSets(drawn), replace(test, row=test.row.astype(rows)))
    NormalFit(GaussianNB(), ClassRows.of(dataset)).compiled(short, again)
    assert again.done.all()
    np.testing.assert_array_equal(again.labels, arrays.labels)
    np.testing.assert_array_equal(again.probabilities, arrays.probabilities)


def test_many_rows_are_predicted_a_block_at_a_time():
    """More rows than stay near the processor: the same predictions as where each resample is answered as a whole."""
    rng = np.random.default_rng(6)
    n = 3000
    codes = rng.integers(0, 2, n)
    dataset = replace(
        world(n=n), X=rng.normal(size=(n, 100)) + 0.1 * codes[:, None], target=np.array(["a", "b"])[codes]
    )
    drawn = resamples("parts", n)
    test, arrays = compiled_pass(GaussianNB(), dataset, drawn)
    backwards = np.concatenate([drawn.test_rows(r)[::-1] for r in range(drawn.count)])  # nothing to cut
    again = OutputArrays(arrays.labels * 0 - 1, np.empty_like(arrays.probabilities), arrays.done & False)
    turned = Resampled(dataset, TrainingSets(drawn), replace(test, row=backwards))
    NormalFit(GaussianNB(), ClassRows.of(dataset)).compiled(turned, again)
    assert arrays.done.all()
    assert again.done.all()
    for a, b in pairwise(test.starts):
        np.testing.assert_array_equal(again.probabilities[a:b], arrays.probabilities[a:b][::-1])


def test_many_counts_are_summed_in_pieces(monkeypatch):
    """More resamples and more rows than are summed at a time; counts that take more than a byte are left."""
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 3, 700)
    dataset = replace(
        world(n=700), X=rng.normal(size=(700, 5)) + codes[:, None], target=np.array(["a", "b", "c"])[codes]
    )
    counts = rng.multinomial(700, np.full(700, 1 / 700), 70)
    wide = counts.copy()
    wide[0, 0] = 300
    for matrix in (counts, wide):
        drawn = CountMatrix(matrix)
        test, arrays = compiled_pass(GaussianNB(), dataset, drawn)
        assert arrays.done.all() == (matrix is counts)
        if matrix is wide:
            assert not arrays.done.any()
            continue
        with monkeypatch.context() as patch:
            patch.setattr(native, "COMPILED", False)
            slow = predict(GaussianBayes(), [GaussianNB()], Resampled(dataset, TrainingSets(drawn), test))[0]
        np.testing.assert_allclose(arrays.probabilities, slow.scores, rtol=1e-10)


@pytest.mark.parametrize("priors", [None, [0.3, 0.7]])
def test_a_class_without_training_rows_is_left(priors):
    dataset = replace(world(), target=np.where(np.arange(61) == 5, "a", "b"))
    drawn = resamples("parts", 61)
    _, arrays = compiled_pass(GaussianNB(priors=priors), dataset, drawn)
    assert arrays.done.tolist() == [5 in drawn.train_rows(r) for r in range(drawn.count)]


def test_a_variance_in_doubt_is_left():
    """One row far away: the sums of squares without it are what rounding has left of them."""
    dataset = world()
    far = dataset.X.copy()
    far[7] += 1e9
    drawn = resamples("parts", 61)
    _, arrays = compiled_pass(GaussianNB(), replace(dataset, X=far), drawn)
    assert arrays.done.tolist() == [7 in drawn.train_rows(r) for r in range(drawn.count)]


def test_weighted_rows_are_left():
    dataset = replace(world(), weights=np.linspace(1, 2, 61))
    assert not compiled_pass(GaussianNB(), dataset, resamples("parts", 61))[1].done.any()
    assert not compiled_pass(GaussianNB(), world(), resamples("weights", 61))[1].done.any()


@pytest.mark.parametrize("kind", KINDS)
def test_the_bits_do_not_depend_on_the_number_of_threads(kind, monkeypatch):
    monkeypatch.setattr("foldwise.engine.threads.WORTH_A_THREAD", 0)
    found = []
    for jobs in (1, 3):
        with threads(jobs):
            found.append(compiled_pass(GaussianNB(), world(), resamples(kind, 61))[1])
    one, three = found
    np.testing.assert_array_equal(one.done, three.done)
    np.testing.assert_array_equal(one.labels, three.labels)
    if one.done.all():
        np.testing.assert_array_equal(one.probabilities, three.probabilities)


def test_probabilities_too_small_for_a_number_are_zero():
    dataset = world()
    apart = dataset.X + 1000.0 * dataset.codes[:, None]
    _, arrays = compiled_pass(GaussianNB(), replace(dataset, X=apart), resamples("parts", 61))
    assert arrays.done.all()
    assert set(arrays.probabilities.ravel().tolist()) == {0.0, 1.0}

"""Draw every kind of resamples, and hold a kernel's predictions against the generic path's."""

import pickle
from dataclasses import fields

import joblib
import numpy as np

from foldwise import native
from foldwise.engine import Settings, choose, run
from foldwise.engine.family import OutputArrays, Resampled
from foldwise.engine.rows import TestRows
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.storage import TrainingSets
from foldwise.plans import CountMatrix, HeldOut, PairsOut, Partition, RowLists
from foldwise.predictions import Outputs
from tests.releases import leave_to_release

FEW = 4
"""Of many resamples, as many are held against the generic path, whose fits take nearly all of the time.

`tests/conformance/test_kernels.py` compares all of them.
"""
REFERENCES: dict[str, Outputs] = {}
KINDS = ["parts", "many parts", "uneven parts", "loo", "pairs of rows", "pairs of parts", "counts", "weights", "lists"]


def resamples(kind, n, seed=0):
    """A few resamples of each kind there is."""
    rng = np.random.default_rng(seed)
    uneven = np.minimum(np.arange(n) // 3, 3)
    drawn = {
        "parts": lambda: Partition(
            rng.permuted(np.tile(np.arange(n) % 4, (2, 1)), axis=1), 4, plan="kfold(4, repeats=2)"
        ),
        "many parts": lambda: Partition(rng.permutation(np.arange(n) % (n // 2))[None], n // 2, plan="kfold(20)"),
        "uneven parts": lambda: Partition(uneven[None], 4, plan="group-kfold(4)", unit="group"),
        "loo": lambda: Partition(np.arange(n)[None], n, plan="loo"),
        "pairs of rows": lambda: HeldOut(
            np.stack([np.arange(0, n - 1, 3), np.arange(1, n, 3)[: len(range(0, n - 1, 3))]], axis=1), n
        ),
        "pairs of parts": lambda: PairsOut(rng.permutation(np.arange(n) % 4)[None], 4),
        "counts": lambda: CountMatrix(rng.multinomial(n, np.full(n, 1 / n), 10).astype(np.uint8), plan="bootstrap(10)"),
        "weights": lambda: CountMatrix(
            rng.dirichlet(np.ones(n), 3) * n, plan="bootstrap(3, scheme=bayesian)", test_all=True
        ),
        "lists": lambda: RowLists(
            (np.arange(n // 2), np.arange(0, n, 3)), (np.arange(n // 2, n), np.arange(1, n, 3)), n, plan="holdout(1/2)"
        ),
    }
    return drawn[kind]()


def few_of(numbers):
    """Some of many resamples: the first, the last, and some between at no regular distance."""
    if numbers.size <= FEW:
        return numbers
    between = np.random.default_rng(numbers.size).choice(np.arange(1, numbers.size - 1), FEW - 2, replace=False)
    return numbers[np.sort(np.r_[0, between, numbers.size - 1])]


def generic(model, dataset, drawn, *, train=False):
    """Predictions of the generic path on few of the resamples, with the seeds that they have among all.

    Tests that differ in the way of the kernel alone share them.
    """
    numbers = few_of(np.arange(drawn.count))
    rows = [getattr(dataset, one.name) for one in fields(dataset)]
    compiled = native.COMPILED and b"foldwise" in pickle.dumps(model)  # models of our own may fit otherwise without
    key = joblib.hash([model, rows, drawn.fingerprint, train, compiled])
    if key not in REFERENCES:
        fitting = prepare_fitting("m", model, dataset, drawn, seed=0, train=train)
        REFERENCES[key] = Outputs.join([fitting.run(r)[0] for r in numbers.tolist()])
    return numbers, REFERENCES[key]


def same(model, dataset, drawn, engine, *, train=False, tolerance=1e-8):
    """The kernel ran, and its labels and scores are those of the generic path; returns how the resamples were done."""
    route = choose(model, dataset, drawn)
    leave_to_release(route.reason)
    assert route.name == engine, route.reason
    whole = run(dataset, {"m": model}, drawn, Settings(train=train)).outputs["m"]
    numbers, slow = generic(model, dataset, drawn, train=train)
    fast = whole.where(np.isin(whole.resample, numbers))
    np.testing.assert_array_equal(fast.resample, slow.resample)
    np.testing.assert_array_equal(fast.row, slow.row)
    np.testing.assert_array_equal(fast.part, slow.part)
    if not dataset.is_classification:
        np.testing.assert_allclose(fast.output, slow.output, rtol=tolerance, atol=tolerance * np.abs(slow.output).max())
        return fast.engine
    assert fast.score_kind == slow.score_kind
    np.testing.assert_allclose(fast.scores, slow.scores, rtol=tolerance, atol=tolerance * np.abs(slow.scores).max())
    top = np.sort(slow.scores, axis=1)
    clear = top[:, -1] - top[:, -2] > tolerance
    np.testing.assert_array_equal(fast.output[clear], slow.output[clear])
    return fast.engine


def compiled_pass(fit, dataset, drawn, *, train=False):
    """What the compiled pass of a fit wrote: the test rows and the predictions."""
    test = TestRows.of(drawn, train=train)
    arrays = OutputArrays(
        np.full(test.size, -9, dtype=np.intp),
        np.empty((test.size, len(dataset.labels))),
        np.zeros(test.count, dtype=np.bool_),
    )
    fit.compiled(Resampled(dataset, TrainingSets(drawn), test), arrays)
    return test, arrays

"""Checks that every batched kernel must pass: the same predictions as the generic path, row by row.

Each check raises `AssertionError` with a sentence that says what is wrong; `check_kernel` runs them all.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine import Settings, choose, run
from foldwise.engine.driver import predict
from foldwise.engine.family import Resampled
from foldwise.engine.threads import one_blas_thread, threads
from foldwise.errors import FoldwiseWarning
from foldwise.predictions import Part, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.data import Dataset
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs, Predictions
    from foldwise.typing import Estimator

__all__ = ["Tolerance", "check_kernel", "check_labels", "check_scores", "check_threads", "check_values"]

BLURS = 3
"""How often the last digits of the features are changed to see what rounding does to scikit-learn."""


@final
@dataclass(frozen=True)
class Tolerance:
    """How far the predictions may be apart.

    Parameters
    ----------
    relative
        Difference of two scores or values, as a share of the larger.
    absolute
        Difference that is always allowed: of probabilities as it is, of decision scores and values as a share of the
        largest in the resample, since scikit-learn's own rounding grows with it.
    floor
        Difference of decision scores and values that is allowed as it is: for models whose scores have a scale of their
        own, which rounding does not leave even where all scores are zero.
    tie
        Labels may differ where the generic scores of the two classes are this close.
    noise
        Differences are forgiven up to this many times what changing the last digits of the features does to the
        generic path itself: where scikit-learn's own rounding decides, no two computations agree.
    """

    relative: float = 1e-8
    absolute: float = 1e-11
    floor: float = 0.0
    tie: float = 1e-9
    noise: float = 100.0


def check_kernel(
    model: Estimator,
    dataset: Dataset,
    resamples: Resamples,
    *,
    tolerance: Tolerance | None = None,
) -> Outputs:
    """Run the kernel and the generic path on test and training rows, compare, and return the kernel's predictions.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from foldwise.data import sample
    >>> from foldwise.plans import KFold, draw
    >>> check_kernel(DummyClassifier(), sample("iris"), draw(KFold(5), sample("iris"), seed=0)).engine
    'dummy'
    """
    route = choose(model, dataset, resamples)
    assert route.family is not None, f"{model} goes the generic way: {route.reason}"
    allowed = Tolerance() if tolerance is None else tolerance
    slow = _run(model, dataset, resamples, "generic", train=True)
    # One fit predicts test and training rows, but what it fails at depends on the rows it is asked about.
    tested = _without_training(slow) if not slow.failures else _run(model, dataset, resamples, "generic", train=False)
    # A kernel may take a shorter way where only test rows are asked about.
    _check_run(model, dataset, resamples, allowed, slow=tested, train=False)
    found = _check_run(model, dataset, resamples, allowed, slow=slow, train=True)
    check_threads(model, dataset, resamples)
    return found


def _without_training(found: Predictions) -> Predictions:
    """The same run without the predictions of training rows."""
    outputs = found.outputs["model"]
    return replace(found, outputs={"model": outputs.where(outputs.part != Part.TRAIN)})


def _check_run(
    model: Estimator,
    dataset: Dataset,
    resamples: Resamples,
    allowed: Tolerance,
    *,
    slow: Predictions,
    train: bool,
) -> Outputs:
    """Hold the kernel's predictions for test rows, or for test and training rows, against the generic path's."""
    fast = _run(model, dataset, resamples, "auto", train=train)
    failed = [[(failure.resample, failure.cause) for failure in table.failures] for table in (fast, slow)]
    assert failed[0] == failed[1], f"{model} fails otherwise than scikit-learn: {failed[0]} and {failed[1]}"
    mine, theirs = fast.outputs["model"], slow.outputs["model"]
    for what in ("resample", "row", "part"):
        assert np.array_equal(getattr(mine, what), getattr(theirs, what)), f"{model} predicts other rows: {what}"
    try:
        _check_outputs(mine, theirs, allowed)
    except AssertionError:
        blurred = [_run(model, _blur(dataset, seed), resamples, "generic", train=train) for seed in range(BLURS)]
        if any(len(one.failures) != len(slow.failures) for one in blurred):
            raise
        _check_outputs(mine, theirs, allowed, noise=tuple(one.outputs["model"] for one in blurred))
    return mine


def _blur(dataset: Dataset, seed: int) -> Dataset:
    """Change the last digits of the features, by one factor per column: what is constant or equal stays so."""
    factors = 1 + np.random.default_rng(seed).integers(4, 64, size=dataset.p) * np.finfo(np.float64).eps
    return replace(dataset, X=dataset.X * factors)


def _check_outputs(mine: Outputs, theirs: Outputs, allowed: Tolerance, noise: Sequence[Outputs] = ()) -> None:
    if theirs.output.dtype.kind == "f":
        check_values(mine, theirs, allowed, noise)
    else:
        check_scores(mine, theirs, allowed, noise)
        check_labels(mine, theirs, allowed, noise)


def _run(model: Estimator, dataset: Dataset, resamples: Resamples, engine: str, *, train: bool) -> Predictions:
    settings = Settings(engine=engine, train=train, on_failure="record", jobs=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FoldwiseWarning)
        return run(dataset, {"model": model}, resamples, settings)


def check_scores(mine: Outputs, theirs: Outputs, allowed: Tolerance, noise: Sequence[Outputs] = ()) -> None:
    """The scores agree, and are of the same kind."""
    assert mine.score_kind == theirs.score_kind, f"scores are {mine.score_kind}, not {theirs.score_kind}"
    if mine.scores is None or theirs.scores is None:
        assert mine.scores is theirs.scores, "one of the two has no scores"
        return
    scale = np.ones(mine.size) if mine.score_kind is ScoreKind.PROBABILITY else _largest(theirs, theirs.scores)
    floor = allowed.floor + allowed.absolute * scale[:, None]
    for other in noise:
        moved = np.abs(other.scores - theirs.scores)  # type: ignore[operator]
        floor = np.maximum(floor, allowed.noise * moved.max(axis=1, keepdims=True))
    _compare(mine.scores, theirs.scores, floor, allowed)


def check_values(mine: Outputs, theirs: Outputs, allowed: Tolerance, noise: Sequence[Outputs] = ()) -> None:
    """The predicted values agree."""
    floor = allowed.floor + allowed.absolute * _largest(theirs, theirs.output)
    for other in noise:
        floor = np.maximum(floor, allowed.noise * np.abs(other.output - theirs.output))
    _compare(mine.output, theirs.output, floor, allowed)


def _largest(outputs: Outputs, values: Array) -> Floats:
    """Largest absolute value in the resample of each prediction (N,); where it has one prediction, that of all predictions.

    A single value that happens to be near zero is a difference of larger ones, and has the digits of those.
    """
    if not outputs.size:
        return np.zeros(0)
    per_row = np.abs(values) if values.ndim == 1 else np.abs(values).max(axis=1)
    largest = np.zeros(int(outputs.resample.max()) + 1)
    np.maximum.at(largest, outputs.resample, per_row)
    alone = np.bincount(outputs.resample) == 1
    largest[alone] = per_row.max()
    return largest[outputs.resample]


def _compare(mine: Array, theirs: Array, floor: Array, allowed: Tolerance) -> None:
    apart = np.abs(mine - theirs)
    limit = allowed.relative * np.maximum(np.abs(mine), np.abs(theirs)) + floor
    bad = ~(apart <= limit)
    if bad.any():
        worst = np.unravel_index(np.argmax(np.where(bad, apart - limit, -np.inf)), apart.shape)
        place = tuple(int(at) for at in worst)
        message = f"{int(bad.sum())} of {bad.size} differ, the worst at {place}: {mine[worst]!r} and {theirs[worst]!r}"
        raise AssertionError(message)


def check_labels(mine: Outputs, theirs: Outputs, allowed: Tolerance, noise: Sequence[Outputs] = ()) -> None:
    """The labels are the same, unless the generic path itself can hardly tell the two classes apart."""
    differ = mine.output != theirs.output
    for blurred in noise:
        differ &= blurred.output == theirs.output
    other = np.flatnonzero(differ)
    if not other.size:
        return
    assert theirs.scores is not None, f"{other.size} labels differ"
    first, second = (theirs.scores[other, outputs.output[other]] for outputs in (mine, theirs))
    scale = np.maximum(1.0, np.abs(theirs.scores[other]).max(axis=1))
    apart = np.abs(first - second) > allowed.tie * scale
    assert not apart.any(), f"{int(apart.sum())} labels differ, the first at prediction {other[apart][0]}"


def check_threads(model: Estimator, dataset: Dataset, resamples: Resamples) -> None:
    """Any number of threads gives the same bits."""
    family, data = choose(model, dataset, resamples).family, Resampled.of(dataset, resamples, train=True)
    assert family is not None
    results = []
    for count in (1, 3):
        with threads(count), one_blas_thread():
            results.append(predict(family, [model], data)[0])
    one, three = results
    assert np.array_equal(one.output, three.output), "the labels depend on the number of threads"
    same = one.scores is None or (three.scores is not None and np.array_equal(one.scores, three.scores))
    assert same, "the scores depend on the number of threads"

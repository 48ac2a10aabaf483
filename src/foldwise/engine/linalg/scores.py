"""From fitted coefficients to answers: scores of all questions of a block of resamples in a few products."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, final

import numpy as np
from array_api_compat import array_namespace

from foldwise import native
from foldwise.engine.threads import blocks, in_threads
from foldwise.predictions import Outputs, ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.engine.rows import TestRows

    Table = Callable[[Codes | slice], Floats]
    """Gives the numbers of some rows (N, m)."""

__all__ = [
    "Answers",
    "CompiledScorer",
    "Scorer",
    "answer_classes",
    "linear_scores",
    "normal_scores",
    "posteriors",
    "score_batches",
]

BLOCK = 1_000_000
"""Numbers of the questions of one block of resamples: few enough to stay near the processor."""
FITTED = 50_000
"""Numbers of the fits of one block: arrays of that size are used again, larger ones are asked of the system each time."""
ROW_TYPES = np.dtype(np.int64), np.dtype(np.int32)
LABEL_TYPES = np.dtype(np.int64), np.dtype(np.int8)
"""Types of row numbers and of labels that the compiled passes take."""
PADDING = 1.25
"""Test sets are padded to one size where that adds at most a quarter."""


class Scorer(Protocol):
    """Fits a block of resamples and scores its test."""

    def __call__(self, test: TestRows) -> tuple[Floats, Mask]:
        """Score per question and class (N, C), -inf for a class without training rows; which resamples were done (B,)."""


@final
@dataclass(frozen=True, eq=False)
class Answers:
    """Where answers are written: labels (N,), probabilities (N, C), and which resamples are done (R,)."""

    labels: Array
    probabilities: Floats
    done: Mask


class CompiledScorer(ABC):
    """A scorer that can also answer the resamples that hold no surprise, in one compiled pass."""

    @abstractmethod
    def __call__(self, test: TestRows) -> tuple[Floats, Mask]:
        """Fit a block of resamples and score its test."""

    @abstractmethod
    def compiled(self, test: TestRows, answers: Answers) -> None:
        """Write the answers of ordinary resamples, and mark these as done."""


def answer_classes(
    scorer: Scorer,
    test: TestRows,
    *,
    name: str,
    classes: int,
    width: int,
    fixed: int = 0,
    fitted: int = 1,
    decide: Callable[[Floats], tuple[Array, Floats]] | None = None,
) -> Outputs:
    """Fit and score block after block of resamples, and turn scores into labels and probabilities.

    Parameters
    ----------
    scorer
        Fits and scores; what it answers compiled_pass is not done again.
    layout
        The test.
    name
        Name of the kernel.
    classes
        Number of classes.
    width, fixed
        Numbers gone through per question, and per resample beside them: they decide how many resamples are done
        together, and whether that is worth a second thread.
    fitted
        Numbers that a fit of one resample consists of, where all of a block are worked on together.
    decide
        Gives labels and probabilities for scores; `posteriors` where they are joint log-likelihoods.
    """
    starts, rule = test.starts, decide or posteriors
    per_resample = (test.size / max(1, test.count) + 1) * width + fixed

    labels, probabilities = np.empty(test.size, dtype=label_type(classes)), np.empty((test.size, classes))
    done = np.zeros(test.count, dtype=np.bool_)
    if isinstance(scorer, CompiledScorer) and test.row.dtype in ROW_TYPES and labels.dtype in LABEL_TYPES:
        scorer.compiled(test, Answers(labels, probabilities, done))

    def work(start: int, stop: int) -> Mask:
        mine, block = slice(starts[start], starts[stop]), test.block(start, stop)
        scores, done = scorer(block)
        with np.errstate(invalid="ignore", over="ignore"):
            labels[mine], probabilities[mine] = rule(scores)
        return done & _finite(probabilities[mine], block)

    if not done.all():
        spans = _runs(~done, max(1, min(int(BLOCK / per_resample), FITTED // fitted)))
        numbers = per_resample * (test.count - np.count_nonzero(done))
        for (start, stop), found in zip(spans, in_threads(work, spans, numbers=numbers), strict=True):
            done[start:stop] = found
    whole = Outputs(test.resample, test.row, labels, probabilities, ScoreKind.PROBABILITY, test.part, name)
    return whole if done.all() else whole.where(done[test.resample])


def _runs(chosen: Mask, size: int) -> list[tuple[int, int]]:
    """Cut the resamples that are chosen into blocks of neighbours, of at most `size`."""
    edges = np.flatnonzero(np.diff(chosen, prepend=False, append=False)).tolist()
    runs = zip(edges[::2], edges[1::2], strict=True)
    return [(start + a, start + b) for start, stop in runs for a, b in blocks(stop - start, size)]


def _finite(probabilities: Floats, test: TestRows) -> Mask:
    """Which resamples have no NaN among their probabilities: the generic path says what is wrong with the others."""
    if np.isfinite(probabilities.sum()):
        return np.ones(test.sizes.size, dtype=np.bool_)
    bad = ~np.isfinite(probabilities).all(axis=1)
    return np.bincount(np.repeat(np.arange(test.sizes.size), test.sizes), weights=bad, minlength=test.sizes.size) == 0


def posteriors(scores: Any) -> tuple[Any, Any]:  # noqa: ANN401 - arrays of any library
    """Most probable class, and exp(score - log Σ exp score) for scores that are joint log-likelihoods (N, C)."""
    xp = array_namespace(scores)
    if scores.shape[1] == 2:  # reductions over two columns take longer than all the rest
        difference = scores[:, 1] - scores[:, 0]
        less = xp.exp(-xp.abs(difference))
        more = 1 / (1 + less)
        less = less * more
        second = difference > 0
        return xp.astype(second, xp.int64), xp.stack(
            [xp.where(second, less, more), xp.where(second, more, less)], axis=1
        )
    raised = xp.exp(scores - xp.max(scores, axis=1, keepdims=True))
    return xp.argmax(scores, axis=1), raised / xp.sum(raised, axis=1, keepdims=True)


def linear_scores(test: TestRows, table: Floats | Table, coefficients: Floats, offsets: Floats) -> Floats:
    """Score every question about a row x in resample r as coefficients[r] x + offsets[r], (N, C).

    Parameters
    ----------
    questions
        The test.
    table
        The numbers x of all rows (n, m), or what gives those of some rows (N, m).
    coefficients
        One line per class and resample (B, C, m).
    offsets
        One number per class and resample (B, C).
    """
    if isinstance(table, np.ndarray):
        return native.linear_scores(table, test.row, test.starts, coefficients=coefficients, offsets=offsets)
    turned = coefficients.transpose(0, 2, 1)
    return score_batches(test, table, lambda x, some: x @ turned[some] + offsets[some][:, None, :])


def normal_scores(test: TestRows, X: Floats, means: Floats, precisions: Floats, offsets: Floats) -> Floats:  # noqa: PLR0917
    """Score every question about a row x in resample r as offsets[r] - ½ Σ (x - mean)² · precision, (N, C).

    Means and precisions are those of each class and resample (B, C, p). The squares are not multiplied out: far from
    the mean, or with a small variance, too many digits would cancel.
    """
    return native.normal_scores(X, test.row, test.starts, means=means, precisions=precisions, offsets=offsets)


def score_batches(test: TestRows, table: Table, score: Callable[[Floats, slice], Floats]) -> Floats:
    """Score the questions of many resamples in one batched product (N, C).

    `score` is given the numbers of the rows of some resamples (b, l, m) and which resamples they are; it gives their
    scores (b, l, C). Every test set is filled up to the longest one with rows that are dropped again; where that is too
    much, the resamples are scored one by one.
    """
    sizes = test.sizes
    longest = int(sizes.max(initial=0))
    if longest * sizes.size > PADDING * test.row.size:
        x = table(test.row)
        edges = zip(test.starts[:-1].tolist(), test.starts[1:].tolist(), strict=True)
        return np.concatenate([score(x[None, a:b], slice(r, r + 1))[0] for r, (a, b) in enumerate(edges)])
    places = np.arange(longest)
    at = np.minimum(test.starts[:-1, None] + places, test.row.size - 1)
    x = table(test.row[at.ravel()]).reshape(*at.shape, -1)
    scores = score(x, slice(0, sizes.size))
    return scores[places < sizes[:, None]]

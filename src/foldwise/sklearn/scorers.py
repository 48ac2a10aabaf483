"""Scores of all splits at once, where the scorer is one that is known; else by scikit-learn's own scorer, split by split."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from sklearn import metrics
from sklearn.base import is_regressor
from sklearn.metrics._scorer import _BaseScorer, _MultimetricScorer, _PassthroughScorer
from sklearn.utils import _safe_indexing

from foldwise.engine import attempt
from foldwise.errors import FitError
from foldwise.predictions import ScoreKind
from foldwise.sklearn.admission import refuse
from foldwise.sklearn.fitted import FittedStandIn
from foldwise.sklearn.fold_rows import stack

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from foldwise.arrays import Floats, Mask
    from foldwise.sklearn.fold_rows import FoldPredictions
    from foldwise.typing import Estimator, Given, Untyped

    Scored: TypeAlias = "tuple[Floats, Mask]"

__all__ = [
    "check_scorer",
    "is_of_outputs",
    "is_own_metric",
    "needs_values",
    "score_candidates",
    "score_splits",
    "scorers_in",
]

LEAST_COMPLEMENT = 1e-5
"""One minus a probability below which less than ten digits are left of it."""


def scorers_in(scorer: Untyped) -> Mapping[str, Untyped]:
    """Give the scorers by name; a single one has no name."""
    return scorer._scorers if isinstance(scorer, _MultimetricScorer) else {"": scorer}


def check_scorer(scorer: Untyped, estimator: Estimator) -> None:
    """Refuse scorers that look at the estimator themselves, and functions of the caller's of numbers that may be rounded otherwise.

    Raises
    ------
    NotBatched
        Saying why.
    """
    for one in scorers_in(scorer).values():
        if not isinstance(one, _BaseScorer | _PassthroughScorer):
            refuse("the scorer is a function of the fitted estimator")
        if not is_own_metric(one) and (not is_of_outputs(one) or is_regressor(estimator)):
            refuse("a metric that is not scikit-learn's may jump where predicted values are rounded otherwise")


def is_own_metric(scorer: Untyped) -> bool:
    """Whether the function that a scorer calls is scikit-learn's."""
    module = getattr(getattr(scorer, "_score_func", metrics.accuracy_score), "__module__", None) or ""
    return str(module).startswith("sklearn.")


def is_of_outputs(scorer: Untyped) -> bool:
    """Whether a scorer looks at what `predict` gives."""
    return isinstance(scorer, _PassthroughScorer) or scorer._response_method == "predict"


def needs_values(scorer: Untyped) -> bool:
    """Whether a scorer is a function of probabilities or decisions, and not of labels or of the order of rows alone."""
    known = [one for one in scorers_in(scorer).values() if not isinstance(one, _PassthroughScorer)]
    return any(not is_of_outputs(one) and one._score_func is not metrics.roc_auc_score for one in known)


def score_candidates(scorer: Untyped, found: Sequence[FoldPredictions], y: Given) -> Scored:
    """Scores of candidates that predict the same rows, on all splits (K, R), and which of them are beyond doubt (K, R); of one (R,)."""
    if len(found) == 1:
        return score_splits(scorer, found[0], y)
    if _by_output(scorer) and len({one.exact for one in found}) == 1:
        return score_splits(scorer, stack(found), y)
    values, sure = zip(*(score_splits(scorer, one, y) for one in found), strict=True)
    return np.stack(values), np.stack(sure)


def _by_output(scorer: Untyped) -> bool:
    """Whether predicted labels or values give the score, by a way that is known for all candidates at once."""
    if isinstance(scorer, _PassthroughScorer):
        return True
    return scorer._response_method == "predict" and not scorer._kwargs and scorer._score_func in LABELS


def score_splits(scorer: Untyped, found: FoldPredictions, y: Given) -> Scored:
    """Scores of all splits (R,), and which of them are scikit-learn's beyond doubt (R,); of several candidates (K, R).

    A split that is not, since it is undefined there, or scikit-learn would warn, or rounding may decide, is left to
    scikit-learn.
    """
    quick = _known(scorer, found)
    if quick is not None:
        with np.errstate(divide="ignore", invalid="ignore"):
            values, sure = quick(found)
        return values, sure & np.isfinite(values)
    return _one_by_one(scorer, found, y)


def _known(scorer: Untyped, found: FoldPredictions) -> Callable[[FoldPredictions], Scored] | None:
    """Find the way to score all splits at once, if there is one."""
    if isinstance(scorer, _PassthroughScorer):
        return accuracy if found.labels.size else r2
    if scorer._kwargs:
        return None
    known = LABELS.get(scorer._score_func) if scorer._response_method == "predict" else None
    if known is not None:
        return (
            (lambda one: _signed(known(one), scorer._sign))
            if bool(found.labels.size) == (known in LABEL_SCORES)
            else None
        )
    two = found.labels.size == 2 and found.ranking is not None
    if scorer._score_func is metrics.roc_auc_score and two and scorer._sign == 1:
        return auc if scorer._response_method == ("decision_function", "predict_proba") else None
    if scorer._score_func is metrics.log_loss and scorer._response_method == "predict_proba":
        return (lambda one: _signed(log_loss(one), scorer._sign)) if found.kind is ScoreKind.PROBABILITY else None
    return None


def _signed(scored: Scored, sign: int) -> Scored:
    return sign * scored[0], scored[1]


def accuracy(found: FoldPredictions) -> Scored:
    """Share of rows with the right label."""
    return found.sums(found.truth == found.output) / found.sizes, found.clear


def balanced_accuracy(found: FoldPredictions) -> Scored:
    """Mean over the classes of the share with the right label; splits that lack a class are left."""
    hits = found.truth == found.output
    members = [found.truth == code for code in range(found.labels.size)]
    sizes = np.stack([found.sums(mine) for mine in members])
    right = np.stack([found.sums(mine & hits) for mine in members])
    shares = right / (sizes if right.ndim == 2 else sizes[:, None])
    return shares.mean(axis=0), found.clear & (sizes > 0).all(axis=0)


def mean_squared_error(found: FoldPredictions) -> Scored:
    """Mean of the squared differences."""
    return found.sums((found.truth - found.output) ** 2) / found.sizes, found.done


def root_mean_squared_error(found: FoldPredictions) -> Scored:
    """Root of the mean of the squared differences."""
    squared, done = mean_squared_error(found)
    return np.sqrt(squared), done


def mean_absolute_error(found: FoldPredictions) -> Scored:
    """Mean of the differences, without their signs."""
    return found.sums(np.abs(found.output - found.truth)) / found.sizes, found.done


def r2(found: FoldPredictions) -> Scored:
    """Share of the variance that is explained; left where all values are equal."""
    spread = found.rows.spread
    errors = found.sums((found.truth - found.output) ** 2)
    return 1 - errors / spread, found.done & (found.sizes > 1) & (spread > 0)


def auc(found: FoldPredictions) -> Scored:
    """Area under the ROC curve by ranks; ties count one half."""
    ranking = found.ranking
    if ranking is None:  # asked for two classes only
        return np.full(found.done.size, np.nan), np.zeros_like(found.done)
    split = np.repeat(np.arange(found.done.size), found.sizes)
    order = np.lexsort((ranking, split))
    ranked, at = ranking[order], split[order]
    new = np.append(True, (ranked[1:] != ranked[:-1]) | (at[1:] != at[:-1]))
    firsts = np.flatnonzero(new)
    ends = np.append(firsts[1:], ranked.size)
    ranks = ((firsts + ends + 1) / 2)[np.cumsum(new) - 1] - found.starts[:-1][at]
    positive = found.truth[order] == 1
    above = np.bincount(at, weights=np.where(positive, ranks, 0.0), minlength=found.done.size)
    ones = np.bincount(at, weights=positive, minlength=found.done.size)
    return (above - ones * (ones + 1) / 2) / (ones * (found.sizes - ones)), found.well_ranked


def log_loss(found: FoldPredictions) -> Scored:
    """Mean of minus the logarithm of the probability of the true class; left where a class is missing."""
    if found.scores is None:
        return np.full(found.done.size, np.nan), np.zeros_like(found.done)
    eps = np.finfo(np.float64).eps
    own = found.scores[np.arange(found.truth.size), found.truth]
    if found.labels.size == 2:
        # scikit-learn takes one minus the probability of the second class, which near 1 is nothing but rounding.
        own = np.where(found.truth == 0, 1 - found.scores[:, 1], own)
        rounded = (found.truth == 0) & (own < LEAST_COMPLEMENT) & (found.scores[:, 0] > eps / 4)
    else:
        rounded = np.zeros(own.size, dtype=np.bool_)
    own = np.clip(own, eps, 1 - eps)
    present = np.stack([found.sums(found.truth == code) > 0 for code in range(found.labels.size)]).all(axis=0)
    sound = np.abs(found.scores.sum(axis=1) - 1) < 1e-9
    return -found.sums(np.log(own)) / found.sizes, found.valued & present & found.all_hold(sound & ~rounded)


LABEL_SCORES = (accuracy, balanced_accuracy)
LABELS: dict[Untyped, Callable[[FoldPredictions], Scored]] = {
    metrics.accuracy_score: accuracy,
    metrics.balanced_accuracy_score: balanced_accuracy,
    metrics.r2_score: r2,
    metrics.mean_squared_error: mean_squared_error,
    metrics.root_mean_squared_error: root_mean_squared_error,
    metrics.mean_absolute_error: mean_absolute_error,
}
"""Scorers of predicted labels or values, by scikit-learn's functions."""


def _one_by_one(scorer: Untyped, found: FoldPredictions, y: Given) -> Scored:
    """Let scikit-learn's scorer look at the predictions of each split; where it warns or raises, the split is left."""
    values, sure = np.full(found.done.size, np.nan), found.done.copy()
    plain = scorer._response_method == "predict"
    sure &= found.clear if plain else (found.well_ranked if found.labels.size == 2 else found.all_classes & found.exact)
    sure &= plain | found.valued | (found.labels.size == 0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for at in np.flatnonzero(sure).tolist():
            rows = found.rows.row[found.starts[at] : found.starts[at + 1]]
            fitted = FittedStandIn(found, at)
            try:
                value = attempt(lambda: scorer(fitted, rows, _safe_indexing(y, rows)), "scorer", "a split")  # noqa: B023
            except FitError:
                sure[at] = False
                continue
            if not isinstance(value, int | float | np.number):
                sure[at] = False
            else:
                values[at] = value
    return values, sure

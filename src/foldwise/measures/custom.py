"""A measure of the user's own: any function of truth and predictions."""

from __future__ import annotations

import inspect
import re
from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Task
from foldwise.errors import MeasureError
from foldwise.measures.definitions.scores import pair_count
from foldwise.measures.measure import Direction, Needs, RankMeasure
from foldwise.measures.pooled import PooledMeasure
from foldwise.measures.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes
    from foldwise.measures.outcomes import Outcomes

__all__ = ["custom_measure"]

LOSS_ENDINGS = ("error", "loss", "deviance", "cost", "risk")
"""A function whose name ends so is better when lower; any other when higher, as in scikit-learn."""
WEIGHT_ARGUMENT = "sample_weight"


def custom_measure(
    function: Callable[..., float],
    *,
    task: str = "classification",
    needs: str = "label",
    lower_is_better: bool | None = None,
    pooled: bool | None = None,
    name: str = "",
) -> PooledMeasure | RankMeasure:
    """Make a measure of a function ``f(truth, predicted)`` or of a scorer of scikit-learn; its interval is a bootstrap.

    Parameters
    ----------
    function
        Takes the true and the predicted labels or values as arrays, also ``sample_weight`` where rows have weights. A
        scorer of scikit-learn (``make_scorer``, ``get_scorer``) brings its function, what it looks at and its direction;
        a loss that it turns round is given as the loss.
    task
        ``classification`` or ``regression``.
    needs
        ``label``, or ``score`` or ``probability`` for a function of truth and scores: those of the positive of two
        classes (n,), or of all classes (n, C).
    lower_is_better
        By default by the name: a function called ``…_loss``, ``…_error``, ``…_deviance``, ``…_cost`` or ``…_risk`` is
        better when lower, any other when higher.
    pooled
        How the resamples of a plan are brought together: True puts the rows of all resamples of a repeat into one call,
        False calls the function within each resample and averages, by the number of pairs of rows of two classes as the AUC
        does. By default False for ``score``, because scores of differently trained models are not on one scale, and True
        for labels, values and probabilities. A resample of one class only has no value where the function is called within.
    name
        By default that of the function.

    Examples
    --------
    >>> import foldwise
    >>> def within_one(truth, predicted):
    ...     return np.mean(np.abs(truth - predicted) <= 1)
    >>> result = foldwise.score([2.5, 3.1, 4.7] * 20, [2.0, 5.0, 4.5] * 20, measures=within_one)
    >>> finding = result.finding("system", "within-one")
    >>> round(finding.estimate.value, 3), finding.interval.method
    (0.667, 'bca')
    """
    function, needs, lower_is_better = _unwrapped(function, needs, lower=lower_is_better)
    called = name or re.sub(r"[^a-z0-9]+", "-", getattr(function, "__name__", "own").lower()).strip("-")
    lower = called.endswith(LOSS_ENDINGS) if lower_is_better is None else lower_is_better
    needed = Needs.VALUE if Task(task) is Task.REGRESSION else Needs(needs)
    weighted = _takes_weights(function)

    def statistic(outcomes: Outcomes) -> float:
        return _call(function, called, outcomes, scored=needed is not Needs.LABEL, weighted=weighted)

    def within(outcomes: Outcomes) -> float:
        return statistic(outcomes) if _comparable(outcomes) else float("nan")

    shared: dict[str, Any] = {
        "name": called,
        "title": called.replace("-", " "),
        "task": Task(task),
        "needs": needed,
        "low": -np.inf,
        "high": np.inf,
        "direction": Direction.LOWER if lower else Direction.HIGHER,
        "formula": "a function of your own",
        # What it looks at is not known, so every class must have enough rows.
        "scope": Scope.EACH,
    }
    if needed is not Needs.SCORE if pooled is None else pooled:
        return PooledMeasure(**shared, statistic=statistic)
    return RankMeasure(**shared, statistic=within, weight=pair_count)


def _unwrapped(
    function: Callable[..., float], needs: str, *, lower: bool | None
) -> tuple[Callable[..., float], str, bool | None]:
    """Take the function out of a scorer of scikit-learn, with what it looks at and which way it is better."""
    inner = getattr(function, "_score_func", None)
    if inner is None:
        return function, needs, lower
    settings = dict(getattr(function, "_kwargs", {}))
    asked = getattr(function, "_response_method", "predict")
    methods = (asked,) if isinstance(asked, str) else tuple(asked)
    looks_at = "label" if "predict" in methods else "probability" if methods == ("predict_proba",) else "score"
    plain = update_wrapper(partial(inner, **settings), inner)
    return plain, looks_at, getattr(function, "_sign", 1) < 0 if lower is None else lower


def _comparable(outcomes: Outcomes) -> bool:
    """Whether there are rows, and of more than one class where there are classes."""
    return outcomes.size > 0 and (outcomes.classes == 0 or bool(np.ptp(outcomes.truth)))


def _takes_weights(function: Callable[..., float]) -> bool:
    try:
        return WEIGHT_ARGUMENT in inspect.signature(function).parameters
    except (TypeError, ValueError):  # a function of C that does not tell
        return False


def _call(function: Callable[..., float], name: str, outcomes: Outcomes, *, scored: bool, weighted: bool) -> float:
    """Call the function with what it expects; whatever goes wrong in it is said in one sentence."""
    more: dict[str, Any] = {}
    if outcomes.weights is not None:
        if not weighted:
            message = f"{name} takes no {WEIGHT_ARGUMENT}, and the rows have weights"
            raise MeasureError(message, hint=f"a function with a parameter {WEIGHT_ARGUMENT}")
        more[WEIGHT_ARGUMENT] = outcomes.weights
    if outcomes.classes == 0:
        truth, outputs = outcomes.truth, outcomes.output
    else:
        truth = _labels(outcomes.truth, outcomes.names)
        outputs = _labels(outcomes.output, outcomes.names) if not scored else _scores(outcomes)
    try:
        return float(function(truth, outputs, **more))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        message = f"{name} fails on these predictions: {str(error).partition(chr(10))[0]}"
        raise MeasureError(message, hint="a function f(truth, predicted) that gives one number") from error


def _scores(outcomes: Outcomes) -> Array:
    table = np.empty((0, 0)) if outcomes.scores is None else outcomes.scores
    return table[:, outcomes.positive] if outcomes.classes == 2 else table


def _labels(codes: Codes, names: tuple[str, ...]) -> Array:
    """Labels as they were given, as far as that can be known: whole numbers and booleans again, None where unclassified."""
    plain: list[Any] = list(names)
    if all(re.fullmatch(r"-?\d+", name) for name in names):
        plain = [int(name) for name in names]
    elif set(names) == {"False", "True"}:
        plain = [name == "True" for name in names]
    known = np.array(plain)
    return known[codes] if not np.any(codes < 0) else np.array([*plain, None], dtype=object)[codes]

"""The inputs of two estimates beyond predictions: the weights of a linear rule, and other training sizes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.engine import fit_final
from foldwise.errors import FoldwiseError
from foldwise.estimates import Bolstered, LearningCurve, LinearRule, estimate_method
from foldwise.plans import KFold

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data import Dataset, Table
    from foldwise.estimates import EstimateMethod
    from foldwise.evaluation.runner import Runner
    from foldwise.plans import Plan
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator

__all__ = ["estimate_inputs", "linear_rule"]

CURVE_PARTS = (2, 3, 5)
"""Numbers of parts that make the learning curve beside those of the plan (METHODS G.1)."""
LINEARITY_TOLERANCE = 1e-6
"""How far, relative to its range, a decision may be from w'x + b and still count as linear."""


def estimate_inputs(estimate: str | EstimateMethod, runner: Runner, plan: Plan) -> EstimateMethod:
    """Fit what the estimate needs beyond the plan, and hand it over; other estimates pass through."""
    method = estimate_method(estimate)
    if isinstance(method, Bolstered) and not method.rules:
        seed = runner.settings.seed
        rules = {name: linear_rule(name, model, runner.dataset, seed) for name, model in runner.models.items()}
        return replace(method, rules={name: rule for name, rule in rules.items() if rule is not None})
    if isinstance(method, LearningCurve) and not method.curve and plan.name in LearningCurve.plans:
        return replace(method, curve=tuple(_other_sizes(runner, plan)))
    return method


def _other_sizes(runner: Runner, plan: Plan) -> list[Predictions]:
    """Run k-fold for the other training sizes."""
    repeats, own = getattr(plan, "repeats", 1), getattr(plan, "k", runner.dataset.n)
    quiet = replace(runner, settings=replace(runner.settings, progress=None, train=False))
    plans = [KFold(k, repeats=repeats, stratify=getattr(plan, "stratify", False)) for k in CURVE_PARTS if k != own]
    return [quiet.run(plan, None) for plan in plans]


def linear_rule(name: str, model: Estimator, dataset: Dataset, seed: int = 0) -> LinearRule | None:
    """Read w and b off a fitted model for two classes of numeric rows; None where its decision is not w'x + b.

    The decision is evaluated at the mean and at one step along each column, and then compared for all rows, so that a
    scaled or otherwise linearly prepared model counts as the linear rule it is.
    """
    if not dataset.is_classification or len(dataset.classes) != 2:
        return None
    try:
        rows = np.asarray(dataset.rows(np.arange(dataset.n)), dtype=np.float64)
        fitted = fit_final(name, model, dataset, seed=seed).model
    except (TypeError, ValueError, FoldwiseError):
        return None
    if not hasattr(fitted, "decision_function") or not np.isfinite(rows).all():
        return None
    return _probe(fitted, rows, dataset)


def _probe(fitted: Estimator, rows: Floats, dataset: Dataset) -> LinearRule | None:
    """Evaluate the decision around the mean of the rows."""
    centre, step = rows.mean(axis=0), np.diag(rows.std(axis=0) + 1e-12)
    probe_rows = np.concatenate([centre[None, :], centre + step, rows])
    outputs = np.asarray(fitted.decision_function(_like(dataset, probe_rows)), dtype=np.float64).reshape(-1)
    weights = (outputs[1 : len(step) + 1] - outputs[0]) / np.diag(step)
    intercept = float(outputs[0] - centre @ weights)
    off = np.abs(rows @ weights + intercept - outputs[len(step) + 1 :]).max()
    if off > LINEARITY_TOLERANCE * max(float(np.ptp(outputs)), 1e-300):
        return None
    # scikit-learn's decision is for the second of the sorted classes.
    return LinearRule(rows, np.asarray(dataset.codes == 1), weights, intercept)


def _like(dataset: Dataset, rows: Floats) -> Table:
    """Rows in the form the model was fitted to: a frame keeps the names of its columns."""
    if not hasattr(dataset.X, "columns"):
        return rows
    import narwhals as nw

    frame: Any = nw.from_native(dataset.X)
    return nw.from_numpy(rows, list(frame.columns), backend=frame.implementation).to_native()

"""Which charts a result has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from foldwise.charts.bias_variance import bias_variance
from foldwise.charts.boosting_trace import boosting_trace
from foldwise.charts.calibration import calibration
from foldwise.charts.chance import chance
from foldwise.charts.complexity import complexity
from foldwise.charts.confusion_matrix import confusion_matrix
from foldwise.charts.cost_curve import cost_curve
from foldwise.charts.coverage_study import coverage_study
from foldwise.charts.critical_difference import critical_difference
from foldwise.charts.decision_curve import decision_curve
from foldwise.charts.det import det
from foldwise.charts.fold_variability import fold_variability
from foldwise.charts.gain import gain
from foldwise.charts.importance import importance
from foldwise.charts.instability import instability
from foldwise.charts.interval_leaderboard import interval_leaderboard
from foldwise.charts.learning_curve import learning_curve
from foldwise.charts.margins import margins
from foldwise.charts.optimism import optimism
from foldwise.charts.pairwise_differences import pairwise_differences
from foldwise.charts.posterior import posterior
from foldwise.charts.precision_recall import precision_recall
from foldwise.charts.prediction_error import prediction_error
from foldwise.charts.residuals import residuals
from foldwise.charts.risk_coverage import risk_coverage
from foldwise.charts.roc import roc
from foldwise.charts.slices import slices
from foldwise.errors import FoldwiseError, need_charts
from foldwise.measures.curves import make_curve
from foldwise.reports import (
    Certificate,
    Diagnosis,
    Experiment,
    Improvement,
    ModelComparison,
    PermutationTest,
    Selection,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from foldwise.predictions import Predictions
    from foldwise.typing import Given, Untyped

__all__ = ["charts_of"]

Drawing: TypeAlias = tuple[str, Callable[[], Any]]
MOST_MODELS = 8
"""Models that a chart of curves holds, the first ones."""
CURVES: Mapping[str, Callable[..., Any]] = {
    "roc": roc,
    "precision-recall": precision_recall,
    "det": det,
    "gain": gain,
    "cost": cost_curve,
    "calibration": calibration,
    "decision": decision_curve,
    "risk-coverage": risk_coverage,
}


def charts_of(result: Given) -> dict[str, Untyped]:
    """Every chart that a result of any verb has, by name; one that cannot be drawn is left out.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> list(charts_of(found))
    ['leaderboard-error', 'folds-error', 'calibration', 'risk-coverage', 'confusion-lda', 'confusion-rates-lda']
    """
    need_charts()
    found: dict[str, Untyped] = {}
    for name, draw in _asked(result):
        try:
            found[name] = draw()
        except FoldwiseError:  # such as a curve of a model without scores
            continue
    return found


def _asked(result: Given) -> Iterator[Drawing]:
    """Charts of a result by name, each as what draws it when it is called."""
    if isinstance(result, Certificate):
        yield "coverage", partial(coverage_study, [result.risk, result.expected], level=result.level)
        return
    if isinstance(result, PermutationTest):
        yield "chance", partial(chance, result)
        return
    if isinstance(result, Experiment):
        for one in result.measures:
            yield f"critical-difference-{one.label}", partial(critical_difference, result, one.name)
        return
    if isinstance(result, Diagnosis):
        yield from _of_diagnosis(result)
        return
    for label in (
        [result.measure.label] if isinstance(result, Selection) else [measure.label for measure in result.measures]
    ):
        yield f"leaderboard-{label}", partial(interval_leaderboard, result, label)
    yield from _of_choice(result)
    yield from _pairs(result)
    predictions = None if isinstance(result, Selection) else getattr(result, "predictions", None)
    if predictions is not None:
        yield from _of_predictions(result, predictions)


def _of_choice(result: Given) -> Iterator[Drawing]:
    """Charts of the parameters that were searched, and of a boosted ensemble that was chosen and fitted."""
    if not isinstance(result, Improvement | Selection):
        return
    if isinstance(result, Selection):
        for parameter in result.best_settings:
            yield f"complexity-{parameter}", partial(_searched, result, parameter)
    steps = getattr(result.model, "steps", None)
    trace = getattr(steps[-1][1] if steps else result.model, "trace_", None)
    if trace is not None and hasattr(trace, "bounds"):
        yield "boosting-trace", partial(boosting_trace, trace)
        yield "margins", partial(margins, trace.margins)


def _searched(result: Selection, parameter: str) -> Untyped:
    return complexity(result.complexity_curve(parameter))


def _of_diagnosis(result: Diagnosis) -> Iterator[Drawing]:
    if result.decompositions:
        yield "bias-variance", partial(bias_variance, result.decompositions[0], level=result.level, seed=result.seed)
    if result.learning_curve is not None:
        unit = result.learning_curve.measure
        yield "learning-curve", partial(learning_curve, result.learning_curve.curve, level=result.level, unit=unit)
    if result.complexity is not None:
        yield "complexity", partial(complexity, result.complexity)
    if result.instability is not None:
        yield "instability", partial(instability, result.instability)
    if result.calibration:
        yield "calibration", partial(_drawn, calibration, result.predictions, ("calibration", [result.model]))
    if result.slices is not None:
        yield "slices", partial(slices, result.slices)
    if result.importance is not None:
        yield "importance", partial(importance, result.importance)
    if result.criteria is not None:
        yield "optimism", partial(optimism, result)
    if not result.predictions.is_classification:
        yield "residuals", partial(_residual, residuals, result.predictions, result.model)
    yield f"leaderboard-{result.measure.label}", partial(interval_leaderboard, result)


def _pairs(result: Given) -> Iterator[Drawing]:
    whole = result.comparison if isinstance(result, Improvement) else result
    judged = getattr(whole, "judgements", ())
    for label, name in dict.fromkeys((one.comparison.measure.label, one.comparison.measure.name) for one in judged):
        yield f"pairs-{label}", partial(pairwise_differences, result, name)
    first = next((one for one in judged if one.comparison.posterior is not None), None)
    if first is not None:
        yield f"posterior-{first.comparison.a}-{first.comparison.b}", partial(posterior, first)


def _of_predictions(result: Given, predictions: Predictions) -> Iterator[Drawing]:
    whole = result.assessment if isinstance(result, ModelComparison) else result
    whole = result.comparison.assessment if isinstance(result, Improvement) else whole
    baseline = getattr(whole, "baseline", "")
    models = [model for model in predictions.models if model != baseline][:MOST_MODELS] or list(predictions.models)[:1]
    if predictions.resamples.count > 1:
        for measure in result.measures:
            yield f"folds-{measure.label}", partial(fold_variability, predictions, measure)
    for name, draw in CURVES.items() if predictions.is_classification else ():
        yield name, partial(_drawn, draw, predictions, (name, models))
    for model in models:
        if predictions.is_classification:
            yield f"confusion-{model}", partial(_confusion, whole, model)
            yield f"confusion-rates-{model}", partial(_confusion, whole, model, rates=True)
        else:
            yield f"residuals-{model}", partial(_residual, residuals, predictions, model)
            yield f"prediction-error-{model}", partial(_residual, prediction_error, predictions, model)


def _drawn(draw: Callable[..., Untyped], predictions: Predictions, asked: tuple[str, Sequence[str]]) -> Untyped:
    name, models = asked
    return draw({model: make_curve(predictions, name, model) for model in models})


def _confusion(result: Given, model: str, *, rates: bool = False) -> Untyped:
    return confusion_matrix(result.confusion(model), rates=rates)


def _residual(draw: Callable[..., Untyped], predictions: Predictions, model: str) -> Untyped:
    return draw(make_curve(predictions, "residuals", model))

"""Every chart by name, with what it shows and what it is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

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
from foldwise.charts.ensemble_size import ensemble_size
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

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CHARTS", "ChartKind"]


@final
@dataclass(frozen=True)
class ChartKind:
    """A chart: the function that draws it, what it shows, and the value it is drawn from."""

    draw: Callable[..., Any]
    what: str
    value: str

    @property
    def name(self) -> str:
        """Name of the chart, as files are called."""
        return self.draw.__name__.replace("_", "-")


CHARTS = (
    ChartKind(interval_leaderboard, "models in order with their intervals", "a result of assess, compare or score"),
    ChartKind(pairwise_differences, "differences of pairs with their intervals", "a result of compare or score"),
    ChartKind(posterior, "what to believe about a difference, with the ROPE", "a judgement of a Bayesian test"),
    ChartKind(critical_difference, "mean ranks over datasets", "a result of experiment"),
    ChartKind(roc, "true positive rate against false positive rate", "ROC curves"),
    ChartKind(precision_recall, "precision against recall", "precision-recall curves"),
    ChartKind(det, "miss rate against false positive rate on normal deviates", "DET curves"),
    ChartKind(gain, "share of the class found, and lift", "gain curves"),
    ChartKind(cost_curve, "normalised cost for every class share and cost ratio", "cost curves"),
    ChartKind(calibration, "observed share against predicted probability", "calibration curves"),
    ChartKind(decision_curve, "net benefit at every threshold", "decision curves"),
    ChartKind(risk_coverage, "error of the surest rows against their share", "risk-coverage curves"),
    ChartKind(confusion_matrix, "counts or rates of true and predicted classes", "a confusion matrix"),
    ChartKind(residuals, "residuals against predictions", "a residual curve"),
    ChartKind(prediction_error, "true values against predictions", "a residual curve"),
    ChartKind(fold_variability, "a measure over folds and repeats", "predictions and a measure"),
    ChartKind(complexity, "training and validation error against a parameter", "a complexity curve"),
    ChartKind(learning_curve, "error against training rows, and beyond", "an extrapolated learning curve"),
    ChartKind(bias_variance, "loss, bias, variance and noise", "a decomposition"),
    ChartKind(instability, "how predictions depend on the training sample", "an instability"),
    ChartKind(boosting_trace, "errors round by round", "a trace of boosting"),
    ChartKind(margins, "distribution of the margins of votes", "margins"),
    ChartKind(ensemble_size, "out-of-bag error against the number of members", "out-of-bag errors by size"),
    ChartKind(importance, "increase of the loss when a column is permuted", "an importance"),
    ChartKind(slices, "loss in slices of the rows above that elsewhere", "slices of a diagnosis"),
    ChartKind(optimism, "training error, with its optimism, and on rows left out", "a result of diagnose"),
    ChartKind(coverage_study, "how often intervals contained the truth", "simulated coverages"),
    ChartKind(chance, "a measure with permuted targets", "a result of permutation_test"),
)

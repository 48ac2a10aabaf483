"""Charts: one function from a value to an Altair chart, one file each (needs the extra ``charts``)."""

from foldwise.charts.bias_variance import bias_variance
from foldwise.charts.boosting_trace import boosting_trace
from foldwise.charts.calibration import calibration
from foldwise.charts.catalogue import CHARTS, ChartKind
from foldwise.charts.chance import chance
from foldwise.charts.complexity import complexity
from foldwise.charts.confusion_matrix import confusion_matrix
from foldwise.charts.cost_curve import cost_curve
from foldwise.charts.coverage_study import coverage_study
from foldwise.charts.critical_difference import critical_difference
from foldwise.charts.decision_curve import decision_curve
from foldwise.charts.det import det
from foldwise.charts.ensemble_size import ensemble_size
from foldwise.charts.figure import dark, table_of
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
from foldwise.charts.result_charts import charts_of
from foldwise.charts.risk_coverage import risk_coverage
from foldwise.charts.roc import roc
from foldwise.charts.slices import slices
from foldwise.charts.writing import save_chart, write_charts

__all__ = [
    "CHARTS",
    "ChartKind",
    "bias_variance",
    "boosting_trace",
    "calibration",
    "chance",
    "charts_of",
    "complexity",
    "confusion_matrix",
    "cost_curve",
    "coverage_study",
    "critical_difference",
    "dark",
    "decision_curve",
    "det",
    "ensemble_size",
    "fold_variability",
    "gain",
    "importance",
    "instability",
    "interval_leaderboard",
    "learning_curve",
    "margins",
    "optimism",
    "pairwise_differences",
    "posterior",
    "precision_recall",
    "prediction_error",
    "residuals",
    "risk_coverage",
    "roc",
    "save_chart",
    "slices",
    "table_of",
    "write_charts",
]

"""Every measure by name; drives conformance tests, documentation and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data import Task
from foldwise.measures.definitions.abstention import (
    ABSTENTION_COST,
    ABSTENTION_FAMILIES,
    AURC,
    COVERAGE,
    E_AURC,
    SELECTIVE_ERROR,
)
from foldwise.measures.definitions.agreement import AGREEMENT_FAMILIES, KAPPA, LINEAR_KAPPA, MCC, QUADRATIC_KAPPA
from foldwise.measures.definitions.associations import ASSOCIATION_FAMILIES, ASSOCIATION_MEASURES
from foldwise.measures.definitions.calibration import CALIBRATION_FAMILIES, CALIBRATION_MEASURES
from foldwise.measures.definitions.costs import COST, COST_FAMILIES, NET_BENEFIT, NORMALISED_COST
from foldwise.measures.definitions.deviances import DEVIANCE_FAMILIES, DEVIANCE_MEASURES
from foldwise.measures.definitions.diagnostic_accuracy import (
    DIAGNOSTIC_ODDS_RATIO,
    FOWLKES_MALLOWS,
    INFORMEDNESS,
    LR_NEGATIVE,
    LR_POSITIVE,
    MARKEDNESS,
    PREVALENCE,
)
from foldwise.measures.definitions.labels import (
    ACCURACY,
    BALANCED_ACCURACY,
    BALANCED_ERROR,
    ERROR,
    G_MEAN,
    MACRO_BALANCED_ACCURACY,
)
from foldwise.measures.definitions.partial_areas import PARTIAL_AUC, PARTIAL_AUC_TPR, PARTIAL_FAMILIES
from foldwise.measures.definitions.probabilities import (
    BRIER,
    BRIER_HALF,
    BRIER_SKILL,
    LOG_LOSS,
    LOG_LOSS_SKILL,
    PROBABILITY_FAMILIES,
    RANKED_PROBABILITY,
    SPHERICAL,
)
from foldwise.measures.definitions.ranks import (
    AVERAGE_PRECISION,
    EER,
    GAIN,
    GINI,
    KS,
    LIFT,
    OVR_AUC,
    RANK_FAMILIES,
    RECALL_AT_FPR,
    TOP_ACCURACY,
    WEIGHTED_OVR_AUC,
)
from foldwise.measures.definitions.rates import AVERAGED_RATES, RATE_FAMILIES, RATES
from foldwise.measures.definitions.recalibration import (
    CALIBRATION_IN_THE_LARGE,
    CALIBRATION_INTERCEPT,
    CALIBRATION_SLOPE,
)
from foldwise.measures.definitions.regression_errors import REGRESSION_ERROR_FAMILIES, REGRESSION_ERROR_MEASURES
from foldwise.measures.definitions.scores import AUC
from foldwise.measures.definitions.values import CORRELATION, MAE, MSE, R2, RAE, RMSE, RRSE, RSE
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.measures.family import MeasureFamily
    from foldwise.measures.measure import Measure
    from foldwise.predictions import Predictions

__all__ = ["FAMILIES", "MEASURES", "default_measures"]

MEASURES: tuple[Measure, ...] = (
    ERROR,
    ACCURACY,
    BALANCED_ERROR,
    BALANCED_ACCURACY,
    MACRO_BALANCED_ACCURACY,
    G_MEAN,
    *RATES,
    *AVERAGED_RATES,
    MCC,
    KAPPA,
    LINEAR_KAPPA,
    QUADRATIC_KAPPA,
    INFORMEDNESS,
    MARKEDNESS,
    FOWLKES_MALLOWS,
    LR_POSITIVE,
    LR_NEGATIVE,
    DIAGNOSTIC_ODDS_RATIO,
    PREVALENCE,
    AUC,
    OVR_AUC,
    WEIGHTED_OVR_AUC,
    PARTIAL_AUC,
    PARTIAL_AUC_TPR,
    GINI,
    AVERAGE_PRECISION,
    KS,
    EER,
    LIFT,
    GAIN,
    RECALL_AT_FPR,
    TOP_ACCURACY,
    LOG_LOSS,
    BRIER,
    BRIER_HALF,
    SPHERICAL,
    RANKED_PROBABILITY,
    LOG_LOSS_SKILL,
    BRIER_SKILL,
    *CALIBRATION_MEASURES,
    CALIBRATION_SLOPE,
    CALIBRATION_INTERCEPT,
    CALIBRATION_IN_THE_LARGE,
    COST,
    NORMALISED_COST,
    NET_BENEFIT,
    COVERAGE,
    SELECTIVE_ERROR,
    ABSTENTION_COST,
    AURC,
    E_AURC,
    MAE,
    MSE,
    RMSE,
    RAE,
    RSE,
    RRSE,
    R2,
    CORRELATION,
    *REGRESSION_ERROR_MEASURES,
    *ASSOCIATION_MEASURES,
    *DEVIANCE_MEASURES,
)
"""Every measure, those with parameters at their default."""

FAMILIES: tuple[MeasureFamily, ...] = (
    *RATE_FAMILIES,
    *AGREEMENT_FAMILIES,
    *RANK_FAMILIES,
    *PARTIAL_FAMILIES,
    *PROBABILITY_FAMILIES,
    *CALIBRATION_FAMILIES,
    *COST_FAMILIES,
    *ABSTENTION_FAMILIES,
    *REGRESSION_ERROR_FAMILIES,
    *ASSOCIATION_FAMILIES,
    *DEVIANCE_FAMILIES,
)
"""Measures with parameters."""


def default_measures(predictions: Predictions) -> tuple[Measure, ...]:
    """What is shown when nothing was asked for: the error first, then what every model with predictions can give."""
    if predictions.task is Task.REGRESSION:
        return (RMSE, MAE, R2)
    kinds = {outputs.score_kind for outputs in predictions.outputs.values() if outputs.row.size}
    measures: tuple[Measure, ...] = (ERROR, BALANCED_ERROR)
    if predictions.costs is not None:
        measures += (COST,)
    # A test set of one row has nothing to rank.
    if ScoreKind.NONE not in kinds and predictions.resamples.test_sizes.min() > 1:
        measures += (AUC,)
    if kinds == {ScoreKind.PROBABILITY}:
        measures += (LOG_LOSS,)
    return measures

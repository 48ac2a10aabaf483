"""Every estimate method by name."""

from __future__ import annotations

from foldwise.errors import UnknownNameError
from foldwise.estimates.apparent import Apparent
from foldwise.estimates.averaged import Averaged
from foldwise.estimates.bias_adjusted import BiasAdjusted
from foldwise.estimates.bolstered import Bolstered
from foldwise.estimates.complete import CompleteEstimate
from foldwise.estimates.efron632 import Efron632
from foldwise.estimates.estimate import EstimateMethod
from foldwise.estimates.fold_mean import FoldMean
from foldwise.estimates.han_kamber632 import HanKamber632
from foldwise.estimates.holdout import HoldoutEstimate
from foldwise.estimates.kohavi632 import Kohavi632
from foldwise.estimates.learning_curve import LearningCurve
from foldwise.estimates.leave_one_out import LeaveOneOutEstimate
from foldwise.estimates.leave_pair_out import LeavePairOutEstimate
from foldwise.estimates.loo_bootstrap import LooBootstrap
from foldwise.estimates.nested_cv import NestedCVEstimate
from foldwise.estimates.optimism import Optimism
from foldwise.estimates.plus632 import Plus632
from foldwise.estimates.pooled import Pooled
from foldwise.estimates.pooled_e0 import PooledE0
from foldwise.estimates.repeated import Repeated
from foldwise.estimates.trimmed import Trimmed
from foldwise.phrases import method_name

__all__ = ["ESTIMATES", "estimate_method"]

ESTIMATES: tuple[EstimateMethod, ...] = (
    Pooled(),
    Averaged(),
    FoldMean(),
    Repeated(),
    Trimmed(),
    BiasAdjusted(),
    LearningCurve(),
    CompleteEstimate(),
    LeaveOneOutEstimate(),
    LeavePairOutEstimate(),
    NestedCVEstimate(),
    LooBootstrap(),
    PooledE0(),
    Efron632(),
    Kohavi632(),
    HanKamber632(),
    Plus632(),
    Optimism(),
    HoldoutEstimate(),
    Apparent(),
    Bolstered(),
)
"""Every estimate method."""


_BY_NAME = {method.name: method for method in ESTIMATES}


def estimate_method(name: str | EstimateMethod) -> EstimateMethod:
    """Find an estimate method by its name; ``.632+`` and ``632plus`` are one.

    Examples
    --------
    >>> estimate_method("pooled").summary
    'each measure by its own aggregation rule, averaged over repeats'
    """
    if isinstance(name, EstimateMethod):
        return name
    found = _BY_NAME.get(method_name(str(name)))
    if found is None:
        raise UnknownNameError.of("estimate", str(name), ["auto", *_BY_NAME])
    return found

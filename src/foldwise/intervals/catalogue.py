"""Every interval method by name."""

from __future__ import annotations

from foldwise.errors import UnknownNameError
from foldwise.intervals.interval import IntervalMethod
from foldwise.intervals.methods.agresti_coull import AgrestiCoull
from foldwise.intervals.methods.balanced_accuracy import BetaConvolution
from foldwise.intervals.methods.batch_t import BatchT
from foldwise.intervals.methods.bayesian_bootstrap import BayesianBootstrap
from foldwise.intervals.methods.bca import BCa
from foldwise.intervals.methods.block_t import BlockT
from foldwise.intervals.methods.bootstrap_case import BootstrapCaseInterval
from foldwise.intervals.methods.calibration_noise import CalibrationNoise
from foldwise.intervals.methods.carried_share import CarriedShare
from foldwise.intervals.methods.cluster_t import ClusterT
from foldwise.intervals.methods.conservative_z import ConservativeZ
from foldwise.intervals.methods.corrected_t import CorrectedT
from foldwise.intervals.methods.cv_binomial import CVBinomial
from foldwise.intervals.methods.delong import DeLong, LogitDeLong
from foldwise.intervals.methods.delta import Delta
from foldwise.intervals.methods.fisher_z import FisherZ
from foldwise.intervals.methods.five_by_two import FiveByTwo
from foldwise.intervals.methods.hac_t import HacT
from foldwise.intervals.methods.hanley_mcneil import HanleyMcNeil
from foldwise.intervals.methods.historical import LocationShifted
from foldwise.intervals.methods.holdout_t import HoldoutT
from foldwise.intervals.methods.influence import Influence
from foldwise.intervals.methods.jeffreys import Jeffreys
from foldwise.intervals.methods.mid_p import MidP
from foldwise.intervals.methods.naive_t import NaiveT
from foldwise.intervals.methods.nested_cv import NestedCVInterval
from foldwise.intervals.methods.oob import Oob
from foldwise.intervals.methods.partial_placement_t import PartialPlacementT
from foldwise.intervals.methods.percentile import Basic, Percentile
from foldwise.intervals.methods.placement_t import PlacementT
from foldwise.intervals.methods.plus632 import Plus632Interval
from foldwise.intervals.methods.proportion import ClopperPearson, Wilson
from foldwise.intervals.methods.ranking_t import RankingT
from foldwise.intervals.methods.replace_one import ReplaceOneInterval
from foldwise.intervals.methods.split_percentile import SplitPercentile
from foldwise.intervals.methods.studentised import Studentised
from foldwise.intervals.methods.wald import Wald
from foldwise.intervals.methods.wald_cv import WaldCV, WaldCVWithin
from foldwise.phrases import method_name

__all__ = ["INTERVALS", "interval_method"]

INTERVALS: tuple[IntervalMethod, ...] = (
    Influence(),
    CorrectedT(),
    NestedCVInterval(),
    ConservativeZ(),
    Oob(),
    Plus632Interval(),
    WaldCV(),
    WaldCVWithin(),
    CVBinomial(),
    FiveByTwo(),
    ReplaceOneInterval(),
    BootstrapCaseInterval(),
    Wilson(),
    ClopperPearson(),
    MidP(),
    AgrestiCoull(),
    Jeffreys(),
    Wald(),
    BetaConvolution(),
    PlacementT(),
    PartialPlacementT(),
    LogitDeLong(),
    DeLong(),
    HanleyMcNeil(),
    RankingT(),
    FisherZ(),
    CarriedShare(),
    Delta(),
    CalibrationNoise(),
    HoldoutT(),
    BatchT(),
    BCa(),
    Percentile(),
    Basic(),
    Studentised(),
    BayesianBootstrap(),
    ClusterT(),
    BlockT(),
    HacT(),
    SplitPercentile(),
    NaiveT(),
    LocationShifted(),
)
"""Every interval method."""


_BY_NAME = {method.name: method for method in INTERVALS}


def interval_method(name: str | IntervalMethod) -> IntervalMethod:
    """Find an interval method by its name; ``.632+`` and ``632plus`` are one.

    Examples
    --------
    >>> interval_method("wilson").summary
    'score interval for a proportion on one test set'
    """
    if isinstance(name, IntervalMethod):
        return name
    found = _BY_NAME.get(method_name(str(name)))
    if found is None:
        raise UnknownNameError.of("interval method", str(name), ["auto", "careful", *_BY_NAME])
    return found

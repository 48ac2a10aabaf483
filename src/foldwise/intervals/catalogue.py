"""Every interval method by name."""

from __future__ import annotations

from foldwise.errors import UnknownNameError
from foldwise.intervals.agresti_coull import AgrestiCoull
from foldwise.intervals.balanced_accuracy import BetaConvolution
from foldwise.intervals.batch_t import BatchT
from foldwise.intervals.bayesian_bootstrap import BayesianBootstrap
from foldwise.intervals.bca import BCa
from foldwise.intervals.block_t import BlockT
from foldwise.intervals.bootstrap_case import BootstrapCaseInterval
from foldwise.intervals.calibration_noise import CalibrationNoise
from foldwise.intervals.carried_share import CarriedShare
from foldwise.intervals.cluster_t import ClusterT
from foldwise.intervals.conservative_z import ConservativeZ
from foldwise.intervals.corrected_t import CorrectedT
from foldwise.intervals.cv_binomial import CVBinomial
from foldwise.intervals.delong import DeLong, LogitDeLong
from foldwise.intervals.delta import Delta
from foldwise.intervals.fisher_z import FisherZ
from foldwise.intervals.five_by_two import FiveByTwo
from foldwise.intervals.hac_t import HacT
from foldwise.intervals.hanley_mcneil import HanleyMcNeil
from foldwise.intervals.historical import LocationShifted
from foldwise.intervals.holdout_t import HoldoutT
from foldwise.intervals.influence import Influence
from foldwise.intervals.interval import IntervalMethod
from foldwise.intervals.jeffreys import Jeffreys
from foldwise.intervals.mid_p import MidP
from foldwise.intervals.naive_t import NaiveT
from foldwise.intervals.nested_cv import NestedCVInterval
from foldwise.intervals.oob import Oob
from foldwise.intervals.partial_placement_t import PartialPlacementT
from foldwise.intervals.percentile import Basic, Percentile
from foldwise.intervals.placement_t import PlacementT
from foldwise.intervals.plus632 import Plus632Interval
from foldwise.intervals.proportion import ClopperPearson, Wilson
from foldwise.intervals.ranking_t import RankingT
from foldwise.intervals.replace_one import ReplaceOneInterval
from foldwise.intervals.split_percentile import SplitPercentile
from foldwise.intervals.studentised import Studentised
from foldwise.intervals.wald import Wald
from foldwise.intervals.wald_cv import WaldCV, WaldCVWithin
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

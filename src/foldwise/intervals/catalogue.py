"""Every interval method by name."""

from __future__ import annotations

from foldwise.errors import UnknownNameError
from foldwise.intervals.block_t import BlockT
from foldwise.intervals.bootstrap_case import BootstrapCase
from foldwise.intervals.cluster_t import ClusterT
from foldwise.intervals.conservative_z import ConservativeZ
from foldwise.intervals.corrected_t import CorrectedT
from foldwise.intervals.cv_binomial import CVBinomial
from foldwise.intervals.five_by_two import FiveByTwo
from foldwise.intervals.hac_t import HacT
from foldwise.intervals.historical import LocationShifted
from foldwise.intervals.holdout_t import HoldoutT
from foldwise.intervals.interval import IntervalMethod
from foldwise.intervals.naive_t import NaiveT
from foldwise.intervals.nested_cv import NestedCV
from foldwise.intervals.oob import Oob
from foldwise.intervals.plus632 import Plus632
from foldwise.intervals.proportion import ClopperPearson, Wilson
from foldwise.intervals.replace_one import ReplaceOne
from foldwise.intervals.split_percentile import SplitPercentile
from foldwise.intervals.wald_cv import WaldCV, WaldCVWithin

__all__ = ["INTERVALS", "interval_method"]

INTERVALS: tuple[IntervalMethod, ...] = (
    CorrectedT(),
    NestedCV(),
    ConservativeZ(),
    Oob(),
    Plus632(),
    WaldCV(),
    WaldCVWithin(),
    CVBinomial(),
    FiveByTwo(),
    ReplaceOne(),
    BootstrapCase(),
    Wilson(),
    ClopperPearson(),
    HoldoutT(),
    ClusterT(),
    BlockT(),
    HacT(),
    SplitPercentile(),
    NaiveT(),
    LocationShifted(),
)


def interval_method(name: str | IntervalMethod) -> IntervalMethod:
    """Find an interval method by its name.

    Examples
    --------
    >>> interval_method("wilson").summary
    'score interval for a proportion on one test set'
    """
    if isinstance(name, IntervalMethod):
        return name
    known = {method.name: method for method in INTERVALS}
    if name not in known:
        raise UnknownNameError.of("interval method", name, ["auto", "careful", *known])
    return known[name]

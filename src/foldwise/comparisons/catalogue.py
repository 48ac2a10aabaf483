"""Every test for two models on one dataset, by name."""

from __future__ import annotations

from foldwise.comparisons.cluster_t import ClusterT
from foldwise.comparisons.comparison import ComparisonMethod
from foldwise.comparisons.conservative_z import ConservativeZ
from foldwise.comparisons.corrected_t import CorrectedT, CorrectedTOnce
from foldwise.comparisons.delong import DeLong
from foldwise.comparisons.diebold_mariano import BlockT, DieboldMariano, DieboldMarianoCosine
from foldwise.comparisons.five_by_two import FiveByTwoF, FiveByTwoT
from foldwise.comparisons.influence import Influence
from foldwise.comparisons.loo_bootstrap import LooBootstrap
from foldwise.comparisons.mcnemar import McNemar, McNemarChi2, McNemarContinuity, McNemarExact
from foldwise.comparisons.naive_t import NaiveT
from foldwise.comparisons.nested_cv import NestedCV
from foldwise.comparisons.paired_bootstrap import PairedBootstrap
from foldwise.comparisons.paired_t import BatchedT, DeltaT, PairedT
from foldwise.comparisons.permutation import Permutation
from foldwise.comparisons.placement_t import PlacementT
from foldwise.comparisons.sign_test import Sign
from foldwise.comparisons.wald_cv import WaldCV
from foldwise.comparisons.wilcoxon import Wilcoxon
from foldwise.errors import UnknownNameError

__all__ = ["COMPARISONS", "comparison_method"]

COMPARISONS: tuple[ComparisonMethod, ...] = (
    LooBootstrap(),
    Influence(),
    CorrectedT(),
    CorrectedTOnce(),
    NestedCV(),
    ConservativeZ(),
    FiveByTwoF(),
    FiveByTwoT(),
    WaldCV(),
    ClusterT(),
    DieboldMariano(),
    DieboldMarianoCosine(),
    BlockT(),
    McNemar(),
    McNemarExact(),
    McNemarChi2(),
    McNemarContinuity(),
    PlacementT(),
    DeLong(),
    Permutation(),
    PairedBootstrap(),
    PairedT(),
    DeltaT(),
    BatchedT(),
    Wilcoxon(),
    Sign(),
    NaiveT(),
)


def comparison_method(name: str | ComparisonMethod) -> ComparisonMethod:
    """Find a test by its name.

    Examples
    --------
    >>> comparison_method("5x2cv-f").summary
    'F from five cross-validations of two parts'
    """
    if isinstance(name, ComparisonMethod):
        return name
    known = {method.name: method for method in COMPARISONS}
    if str(name) not in known:
        raise UnknownNameError.of("comparison method", str(name), ["auto", "careful", *known])
    return known[str(name)]

"""Every test for two models on one dataset, by name."""

from __future__ import annotations

from foldwise.comparisons.comparison import ComparisonMethod
from foldwise.comparisons.different_rows.catalogue import UNPAIRED_TESTS
from foldwise.comparisons.methods.batch_t import BatchedT
from foldwise.comparisons.methods.block_t import BlockTTest
from foldwise.comparisons.methods.cluster_t import ClusterTTest
from foldwise.comparisons.methods.conservative_z import ConservativeZTest
from foldwise.comparisons.methods.corrected_t import CorrectedTOnce, CorrectedTTest
from foldwise.comparisons.methods.delong import DeLongTest
from foldwise.comparisons.methods.delta import DeltaT
from foldwise.comparisons.methods.diebold_mariano import DieboldMariano, DieboldMarianoCosine
from foldwise.comparisons.methods.five_by_two import FiveByTwoF, FiveByTwoT
from foldwise.comparisons.methods.influence import InfluenceTest
from foldwise.comparisons.methods.loo_bootstrap import LooBootstrapTest
from foldwise.comparisons.methods.mcnemar import McNemar, McNemarChi2, McNemarContinuity, McNemarExact
from foldwise.comparisons.methods.naive_t import NaiveTTest
from foldwise.comparisons.methods.nested_cv import NestedCVTest
from foldwise.comparisons.methods.paired_bootstrap import PairedBootstrap
from foldwise.comparisons.methods.paired_t import PairedT
from foldwise.comparisons.methods.permutation import Permutation
from foldwise.comparisons.methods.placement_t import PlacementTTest
from foldwise.comparisons.methods.ranking_t import RankingTTest
from foldwise.comparisons.methods.sign_test import SignTest
from foldwise.comparisons.methods.wald_cv import WaldCVTest
from foldwise.comparisons.methods.wilcoxon import Wilcoxon
from foldwise.errors import UnknownNameError
from foldwise.phrases import method_name

__all__ = ["COMPARISONS", "comparison_method"]

COMPARISONS: tuple[ComparisonMethod, ...] = (
    LooBootstrapTest(),
    InfluenceTest(),
    CorrectedTTest(),
    CorrectedTOnce(),
    NestedCVTest(),
    ConservativeZTest(),
    FiveByTwoF(),
    FiveByTwoT(),
    WaldCVTest(),
    ClusterTTest(),
    DieboldMariano(),
    DieboldMarianoCosine(),
    BlockTTest(),
    McNemar(),
    McNemarExact(),
    McNemarChi2(),
    McNemarContinuity(),
    PlacementTTest(),
    DeLongTest(),
    RankingTTest(),
    Permutation(),
    PairedBootstrap(),
    PairedT(),
    DeltaT(),
    BatchedT(),
    Wilcoxon(),
    SignTest(),
    NaiveTTest(),
)
"""Every test of two models on one plan."""

DIFFERENT_ROWS = "foldwise.compare_unpaired, which takes it for systems on different rows"


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
    found = known.get(method_name(str(name)))
    if found is None:
        elsewhere = dict.fromkeys((one.name for one in UNPAIRED_TESTS), DIFFERENT_ROWS)
        names = ["auto", "careful", *known]
        raise UnknownNameError.of("test for the same rows", str(name), names, meant=elsewhere, listing="tests")
    return found

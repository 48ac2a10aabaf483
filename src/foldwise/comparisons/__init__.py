"""Comparisons: which of several models is better, by how much, and how sure one can be of that."""

from foldwise.comparisons.bayes_correlated_t import correlated_posterior
from foldwise.comparisons.bayes_hierarchical import HierarchicalPosterior, bayes_hierarchical
from foldwise.comparisons.bayes_signed_rank import bayes_sign, bayes_signed_rank
from foldwise.comparisons.careful import CAREFUL_TESTS, careful_method
from foldwise.comparisons.catalogue import COMPARISONS, comparison_method
from foldwise.comparisons.cochran_q import CochranQ, cochran_q, compare_all
from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.conservative_z import ConservativeZTest
from foldwise.comparisons.corrected_t import CorrectedTOnce, CorrectedTTest
from foldwise.comparisons.default import choose_comparison, compare_pair
from foldwise.comparisons.delong import DeLongTest
from foldwise.comparisons.differences import DIFFERENCE_TESTS, DifferenceTest, compare_differences
from foldwise.comparisons.disagreement import Disagreement, disagreement
from foldwise.comparisons.edge import discordant_variance, least_variance
from foldwise.comparisons.equivalence import Equivalence, default_rope, equivalent, not_inferior, ropes_of
from foldwise.comparisons.five_by_two import (
    CombinedF,
    FiveByTwoF,
    FiveByTwoStatistic,
    FiveByTwoT,
    combined_f,
    five_by_two_t,
)
from foldwise.comparisons.friedman import Friedman, friedman, rank_rows
from foldwise.comparisons.matched_fpr import compare_at_fpr
from foldwise.comparisons.mcnemar import McNemar, McNemarChi2, McNemarContinuity, McNemarExact, McNemarResult, mcnemar
from foldwise.comparisons.model_confidence_set import ModelConfidenceSet, confidence_set, model_confidence_set
from foldwise.comparisons.multiplicity import ADJUSTMENTS, adjust
from foldwise.comparisons.nemenyi import (
    CriticalDifference,
    RankZ,
    bonferroni_dunn,
    cliques,
    nemenyi,
    nemenyi_p_values,
    rank_z,
)
from foldwise.comparisons.nested_cv import NestedCVTest
from foldwise.comparisons.pair import Pair
from foldwise.comparisons.paired_bootstrap import PairedBootstrap, bca_p_value
from foldwise.comparisons.paired_share import bonett_price, newcombe_paired
from foldwise.comparisons.paired_t import BatchedT, DeltaT, PairedT
from foldwise.comparisons.permutation import ExchangeTest, Permutation, SignFlips, exchange_test, sign_flips
from foldwise.comparisons.placement_t import PlacementTTest
from foldwise.comparisons.posterior import DrawnPosterior, Posterior, RopeShares, check_rope
from foldwise.comparisons.power import Needed, detectable, mcnemar_rows, needed, rows_for_width
from foldwise.comparisons.sign_test import Signs, count_signs
from foldwise.comparisons.simulated import SimulatedTest, default_size, worst_size
from foldwise.comparisons.size import Size, false_positives, simulated_size, size_in_brief
from foldwise.comparisons.standings import DatasetComparison, Standings
from foldwise.comparisons.summarised import compare_summed, judge_summed
from foldwise.comparisons.verdict import Judgement, Verdict, judge
from foldwise.comparisons.wilcoxon import HodgesLehmann, SignedRank, hodges_lehmann, signed_rank

__all__ = [
    "ADJUSTMENTS",
    "CAREFUL_TESTS",
    "COMPARISONS",
    "DIFFERENCE_TESTS",
    "BatchedT",
    "CochranQ",
    "CombinedF",
    "Comparison",
    "ComparisonMethod",
    "ConservativeZTest",
    "CorrectedTOnce",
    "CorrectedTTest",
    "CriticalDifference",
    "DatasetComparison",
    "DeLongTest",
    "DeltaT",
    "DifferenceTest",
    "Disagreement",
    "DrawnPosterior",
    "Equivalence",
    "ExchangeTest",
    "FiveByTwoF",
    "FiveByTwoStatistic",
    "FiveByTwoT",
    "Friedman",
    "HierarchicalPosterior",
    "HodgesLehmann",
    "Judgement",
    "McNemar",
    "McNemarChi2",
    "McNemarContinuity",
    "McNemarExact",
    "McNemarResult",
    "ModelConfidenceSet",
    "Needed",
    "NestedCVTest",
    "Pair",
    "PairedBootstrap",
    "PairedT",
    "Permutation",
    "PlacementTTest",
    "Posterior",
    "RankZ",
    "RopeShares",
    "SignFlips",
    "SignedRank",
    "Signs",
    "SimulatedTest",
    "Size",
    "Standings",
    "Verdict",
    "adjust",
    "bayes_hierarchical",
    "bayes_sign",
    "bayes_signed_rank",
    "bca_p_value",
    "bonett_price",
    "bonferroni_dunn",
    "careful_method",
    "check_rope",
    "choose_comparison",
    "cliques",
    "cochran_q",
    "combined_f",
    "compare_all",
    "compare_at_fpr",
    "compare_differences",
    "compare_pair",
    "compare_summed",
    "comparison_method",
    "confidence_set",
    "correlated_posterior",
    "count_signs",
    "default_rope",
    "default_size",
    "detectable",
    "disagreement",
    "discordant_variance",
    "equivalent",
    "exchange_test",
    "false_positives",
    "five_by_two_t",
    "friedman",
    "hodges_lehmann",
    "judge",
    "judge_summed",
    "least_variance",
    "mcnemar",
    "mcnemar_rows",
    "model_confidence_set",
    "needed",
    "nemenyi",
    "nemenyi_p_values",
    "newcombe_paired",
    "not_inferior",
    "rank_rows",
    "rank_z",
    "ropes_of",
    "rows_for_width",
    "sign_flips",
    "signed_rank",
    "simulated_size",
    "size_in_brief",
    "worst_size",
]

"""Comparisons: which of several models is better, by how much, and how sure one can be of that."""

from foldwise.comparisons.bayes_correlated_t import correlated_posterior
from foldwise.comparisons.bayes_hierarchical import HierarchicalPosterior, bayes_hierarchical
from foldwise.comparisons.bayes_signed_rank import bayes_sign, bayes_signed_rank
from foldwise.comparisons.catalogue import COMPARISONS, comparison_method
from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.corrected_t import CorrectedT, CorrectedTOnce
from foldwise.comparisons.default import choose_comparison, compare_pair, memorises
from foldwise.comparisons.equivalence import Equivalence, default_rope, equivalent, not_inferior
from foldwise.comparisons.five_by_two import FiveByTwoF, FiveByTwoT, combined_f, five_by_two_t
from foldwise.comparisons.friedman import Friedman, friedman, rank_rows
from foldwise.comparisons.multiplicity import ADJUSTMENTS, adjust
from foldwise.comparisons.nemenyi import CriticalDifference, bonferroni_dunn, cliques, nemenyi, rank_z
from foldwise.comparisons.pair import Pair
from foldwise.comparisons.posterior import DrawnPosterior, Posterior, RopeShares, check_rope
from foldwise.comparisons.power import Needed, detectable, mcnemar_rows, needed, rows_for_width
from foldwise.comparisons.sign_test import Signs, count_signs
from foldwise.comparisons.verdict import Judgement, Verdict, judge
from foldwise.comparisons.wilcoxon import SignedRank, signed_rank

__all__ = [
    "ADJUSTMENTS",
    "COMPARISONS",
    "Comparison",
    "ComparisonMethod",
    "CorrectedT",
    "CorrectedTOnce",
    "CriticalDifference",
    "DrawnPosterior",
    "Equivalence",
    "FiveByTwoF",
    "FiveByTwoT",
    "Friedman",
    "HierarchicalPosterior",
    "Judgement",
    "Needed",
    "Pair",
    "Posterior",
    "RopeShares",
    "SignedRank",
    "Signs",
    "Verdict",
    "adjust",
    "bayes_hierarchical",
    "bayes_sign",
    "bayes_signed_rank",
    "bonferroni_dunn",
    "check_rope",
    "choose_comparison",
    "cliques",
    "combined_f",
    "compare_pair",
    "comparison_method",
    "correlated_posterior",
    "count_signs",
    "default_rope",
    "detectable",
    "equivalent",
    "five_by_two_t",
    "friedman",
    "judge",
    "mcnemar_rows",
    "memorises",
    "needed",
    "nemenyi",
    "not_inferior",
    "rank_rows",
    "rank_z",
    "rows_for_width",
    "signed_rank",
]

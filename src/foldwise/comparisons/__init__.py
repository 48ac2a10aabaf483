"""Comparisons: which of several models is better, by how much, and how sure one can be of that."""

from foldwise.comparisons.catalogue import COMPARISONS, comparison_method
from foldwise.comparisons.comparison import Comparison, ComparisonMethod, two_sided
from foldwise.comparisons.default import CAREFUL_TESTS, careful_method, choose_comparison, compare_pair
from foldwise.comparisons.different_rows.catalogue import (
    UNPAIRED_TESTS,
    UnpairedChoice,
    choose_unpaired,
    unpaired_method,
)
from foldwise.comparisons.different_rows.delong import UnpairedDeLong
from foldwise.comparisons.different_rows.heterogeneity import (
    Heterogeneity,
    homogeneity_test,
    several_proportions,
    welch_anova,
)
from foldwise.comparisons.different_rows.mover import Mover, mover_ends
from foldwise.comparisons.different_rows.permutation import UnpairedPermutation
from foldwise.comparisons.different_rows.samples import SampleComparison, check_groups_apart, compare_samples
from foldwise.comparisons.different_rows.two_proportions import (
    ProportionTest,
    TwoProportions,
    miettinen_nurminen,
    newcombe,
    two_proportions,
)
from foldwise.comparisons.different_rows.unpaired import UnpairedMethod, UnpairedPair
from foldwise.comparisons.different_rows.welch_t import WelchT
from foldwise.comparisons.exchange import ExchangeTest, SignFlips, exchange_test, sign_flips
from foldwise.comparisons.fold_differences import DIFFERENCE_TESTS, DifferenceTest, compare_differences
from foldwise.comparisons.given_value import SHARE_TESTS, ShareTest, ValueTest, share_test, value_test
from foldwise.comparisons.methods.batch_t import BatchedT
from foldwise.comparisons.methods.bayes_correlated_t import correlated_posterior
from foldwise.comparisons.methods.conservative_z import ConservativeZTest
from foldwise.comparisons.methods.corrected_t import CorrectedTOnce, CorrectedTTest
from foldwise.comparisons.methods.delong import DeLongTest
from foldwise.comparisons.methods.delta import DeltaT
from foldwise.comparisons.methods.five_by_two import (
    CombinedF,
    FiveByTwoF,
    FiveByTwoStatistic,
    FiveByTwoT,
    combined_f,
    five_by_two_t,
)
from foldwise.comparisons.methods.influence import rests_on_samples
from foldwise.comparisons.methods.loo_bootstrap import BOOTSTRAP_SIZE_NOTE, LooBootstrapTest
from foldwise.comparisons.methods.matched_fpr import compare_at_fpr
from foldwise.comparisons.methods.mcnemar import (
    McNemar,
    McNemarChi2,
    McNemarContinuity,
    McNemarExact,
    McNemarResult,
    mcnemar,
)
from foldwise.comparisons.methods.nested_cv import NestedCVTest
from foldwise.comparisons.methods.paired_bootstrap import PairedBootstrap, bca_p_value
from foldwise.comparisons.methods.paired_t import PairedT
from foldwise.comparisons.methods.permutation import Permutation
from foldwise.comparisons.methods.placement_t import PlacementTTest
from foldwise.comparisons.methods.sign_test import SignCounts, count_signs
from foldwise.comparisons.methods.wilcoxon import HodgesLehmann, SignedRank, hodges_lehmann, signed_rank
from foldwise.comparisons.over_datasets.bayes_hierarchical import HierarchicalPosterior, bayes_hierarchical
from foldwise.comparisons.over_datasets.bayes_signed_rank import bayes_sign, bayes_signed_rank
from foldwise.comparisons.over_datasets.friedman import Friedman, friedman, rank_rows
from foldwise.comparisons.over_datasets.nemenyi import (
    CriticalDifference,
    RankZ,
    bonferroni_dunn,
    cliques,
    nemenyi,
    nemenyi_p_values,
    rank_z,
)
from foldwise.comparisons.over_datasets.standings import DatasetComparison, Standings
from foldwise.comparisons.pair import Pair
from foldwise.comparisons.paired_proportions import bonett_price, newcombe_paired
from foldwise.comparisons.posterior import DrawnPosterior, Posterior, RopeShares, check_rope
from foldwise.comparisons.several_models.cochran_q import CochranQ, cochran_q, cochran_q_of
from foldwise.comparisons.several_models.disagreement import Disagreement, disagreement
from foldwise.comparisons.several_models.model_confidence_set import (
    ModelConfidenceSet,
    confidence_set,
    model_confidence_set,
)
from foldwise.comparisons.several_models.multiplicity import ADJUSTMENTS, adjust
from foldwise.comparisons.simulations.simulated import SimulatedTest, default_size, worst_size
from foldwise.comparisons.simulations.size import Size, false_positives, simulated_size, size_in_brief
from foldwise.comparisons.summarised import compare_summarised
from foldwise.comparisons.variance_floor import discordant_variance, least_variance
from foldwise.comparisons.verdicts.equivalence import Equivalence, default_rope, equivalent, not_inferior, ropes_of
from foldwise.comparisons.verdicts.power import Needed, detectable, mcnemar_rows, needed, rows_for_width
from foldwise.comparisons.verdicts.verdict import Judgement, SummarisedPair, Verdict, judge
from foldwise.renamed import former_name

__all__ = [
    "ADJUSTMENTS",
    "BOOTSTRAP_SIZE_NOTE",
    "CAREFUL_TESTS",
    "COMPARISONS",
    "DIFFERENCE_TESTS",
    "SHARE_TESTS",
    "UNPAIRED_TESTS",
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
    "Heterogeneity",
    "HierarchicalPosterior",
    "HodgesLehmann",
    "Judgement",
    "LooBootstrapTest",
    "McNemar",
    "McNemarChi2",
    "McNemarContinuity",
    "McNemarExact",
    "McNemarResult",
    "ModelConfidenceSet",
    "Mover",
    "Needed",
    "NestedCVTest",
    "Pair",
    "PairedBootstrap",
    "PairedT",
    "Permutation",
    "PlacementTTest",
    "Posterior",
    "ProportionTest",
    "RankZ",
    "RopeShares",
    "SampleComparison",
    "ShareTest",
    "SignCounts",
    "SignFlips",
    "SignedRank",
    "SimulatedTest",
    "Size",
    "Standings",
    "SummarisedPair",
    "TwoProportions",
    "UnpairedChoice",
    "UnpairedDeLong",
    "UnpairedMethod",
    "UnpairedPair",
    "UnpairedPermutation",
    "ValueTest",
    "Verdict",
    "WelchT",
    "adjust",
    "bayes_hierarchical",
    "bayes_sign",
    "bayes_signed_rank",
    "bca_p_value",
    "bonett_price",
    "bonferroni_dunn",
    "careful_method",
    "check_groups_apart",
    "check_rope",
    "choose_comparison",
    "choose_unpaired",
    "cliques",
    "cochran_q",
    "cochran_q_of",
    "combined_f",
    "compare_at_fpr",
    "compare_differences",
    "compare_pair",
    "compare_samples",
    "compare_summarised",
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
    "homogeneity_test",
    "judge",
    "least_variance",
    "mcnemar",
    "mcnemar_rows",
    "miettinen_nurminen",
    "model_confidence_set",
    "mover_ends",
    "needed",
    "nemenyi",
    "nemenyi_p_values",
    "newcombe",
    "newcombe_paired",
    "not_inferior",
    "rank_rows",
    "rank_z",
    "rests_on_samples",
    "ropes_of",
    "rows_for_width",
    "several_proportions",
    "share_test",
    "sign_flips",
    "signed_rank",
    "simulated_size",
    "size_in_brief",
    "two_proportions",
    "two_sided",
    "unpaired_method",
    "value_test",
    "welch_anova",
    "worst_size",
]


FORMER = {
    "Signs": "SignCounts",
    "UNPAIRED": "UNPAIRED_TESTS",
    "compare_all": "cochran_q_of",
    "compare_summed": "compare_summarised",
    "SummedPair": "SummarisedPair",
}
"""Names that have changed; the old ones work for a release."""


def __getattr__(name: str) -> object:
    """Know what has another name now by its old one too."""
    return former_name(globals(), FORMER, name)

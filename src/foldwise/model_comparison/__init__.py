"""From an assessment to judgements: all pairs of models, and the bootstrap samples some tests want beside the plan."""

from foldwise.model_comparison.bootstrapped import samples_beside, with_bootstrapped
from foldwise.model_comparison.pairwise import PairwiseComparison

__all__ = ["PairwiseComparison", "samples_beside", "with_bootstrapped"]

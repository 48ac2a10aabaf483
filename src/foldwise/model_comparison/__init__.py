"""From an assessment to judgements: all pairs of models, and the bootstrap samples some tests want beside the plan."""

from foldwise.model_comparison.bootstrapped import COUNTED_DRAWS, samples_beside, with_bootstrapped
from foldwise.model_comparison.by_segment import SegmentComparison
from foldwise.model_comparison.pairwise import PairwiseComparison

__all__ = ["COUNTED_DRAWS", "PairwiseComparison", "SegmentComparison", "samples_beside", "with_bootstrapped"]

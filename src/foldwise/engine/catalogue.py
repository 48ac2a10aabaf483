"""The model families that are fitted on all resamples at once. A new family is one more line here."""

from foldwise.engine.families.bagging import Bagging
from foldwise.engine.families.boosting import Boosting
from foldwise.engine.families.c45 import QuinlanTrees
from foldwise.engine.families.discrete_nb import DiscreteBayes
from foldwise.engine.families.dummy import Dummy
from foldwise.engine.families.forests import Forests
from foldwise.engine.families.gaussian_nb import GaussianBayes
from foldwise.engine.families.gradient_boosting import GradientBoosting
from foldwise.engine.families.kernel_ridge import KernelRegression
from foldwise.engine.families.lda import LinearDiscriminant
from foldwise.engine.families.least_squares import LeastSquares
from foldwise.engine.families.logistic import Logistic
from foldwise.engine.families.m1_boosting import BoostingM1
from foldwise.engine.families.mixed_nb import MixedBayes
from foldwise.engine.families.nearest_centroid import Centroids
from foldwise.engine.families.neighbours import Neighbours
from foldwise.engine.families.parzen import ParzenMeans
from foldwise.engine.families.qda import QuadraticDiscriminant
from foldwise.engine.families.radius_neighbours import RadiusNeighbours
from foldwise.engine.families.trees import Trees
from foldwise.engine.families.value_boosting import ValueBoosting
from foldwise.engine.families.votes import VotedBags, VotedBoosting
from foldwise.engine.family import Family
from foldwise.engine.pipelines.prepared_gaussian import PreparedDiscriminant, PreparedGaussian
from foldwise.engine.pipelines.prepared_neighbours import PreparedNeighbours
from foldwise.engine.pipelines.prepared_ridge import PreparedRidge
from foldwise.engine.pipelines.prepared_trees import PreparedTrees

__all__ = ["FAMILIES", "Family"]

FAMILIES: tuple[Family, ...] = (
    Dummy(),
    GaussianBayes(),
    DiscreteBayes(),
    MixedBayes(),
    Centroids(),
    LinearDiscriminant(),
    QuadraticDiscriminant(),
    LeastSquares(),
    PreparedRidge(),
    PreparedDiscriminant(),
    PreparedGaussian(),
    Logistic(),
    Neighbours(),
    PreparedNeighbours(),
    KernelRegression(),
    ParzenMeans(),
    RadiusNeighbours(),
    Trees(),
    Forests(),
    Bagging(),
    Boosting(),
    ValueBoosting(),
    VotedBags(),
    VotedBoosting(),
    BoostingM1(),
    QuinlanTrees(),
    GradientBoosting(),
    PreparedTrees(),
)

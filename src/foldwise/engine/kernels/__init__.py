"""Batched kernels, one model family per file."""

from foldwise.engine.kernels.discrete_nb import DiscreteBayes
from foldwise.engine.kernels.dummy import Dummy
from foldwise.engine.kernels.gaussian_nb import GaussianBayes
from foldwise.engine.kernels.kernel import Kernel
from foldwise.engine.kernels.kernel_fits import KernelFits
from foldwise.engine.kernels.lda import LinearDiscriminant
from foldwise.engine.kernels.least_squares import LeastSquares
from foldwise.engine.kernels.logistic import Logistic
from foldwise.engine.kernels.nearest_centroid import Centroids
from foldwise.engine.kernels.neighbours import Neighbours
from foldwise.engine.kernels.parzen_means import ParzenMeans
from foldwise.engine.kernels.prepared_gaussian import PreparedDiscriminant, PreparedGaussian
from foldwise.engine.kernels.prepared_neighbours import PreparedNeighbours
from foldwise.engine.kernels.prepared_ridge import PreparedRidge
from foldwise.engine.kernels.qda import QuadraticDiscriminant
from foldwise.engine.kernels.radius_neighbours import RadiusNeighbours

__all__ = ["KERNELS", "Kernel"]

KERNELS: tuple[Kernel, ...] = (
    Dummy(),
    GaussianBayes(),
    DiscreteBayes(),
    Centroids(),
    LinearDiscriminant(),
    QuadraticDiscriminant(),
    LeastSquares(),
    PreparedRidge(),
    PreparedGaussian(),
    PreparedDiscriminant(),
    Logistic(),
    Neighbours(),
    PreparedNeighbours(),
    KernelFits(),
    ParzenMeans(),
    RadiusNeighbours(),
)

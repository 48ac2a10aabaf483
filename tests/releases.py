"""What tests need in other words on other releases of scikit-learn."""

from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

from foldwise.installed import SKLEARN


def shrunk_qda(shrinkage):
    """A quadratic discriminant with shrunk covariance matrices."""
    if SKLEARN >= (1, 9):
        return QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=shrinkage)
    return QuadraticDiscriminantAnalysis(reg_param=shrinkage)

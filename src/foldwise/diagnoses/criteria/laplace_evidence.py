"""Evidence by approximation: Laplace's method, and BIC."""

from __future__ import annotations

from math import log, pi
from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["bic_evidence", "laplace_evidence"]


def laplace_evidence(log_joint: float, hessian: ArrayLike) -> float:
    """Ln p(D | θ̂) + ln p(θ̂) + (d/2) ln 2π - ½ ln|A|, A the Hessian of -ln posterior at its mode θ̂ (METHODS F.4).

    Exact where the posterior is normal. Needs a mode inside the range of the parameters.

    Parameters
    ----------
    log_joint
        Log-likelihood plus log prior density at the mode.
    hessian
        Second derivatives of their negative there (d, d), positive definite.

    References
    ----------
    tierney1986; mackay1992.

    Examples
    --------
    >>> round(laplace_evidence(-10.0, [[4.0]]), 4)
    -9.7742
    """
    A = np.atleast_2d(np.asarray(hessian, dtype=np.float64))
    sign, determinant = np.linalg.slogdet(A)
    if A.shape[0] != A.shape[1] or sign <= 0 or np.linalg.eigvalsh((A + A.T) / 2).min() <= 0:
        message = "the Hessian at a mode is square and positive definite"
        raise InputError(message, hint="the Hessian of the negative log posterior, at its minimum")
    return float(log_joint + len(A) / 2 * log(2 * pi) - determinant / 2)


def bic_evidence(bic: float) -> float:
    """Ln p(D | M) ≈ -BIC/2, the crudest approximation: it leaves out the prior and terms that do not grow with n.

    References
    ----------
    schwarz1978; kass1995.

    Examples
    --------
    >>> bic_evidence(120.0)
    -60.0
    """
    return -float(bic) / 2

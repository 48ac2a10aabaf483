"""Models of learning curves: every one is a·g(s) + c with a shape g that has up to two parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, final

import numpy as np

from foldwise.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats

    Shape: TypeAlias = Callable[[Floats, Floats], Floats]

__all__ = ["CURVE_MODELS", "CurveModel", "curve_model"]


@final
@dataclass(frozen=True, eq=False)
class CurveModel:
    """e(s) = a·g(s) + c with a ≥ 0 and c ≥ 0, so that it never rises and never falls below 0.

    Parameters
    ----------
    name
        Name in the literature.
    formula
        The curve as it is written there.
    shape
        g at sizes u (S,) relative to the largest, for parameters (K, q): values (K, S).
    axes
        Values of each parameter that are tried.
    offset
        Whether there is a c.
    """

    name: str
    formula: str
    shape: Shape
    axes: tuple[Floats, ...] = ()
    offset: bool = True

    @property
    def parameters(self) -> int:
        """Number of parameters."""
        return 1 + self.offset + len(self.axes)

    def grid(self, axes: tuple[Floats, ...] | None = None) -> Floats:
        """All combinations of the values of the parameters (K, q)."""
        chosen = self.axes if axes is None else axes
        if not chosen:
            return np.zeros((1, 0))
        return np.stack([one.ravel() for one in np.meshgrid(*chosen, indexing="ij")], axis=1)


def _power(u: Floats, t: Floats) -> Floats:
    return u ** -t[:, [0]]


def _shifted_power(u: Floats, t: Floats) -> Floats:
    return ((u + t[:, [1]]) / (1 + t[:, [1]])) ** -t[:, [0]]


def _exponential(u: Floats, t: Floats) -> Floats:
    return np.exp(-t[:, [0]] * u)


def _logarithm(u: Floats, t: Floats) -> Floats:
    return np.broadcast_to(-np.log(u), (len(t), u.size))


def _vapor(u: Floats, t: Floats) -> Floats:
    return np.exp(t[:, [1]] * (1 / u - 1)) * u ** -t[:, [0]]


def _mmf(u: Floats, t: Floats) -> Floats:
    return t[:, [1]] / (t[:, [1]] + u ** t[:, [0]])


def _weibull(u: Floats, t: Floats) -> Floats:
    return np.exp(-t[:, [1]] * u ** t[:, [0]])


def _flat(u: Floats, t: Floats) -> Floats:
    return np.zeros((len(t), u.size))


EXPONENTS, FEW_EXPONENTS = np.geomspace(0.02, 4, 60), np.geomspace(0.05, 4, 20)
RATES, FEW_RATES = np.geomspace(0.02, 60, 60), np.geomspace(0.02, 60, 20)
SHIFTS = np.geomspace(0.01, 3, 12)

CURVE_MODELS: tuple[CurveModel, ...] = (
    CurveModel("pow3", "a·s^-b + c", _power, (EXPONENTS,)),
    CurveModel("pow2", "a·s^-b", _power, (EXPONENTS,), offset=False),
    CurveModel("pow4", "a·(s + d)^-b + c", _shifted_power, (FEW_EXPONENTS, SHIFTS)),
    CurveModel("exp2", "a·exp(-b s)", _exponential, (RATES,), offset=False),
    CurveModel("exp3", "a·exp(-b s) + c", _exponential, (RATES,)),
    CurveModel("log2", "c - a·ln s", _logarithm),
    CurveModel("vap3", "exp(a + b/s + c ln s)", _vapor, (FEW_EXPONENTS, SHIFTS), offset=False),
    CurveModel("mmf4", "(a b + c s^d)/(b + s^d)", _mmf, (FEW_EXPONENTS, FEW_RATES)),
    CurveModel("wbl4", "c + b·exp(-a s^d)", _weibull, (FEW_EXPONENTS, FEW_RATES)),
    CurveModel("last1", "the error at the largest size", _flat),
)
"""Every model of a learning curve; the first is the inverse power law, the last is that nothing changes any more."""


def curve_model(name: str) -> CurveModel:
    """Find a model of learning curves by its name.

    Examples
    --------
    >>> curve_model("pow3").formula
    'a·s^-b + c'
    """
    known = {model.name: model for model in CURVE_MODELS}
    if name not in known:
        raise UnknownNameError.of("model of learning curves", str(name), known)
    return known[name]

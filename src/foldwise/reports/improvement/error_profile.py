"""What the error of a model is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

__all__ = ["ErrorProfile"]


@final
@dataclass(frozen=True)
class ErrorProfile:
    """Bias and variance of a model, from fits to bootstrap samples, and its error on the rows it was fitted to.

    Parameters
    ----------
    loss
        Mean loss of a fit to a bootstrap sample, on rows that are not in it.
    bias
        What the average fit gets wrong, noise included.
    variance
        What single fits lose beyond that.
    training
        Loss of the model on the rows it was fitted to.
    method
        Name of the decomposition.
    draws
        Number of bootstrap samples.

    Examples
    --------
    >>> ErrorProfile(0.2, 0.15, 0.05, 0.0, "domingos", 30).variance_share
    0.25
    """

    loss: float
    bias: float
    variance: float
    training: float
    method: str
    draws: int

    @property
    def variance_share(self) -> float:
        """Share of the loss that is variance."""
        return self.variance / self.loss if self.loss > 0 else 0.0

    def sentence(self, name: str) -> str:
        """Say what the loss is made of."""
        loss = {"domingos": "error", "squared": "squared error", "brier": "Brier score"}.get(self.method, self.method)
        return (
            f"{loss} of {name} fitted to {self.draws} bootstrap samples {self.loss:.3g}: bias and noise {self.bias:.3g}, "
            f"variance {self.variance:.3g}; on its training rows {self.training:.3g}"
        )

    def record(self) -> dict[str, Any]:
        """Plain values."""
        return {**vars(self), "variance_share": self.variance_share}

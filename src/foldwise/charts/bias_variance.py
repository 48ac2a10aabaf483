"""Loss taken apart into bias, variance and noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.figure import finished, interval_rows

if TYPE_CHECKING:
    from foldwise.diagnoses import Decomposition
    from foldwise.typing import Untyped

__all__ = ["bias_variance"]


def bias_variance(found: Decomposition, *, level: float = 0.95, seed: int = 0) -> Untyped:
    """Draw loss, bias, variance and noise with their intervals.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.diagnoses import Decomposition
    >>> parts = np.full((3, 8), [[0.3], [0.2], [0.1]])
    >>> found = Decomposition("squared", *parts, np.zeros(8), np.full(8, 10))
    >>> bias_variance(found).to_dict()["description"]
    'Loss 0.3 = bias 0.2 + variance 0.1 + noise 0 (squared).'
    """
    spans = found.intervals(level=level, seed=seed)
    kept = [span for span in spans if found.separate or span.part != "noise"]
    called = {} if found.separate else {"bias": "bias + noise"}
    records = [
        {"label": called.get(one.part, one.part), "value": one.value, "low": one.low, "high": one.high} for one in kept
    ]
    said = [f"{100 * level:g} % intervals over the rows", *found.notes]
    if not found.separate and not any("noise" in note for note in found.notes):
        said.append("noise is not known and is contained in the bias")
    sums = {span.part: f"{span.value:.3g}" for span in spans}
    description = f"Loss {sums['loss']} = bias {sums['bias']} + variance {sums['variance']} + noise {sums['noise']} ({found.method})."
    return finished(
        interval_rows(records, "part of the expected loss", zero=True), "Bias and variance", said, description
    )

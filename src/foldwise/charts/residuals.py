"""Residuals against predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.measures.curves import ResidualCurve
    from foldwise.typing import Untyped

__all__ = ["residuals"]


def residuals(curve: ResidualCurve) -> Untyped:
    """Draw the residuals of one model against its predictions, with their quantiles; of very many rows some.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("ridge", foldwise.sample("auto-mpg"), plan="kfold(5)", measures="rmse")
    >>> residuals(found.curve("residuals", "ridge")).to_dict()["description"]
    'Residuals against predictions of the model.'
    """
    return draw_curve(curve, "residuals against predictions")

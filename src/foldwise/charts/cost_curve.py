"""Normalised cost for every class share and cost ratio."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.typing import Untyped

__all__ = ["cost_curve"]


def cost_curve(curves: Curves) -> Untyped:
    """Draw the cost curve, of one model or ``{model: curve}``.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> cost_curve(found.curve("cost", "lda")).to_dict()["description"]
    'Normalised cost against probability-cost of the model.'
    """
    return draw_curve(curves, "normalised cost against probability-cost")

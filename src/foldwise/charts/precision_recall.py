"""Precision against recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.typing import Untyped

__all__ = ["precision_recall"]


def precision_recall(curves: Curves) -> Untyped:
    """Draw precision against recall, of one model or ``{model: curve}``.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> precision_recall(found.curve("precision-recall", "lda")).to_dict()["description"]
    'Precision against recall of the model.'
    """
    return draw_curve(curves, "precision against recall")

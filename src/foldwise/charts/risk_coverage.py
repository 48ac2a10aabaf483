"""Error of the surest rows against their share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.typing import Untyped

__all__ = ["risk_coverage"]


def risk_coverage(curves: Curves) -> Untyped:
    """Draw the error of the surest rows, of one model or ``{model: curve}``.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> risk_coverage(found.curve("risk-coverage", "lda")).to_dict()["description"]
    'Error of the surest rows against their share of the model.'
    """
    return draw_curve(curves, "error of the surest rows against their share")

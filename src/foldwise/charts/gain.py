"""Share of a class found, and the lift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.typing import Untyped

__all__ = ["gain"]


def gain(curves: Curves) -> Untyped:
    """Draw gain and lift, of one model or ``{model: curve}``.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> gain(found.curve("gain", "lda")).to_dict()["description"]
    'Share of the class found against share of the rows looked at, and the lift of the model.'
    """
    return draw_curve(curves, "share of the class found against share of the rows looked at, and the lift")

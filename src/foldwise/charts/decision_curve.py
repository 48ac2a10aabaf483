"""Net benefit for every threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.typing import Untyped

__all__ = ["decision_curve"]


def decision_curve(curves: Curves) -> Untyped:
    """Draw the net benefit at every threshold, of one model or ``{model: curve}``.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> decision_curve(found.curve("decision", "lda")).to_dict()["description"]
    'Net benefit against threshold probability of the model.'
    """
    return draw_curve(curves, "net benefit against threshold probability")

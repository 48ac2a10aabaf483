"""Miss rate against false positive rate on normal deviates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.typing import Untyped

__all__ = ["det"]


def det(curves: Curves) -> Untyped:
    """Draw the detection error trade-off, of one model or ``{model: curve}``.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> det(found.curve("det", "lda")).to_dict()["description"]
    'Miss rate against false positive rate of the model.'
    """
    return draw_curve(curves, "miss rate against false positive rate")

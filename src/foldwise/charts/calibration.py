"""Observed share against predicted probability, with bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.charts.curve import draw_curve

if TYPE_CHECKING:
    from foldwise.charts.curve import Curves
    from foldwise.typing import Untyped

__all__ = ["calibration"]


def calibration(curves: Curves) -> Untyped:
    """Draw the calibration curve with its bands, of one model or ``{model: curve}``.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("breast-cancer"), plan="kfold(5)", measures="auc")
    >>> calibration(found.curve("calibration", "lda")).to_dict()["description"]
    'Observed share against predicted probability of the model.'
    """
    return draw_curve(curves, "observed share against predicted probability")

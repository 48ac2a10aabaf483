"""Why a variant is tried or left out, from the bias and variance of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.improvement.improvement_method import Reason
from foldwise.improvement.parts_of_models import is_ensemble
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase

__all__ = ["of_bias", "of_blend", "of_trees", "of_variance"]

MUCH_VARIANCE = 0.05
"""Share of the error that variance must make up for averaging to be worth a try."""
MUCH_BIAS = 1 / 3
"""Share of the error that bias and noise must make up for boosting to be worth a try."""


def of_variance(case: ImprovementCase) -> Reason:
    """Averaging is tried where it can take something off the error."""
    if is_ensemble(case.model):
        return Reason(tried=False, text="the model averages over members already")
    if case.profile is None:
        return Reason(tried=True, text="how much of the error is variance is not known here")
    share = case.profile.variance_share
    text = f"{_share(share)} of the error of the model is variance"
    if share >= MUCH_VARIANCE:
        return Reason(tried=True, text=f"{text}, which averaging lowers")
    return Reason(tried=False, text=f"only {text}, so averaging has little to lower")


def of_bias(case: ImprovementCase) -> Reason:
    """Boosting is tried where the model itself is wrong on average."""
    if is_ensemble(case.model):
        return Reason(tried=False, text="the model combines members already")
    if case.profile is None:
        return Reason(tried=True, text="how much of the error is bias is not known here")
    share = 1 - case.profile.variance_share
    text = f"{_share(share)} of the error of the model is bias and noise"
    if share >= MUCH_BIAS:
        return Reason(tried=True, text=f"{text}; boosting lowers bias, and overfits noise")
    return Reason(tried=False, text=f"only {text}, and boosting lowers bias")


def of_trees(case: ImprovementCase, *, tree: bool, found: Reason) -> Reason:
    """Ensembles of trees are variants of a tree; of another model they are another model."""
    if not tree:
        text = f"made of trees, which {case.name} is not; try it by name"
        return Reason(tried=False, text="the model averages over members already" if is_ensemble(case.model) else text)
    return found


def of_blend(case: ImprovementCase) -> Reason:
    """Blends are tried where there is another model to blend with."""
    others = [name for name in case.library if name != case.name]
    if not others:
        return Reason(tried=False, text="there is no other model to blend with")
    return Reason(tried=True, text=f"other models may be right where this one is wrong: {', '.join(others)}")


def _share(share: float) -> str:
    return percent(min(max(share, 0.0), 1.0))

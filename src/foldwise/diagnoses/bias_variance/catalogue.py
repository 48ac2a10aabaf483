"""Every decomposition by name, and the losses that have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.diagnoses.bias_variance.breiman import Breiman
from foldwise.diagnoses.bias_variance.brier import BrierDecomposition
from foldwise.diagnoses.bias_variance.domingos import Domingos
from foldwise.diagnoses.bias_variance.james import James
from foldwise.diagnoses.bias_variance.kohavi_wolpert import KohaviWolpert
from foldwise.diagnoses.bias_variance.kong_dietterich import KongDietterich
from foldwise.diagnoses.bias_variance.log_loss import LogLossDecomposition
from foldwise.diagnoses.bias_variance.squared import SquaredParts
from foldwise.diagnoses.bias_variance.webb import Webb
from foldwise.errors import UnknownNameError, ValidityError
from foldwise.phrases import method_name

if TYPE_CHECKING:
    from foldwise.diagnoses.bias_variance.decomposition import Decomposition, DecompositionMethod
    from foldwise.diagnoses.bias_variance.runs import Runs

__all__ = ["DECOMPOSITIONS", "NOT_DECOMPOSED", "decompose", "decomposition_method"]

DECOMPOSITIONS: tuple[DecompositionMethod, ...] = (
    SquaredParts(),
    KohaviWolpert(),
    Domingos(),
    KongDietterich(),
    Breiman(),
    James(),
    Webb(),
    BrierDecomposition(),
    LogLossDecomposition(),
)
"""Every decomposition; the first for its kind of predictions is the default."""

NO_BREGMAN = (
    "only Bregman losses, such as squared, Brier and log loss, split into bias and variance for every distribution"
)
NOT_DECOMPOSED: dict[str, str] = {
    "absolute": f"the expected absolute error is no sum of a bias and a variance; {NO_BREGMAN}",
    "mae": f"the expected absolute error is no sum of a bias and a variance; {NO_BREGMAN}",
    "huber": f"Huber's loss is squared near 0 and absolute far out; {NO_BREGMAN}",
    "quantile": f"the quantile loss is piecewise linear; {NO_BREGMAN}",
    "pinball": f"the quantile loss is piecewise linear; {NO_BREGMAN}",
    "hinge": f"the hinge loss is piecewise linear; {NO_BREGMAN}",
    "auc": "the area under the ROC curve compares rows with each other, and no row has a loss of its own",
    "f1": "F1 is a ratio of counts over all rows, and no row has a loss of its own",
}
"""Losses without a decomposition, and why."""


def decomposition_method(name: str | DecompositionMethod) -> DecompositionMethod:
    """Find a decomposition by its name.

    Examples
    --------
    >>> decomposition_method("kohavi-wolpert").loss
    '0-1'
    """
    if not isinstance(name, str):
        return name
    known = {decomposition.name: decomposition for decomposition in DECOMPOSITIONS} | {"mse": DECOMPOSITIONS[0]}
    wanted = method_name(name)
    if wanted in NOT_DECOMPOSED:
        message = f"'{wanted}' has no decomposition: {NOT_DECOMPOSED[wanted]}"
        raise ValidityError(
            message, hint="'squared' for values, 'kohavi-wolpert' for labels, 'brier' for probabilities"
        )
    if wanted not in known:
        raise UnknownNameError.of("decomposition", name, [decomposition.name for decomposition in DECOMPOSITIONS])
    return known[wanted]


def decompose(runs: Runs, how: str | DecompositionMethod = "auto", *, corrected: bool = True) -> Decomposition:
    """Take the expected loss of a learner apart into bias, variance and noise.

    Parameters
    ----------
    runs
        Predictions of models trained on different rows, rows x models.
    how
        Name of the decomposition. ``auto`` is ``squared`` for values, ``kohavi-wolpert`` for labels and ``brier`` for
        probabilities.
    corrected
        Correct for the number of models being finite, where the method can.

    Examples
    --------
    >>> from foldwise.diagnoses import Runs
    >>> runs = Runs.of_labels([1, 1, 0], [[1, 1, 1, 0, 1], [0, 0, 1, 0, 0], [1, 0, 1, 0, 1]])
    >>> found = decompose(runs, "kohavi-wolpert", corrected=False)
    >>> [round(one, 4) for one in (found.bias, found.variance, found.noise, found.loss)]
    [0.3467, 0.1867, 0.0, 0.5333]
    """
    if how == "auto":
        how = next(decomposition for decomposition in DECOMPOSITIONS if decomposition.kind is runs.kind)
    return decomposition_method(how).decompose(runs, corrected=corrected)

"""How differently models predict: measures of pairs and of whole ensembles, and whether a blend has anything to gain."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from foldwise.arrays import Array, Codes, Floats

__all__ = ["Ambiguity", "Diversity", "PairDiversity", "Redundancy", "ambiguity", "diversity", "redundancy"]

REDUNDANT_CORRELATION = 0.98
"""Correlation of errors of values above which models are called redundant."""
LEAST_DISAGREEMENT = 0.02
"""Share of rows on which models must disagree before a vote can gain much."""


@final
@dataclass(frozen=True)
class PairDiversity:
    """Two classifiers on the same rows.

    Parameters
    ----------
    a, b
        Their names.
    q
        Yule's Q of being right: 1 where they are right together, -1 where one is right when the other is wrong.
    correlation
        Correlation of being right.
    disagreement
        Share of rows that one has right and the other wrong.
    double_fault
        Share of rows that both have wrong.
    kappa
        Cohen's kappa of the predicted classes.
    """

    a: str
    b: str
    q: float
    correlation: float
    disagreement: float
    double_fault: float
    kappa: float


@final
@dataclass(frozen=True, eq=False)
class Diversity:
    """Diversity of an ensemble of classifiers.

    Parameters
    ----------
    pairs
        Every pair.
    entropy
        Mean of min(right, wrong) members over rows, by its maximum: 0 where all are right or wrong together, 1 where rows
        split them in halves.
    kohavi_wolpert
        Mean over rows of right · wrong / T².

    Examples
    --------
    >>> found = diversity({"a": [0, 0, 1, 1], "b": [0, 1, 1, 0]}, [0, 0, 1, 1])
    >>> found.pairs[0].disagreement, found.pairs[0].double_fault
    (0.5, 0.0)
    """

    pairs: tuple[PairDiversity, ...]
    entropy: float
    kohavi_wolpert: float

    def to_frame(self) -> pd.DataFrame:
        """One row for each pair: ``a, b, q, correlation, disagreement, double_fault, kappa``."""
        import pandas as pd

        return pd.DataFrame([vars(pair) for pair in self.pairs])


@final
@dataclass(frozen=True)
class Ambiguity:
    """Krogh and Vedelsby's decomposition for squared error: ensemble error = mean error - ambiguity.

    Parameters
    ----------
    error
        Squared error of the weighted mean.
    mean_error
        Weighted mean of the squared errors of the members.
    ambiguity
        Weighted mean of the squared distances of the members from the weighted mean.
    """

    error: float
    mean_error: float
    ambiguity: float


@final
@dataclass(frozen=True)
class Redundancy:
    """Whether a blend of some models has anything to gain.

    Parameters
    ----------
    redundant
        Whether they are near-redundant.
    share
        Mean share of rows on which two of them disagree, or mean correlation of their errors for values.
    text
        What to tell the user, in a sentence.

    Examples
    --------
    >>> redundancy({"a": [0, 1] * 200, "b": [0, 1] * 200}, [0, 0] * 200).redundant
    True
    """

    redundant: bool
    share: float
    text: str


def diversity(predictions: dict[str, Sequence[object]], truth: Sequence[object]) -> Diversity:
    """Measure how differently classifiers predict the same rows.

    Parameters
    ----------
    predictions
        Predicted labels (N,) of each model by name; None is unclassified, and wrong.
    truth
        True labels (N,).

    References
    ----------
    kuncheva2003.
    """
    named, labels = _checked(predictions, truth)
    right = {name: np.asarray(said == labels) for name, said in named.items()}
    pairs = tuple(_pair(a, b, (right[a], right[b]), (named[a], named[b])) for a, b in combinations(named, 2))
    hits, members = np.sum(list(right.values()), axis=0), len(right)
    fewer = np.minimum(hits, members - hits)
    return Diversity(
        pairs,
        float(fewer.mean() / (members - (members + 1) // 2)),
        float((hits * (members - hits)).mean() / members**2),
    )


def _checked(predictions: dict[str, Sequence[object]], truth: Sequence[object]) -> tuple[dict[str, Array], Array]:
    labels = np.asarray(truth)
    named = {name: np.asarray(said) for name, said in predictions.items()}
    if len(named) < 2:
        message = f"diversity is about two models and more, and {len(named)} was given"
        raise InputError(message, hint="{'a': labels of a, 'b': labels of b}")
    for name, said in named.items():
        if said.shape != labels.shape:
            message = f"'{name}' has predictions of shape {said.shape} for a truth of shape {labels.shape}"
            raise InputError(message, hint="one prediction for each row")
    return named, labels


def _pair(a: str, b: str, right: tuple[Array, Array], said: tuple[Array, Array]) -> PairDiversity:
    first, second = right
    n = first.size
    both, only_a = int((first & second).sum()), int((first & ~second).sum())
    only_b, neither = int((~first & second).sum()), int((~first & ~second).sum())
    cross, against = both * neither, only_a * only_b
    q = (cross - against) / (cross + against) if cross + against else float("nan")
    spread = sqrt((both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither))
    correlation = (cross - against) / spread if spread else float("nan")
    return PairDiversity(a, b, q, correlation, (only_a + only_b) / n, neither / n, _kappa(*said))


def _kappa(a: Array, b: Array) -> float:
    """Cohen's kappa of two lists of labels; 1 where both say one class throughout."""
    names = {label: place for place, label in enumerate(dict.fromkeys([*a.tolist(), *b.tolist()]))}
    codes: list[Codes] = [np.array([names[label] for label in one.tolist()]) for one in (a, b)]
    shares = [np.bincount(code, minlength=len(names)) / code.size for code in codes]
    chance = float(shares[0] @ shares[1])
    agreed = float(np.mean(codes[0] == codes[1]))
    return 1.0 if chance >= 1 else (agreed - chance) / (1 - chance)


def ambiguity(predictions: Floats, truth: Floats, weights: Floats | None = None) -> Ambiguity:
    """Decompose the squared error of a weighted mean of regressors.

    Parameters
    ----------
    predictions
        Prediction of each row by each member (B, N).
    truth
        True values (N,).
    weights
        Weight of each member; equal ones by default.

    References
    ----------
    krogh1995.

    Examples
    --------
    >>> ambiguity(np.array([[1.0], [3.0]]), np.array([2.0]))
    Ambiguity(error=0.0, mean_error=1.0, ambiguity=1.0)
    """
    said, goal = np.asarray(predictions, dtype=np.float64), np.asarray(truth, dtype=np.float64)
    shares = np.full(len(said), 1 / len(said)) if weights is None else np.asarray(weights) / np.sum(weights)
    blend = shares @ said
    own = shares @ ((said - goal) ** 2).mean(axis=1)
    spread = shares @ ((said - blend) ** 2).mean(axis=1)
    return Ambiguity(float(((blend - goal) ** 2).mean()), float(own), float(spread))


def redundancy(predictions: dict[str, Sequence[object]], truth: Sequence[object]) -> Redundancy:
    """Say whether models are near-redundant, before a gain of blending them is promised.

    Classifiers are, if the upper end of the 95 % interval of the share of rows that one has right and the other wrong is
    below 2 % for the mean pair: a vote can at best repair these rows. Regressors are, if their errors have a mean
    correlation above 0.98: a mean of them has at least 98 % of their error variance.

    Parameters
    ----------
    predictions
        Labels or values (N,) of each model by name, of rows that no model was fitted to.
    truth
        True labels or values (N,).
    """
    named, goal = _checked(predictions, truth)
    if goal.dtype.kind == "f":
        return _redundant_values({name: said.astype(np.float64) for name, said in named.items()}, goal)
    found = diversity(predictions, truth)
    share = float(np.mean([pair.disagreement for pair in found.pairs]))
    reach = sqrt(share * (1 - share) / goal.size) * 1.96 + 1.92 / goal.size
    text = f"on {100 * share:.1f} % of {goal.size} rows one of two models is right and the other wrong"
    if share + reach < LEAST_DISAGREEMENT:
        return Redundancy(
            redundant=True, share=share, text=f"near-redundant: {text}, so a vote can gain next to nothing"
        )
    return Redundancy(redundant=False, share=share, text=text)


def _redundant_values(named: dict[str, Array], goal: Array) -> Redundancy:
    errors = np.array([said - goal for said in named.values()])
    spread = errors.std(axis=1)
    if np.any(spread == 0):
        correlation = 1.0
    else:
        table = np.corrcoef(errors)
        correlation = float(table[np.triu_indices(len(table), 1)].mean())
    floor = correlation + (1 - correlation) / len(errors)
    text = f"the errors have a mean correlation of {correlation:.3f}, so a mean of {len(errors)} keeps {100 * floor:.0f} % of their variance"
    redundant = correlation > REDUNDANT_CORRELATION
    return Redundancy(redundant, correlation, f"near-redundant: {text}" if redundant else text)

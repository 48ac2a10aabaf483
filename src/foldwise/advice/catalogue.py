"""All rules, in the order in which their advice is listed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from foldwise.advice.accuracy_alone import AccuracyAlone
from foldwise.advice.alike_errors import AlikeErrors
from foldwise.advice.alike_neighbours import AlikeNeighbours
from foldwise.advice.chosen_columns import ChosenColumns
from foldwise.advice.computed_target import ComputedTarget
from foldwise.advice.constant_columns import ConstantColumns
from foldwise.advice.copied_rows import CopiedRows
from foldwise.advice.copied_target import CopiedTarget
from foldwise.advice.dominant_row import DominantRow
from foldwise.advice.doubtful_labels import DoubtfulLabels
from foldwise.advice.encoded_target import EncodedTarget
from foldwise.advice.first_look import silent_rules
from foldwise.advice.fitted_columns import FittedColumns
from foldwise.advice.grid_edge import GridEdge
from foldwise.advice.group_names import GroupNames
from foldwise.advice.hidden_groups import HiddenGroups
from foldwise.advice.id_columns import IdColumns
from foldwise.advice.many_measures import ManyMeasures
from foldwise.advice.near_copies import NearCopies
from foldwise.advice.no_better import NoBetter
from foldwise.advice.pooled_scores import PooledScores
from foldwise.advice.rare_class import RareClass
from foldwise.advice.row_numbers import RowNumbers
from foldwise.advice.shared_rows import SharedRows
from foldwise.advice.shifted_rows import ShiftedRows
from foldwise.advice.training_predictions import TrainingPredictions
from foldwise.advice.undefined_measure import UndefinedMeasure
from foldwise.advice.unseen_tails import UnseenTails
from foldwise.advice.winners_curse import WinnersCurse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.advice.rule import Rule

__all__ = ["RULES", "look_at", "passed"]

RULES: tuple[Rule, ...] = (
    CopiedRows(),
    NearCopies(),
    CopiedTarget(),
    RowNumbers(),
    AlikeNeighbours(),
    ChosenColumns(),
    ConstantColumns(),
    IdColumns(),
    RareClass(),
    FittedColumns(),
    EncodedTarget(),
    ShiftedRows(),
    HiddenGroups(),
    ComputedTarget(),
    GroupNames(),
    SharedRows(),
    TrainingPredictions(),
    PooledScores(),
    AccuracyAlone(),
    DominantRow(),
    DoubtfulLabels(),
    NoBetter(),
    UndefinedMeasure(),
    AlikeErrors(),
    ManyMeasures(),
    UnseenTails(),
    GridEdge(),
    WinnersCurse(),
)
"""Every check."""
COPIES, NOT_BESIDE_COPIES = (CopiedRows.code, NearCopies.code), (NearCopies.code, HiddenGroups.code)
"""Checks for copies, and checks that are not made where copies were found."""


def look_at(case: Case) -> tuple[Advice, ...]:
    """Make every check of the verb; near copies are not reported beside exact ones, nor hidden groups beside either.

    Examples
    --------
    >>> from foldwise.advice.case import Case
    >>> from foldwise.data import sample
    >>> look_at(Case("assess", sample("iris")))
    ()
    """
    advice: list[Advice] = []
    silent: frozenset[str] = frozenset() if case.dataset is None else silent_rules(case)
    with np.errstate(over="ignore", invalid="ignore"):  # squares of values near the largest number tell a rule nothing
        for rule in _asked(case.verb)[case.dataset is None]:
            if rule.code in silent or (
                rule.code in NOT_BESIDE_COPIES and any(earlier.code in COPIES for earlier in advice)
            ):
                continue
            one = rule.look(case)
            if one is not None:
                advice.append(one)
    return tuple(advice)


@cache
def _asked(verb: str) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Rules of a verb, and those of them that need no features."""
    rules = tuple(rule for rule in RULES if verb in rule.verbs)
    return rules, tuple(rule for rule in rules if not rule.of_rows)


def passed(verb: str, found: Iterable[Advice]) -> tuple[str, ...]:
    """Titles of the checks of a verb that found nothing.

    Rows the model is to be used on are not always given, so that the check of these is left out.

    Examples
    --------
    >>> len(passed("assess", ())), passed("assess", ())[0]
    (10, 'copied rows')
    """
    spoke = {one.code for one in found} | {ShiftedRows.code}
    return tuple(rule.title for rule in RULES if verb in rule.verbs and rule.code not in spoke)

"""What learners of rules share: a report of coverage and errors, accuracy with unclassified rows, the union of rule sets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.learners.c45.rules import Condition, RuleSet, TreeRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.arrays import Array
    from foldwise.learners.rows import TrainingRows
    from foldwise.typing import Given

__all__ = ["RuleReport", "count_rules", "merge_rules", "rule_report", "rule_score"]

CONFIDENCE = 0.25
"""Confidence factor of the errors that are expected of a rule; Quinlan's."""


@final
@dataclass(frozen=True)
class RuleReport:
    """How rules do on some rows.

    Parameters
    ----------
    rows
        Number of rows.
    covered
        Share of rows that some rule covers.
    error
        Share of rows that are misclassified or left unclassified.
    covered_error
        Share of the covered rows that are misclassified; NaN where none is covered.

    Examples
    --------
    >>> rule_report(np.array(["a", None, "b", "b"], dtype=object), np.array(["a", "a", "b", "a"]))
    RuleReport(rows=4, covered=0.75, error=0.5, covered_error=0.3333333333333333)
    """

    rows: int
    covered: float
    error: float
    covered_error: float


def rule_report(predicted: Array, truth: Given) -> RuleReport:
    """Count rows without a rule, and errors.

    Parameters
    ----------
    predicted
        Predicted labels (N,); None is unclassified.
    truth
        True labels (N,).
    """
    known = np.array([label is not None for label in predicted.tolist()], dtype=bool)
    wrong = np.asarray(predicted != np.asarray(truth).ravel(), dtype=bool)
    within = float(wrong[known].mean()) if known.any() else float("nan")
    return RuleReport(known.size, float(known.mean()), float(np.mean(wrong | ~known)), within)


def rule_score(predicted: Array, truth: Given, sample_weight: Given = None) -> float:
    """Share of rows classified correctly, an unclassified row being an error."""
    right = np.asarray(predicted == np.asarray(truth).ravel(), dtype=np.float64)
    return float(np.average(right, weights=sample_weight))


def count_rules(rules: Sequence[TreeRule], rows: TrainingRows, *, default: bool) -> RuleSet:
    """Count what rules cover, leave out those that cover nothing or are wrong more often than not, and order the rest.

    The rule of which fewest errors are expected comes first.
    """
    counted = []
    for rule in rules:
        covered = rule.covers(rows.matrix)
        cases = float(rows.weights[covered].sum())
        errors = float(rows.weights[covered & (rows.codes != rule.label)].sum())
        if cases > 0 and errors < cases / 2:
            counted.append(replace(rule, cases=cases, errors=errors))
    ordered = sorted(counted, key=lambda rule: (round(rule.error_rate(CONFIDENCE), 12), len(rule.conditions)))
    commonest = int(np.argmax(rows.class_weights)) if default else -1
    return RuleSet(tuple(ordered), commonest, rows.classes, rows.encoding)


def merge_rules(sets: Sequence[RuleSet], whole: Given, *, default: bool) -> RuleSet:
    """Union of rule sets: each rule once, counted on the training rows of a learner that saw all of them.

    Parameters
    ----------
    sets
        Rule sets, of tables with the same columns.
    whole
        A learner of rules that was fitted to all rows.
    default
        Whether rows that no rule covers get the most frequent class.
    """
    rows: TrainingRows = whole.training_
    unique = {(frozenset(rule.conditions), rule.label): rule for one in sets for rule in _translated(one, rows)}
    return count_rules(list(unique.values()), rows, default=default)


def _translated(rules: RuleSet, rows: TrainingRows) -> Iterator[TreeRule]:
    """Rules with the levels and classes of another table."""
    for rule in rules.rules:
        conditions = tuple(_translated_condition(condition, rules, rows) for condition in rule.conditions)
        yield TreeRule(conditions, int(np.searchsorted(rows.classes, rules.classes[rule.label])))


def _translated_condition(condition: Condition, rules: RuleSet, rows: TrainingRows) -> Condition:
    old, new = rules.encoding.levels[condition.column], rows.encoding.levels[condition.column]
    if not condition.levels or old is None or new is None:
        return condition
    return replace(condition, levels=frozenset(new.index(old[place]) for place in condition.levels))

"""The method card: what was done in plain words, what it assumes, and its references."""

from __future__ import annotations

import inspect
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from foldwise.errors import FoldwiseError
from foldwise.phrases import listed
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from foldwise.measures import Measure

__all__ = ["as_tests", "explained_methods", "method_paragraph", "plan_in_words", "versions_shown"]

PACKAGES = ("foldwise", "numpy", "scipy", "scikit-learn", "pandas")
SECTION = re.compile(r"(?m)^(\w+)\n-{3,}\n")
MEMOS = (re.compile(r" \([^()]*\bMETHODS [^)]*\)"), re.compile(r";?[^;.]*\bMETHODS [A-Z0-9]+(\.\d+)*"))
"""Pointers to chapters of docs/methods: those in brackets, then clauses that are nothing else."""
KEY = re.compile(r"\b([a-z]+)(\d{4})\b")


def explained_methods(names: Iterable[str], find: Callable[[str], object]) -> tuple[tuple[str, str, str], ...]:
    """Name, explanation and references of each method, from its own documentation; unknown names are left out.

    Examples
    --------
    >>> from foldwise.intervals import interval_method
    >>> [(name, reference) for name, _, reference in explained_methods(["wilson"], interval_method)]
    [('wilson', 'Wilson (1927)...')]
    """
    found = []
    for name in dict.fromkeys(names):
        try:
            kind = type(find(name))
        except FoldwiseError:
            continue
        text = inspect.getdoc(kind) or ""
        for memo in MEMOS:
            text = memo.sub("", text)
        first, *rest = SECTION.split(text)
        sections = dict(zip(rest[::2], rest[1::2], strict=True))
        sentence = " ".join(f"{first} {sections.get('Notes', '')}".split())
        reference = KEY.sub(
            lambda key: f"{key[1].capitalize()} ({key[2]})", " ".join(sections.get("References", "").split())
        )
        found.append((name, sentence, reference))
    return tuple(found)


def as_tests(cards: Iterable[tuple[str, str, str]]) -> tuple[tuple[str, str, str], ...]:
    """Cards of tests, called so: an interval method may have the same name."""
    return tuple((f"the test {name}", said, reference) for name, said, reference in cards)


def method_paragraph(
    subject: str,
    models: Sequence[str],
    measures: Sequence[Measure],
    *,
    how: str,
    intervals: str,
    level: float,
    tests: str = "",
) -> str:
    """Say how it was done in the words of a methods section."""
    named = listed([measure.title for measure in measures])
    tested = f" Pairs of models were compared ({tests})." if tests else ""
    used = intervals.removesuffix(f", {level_text(level)}")
    bounds = (
        "No interval is valid."
        if used == "no interval"
        else f"Intervals have a level of {level_text(level)} (method: {used})."
    )
    return (
        f"We estimated the {named} of {listed(list(models)) if models else 'the system'} on {subject} by {plan_in_words(how)}. "
        f"{bounds}{tested} "
        f"Computed with foldwise {dict(versions_shown()).get('foldwise', '')}."
    )


KFOLD = re.compile(r"kfold\((\d+)(?:, repeats=(\d+))?\)")
BOOTSTRAP = re.compile(r"\bbootstrap\((\d+)\)")


def plan_in_words(text: str) -> str:
    """Plans as papers call them, within a text.

    Examples
    --------
    >>> plan_in_words("kfold(10, repeats=3), stratified, seed 0 (90 fits)")
    '10-fold cross-validation repeated 3 times, stratified, seed 0 (90 fits)'
    >>> plan_in_words("group-kfold(5)"), plan_in_words("loo")
    ('5-fold cross-validation by groups', 'leave-one-out cross-validation')
    """
    groups = re.sub(r"\bgroup-kfold\((\d+)\)", r"\1-fold cross-validation by groups", text)
    folds = KFOLD.sub(
        lambda one: f"{one[1]}-fold cross-validation{f' repeated {one[2]} times' if one[2] else ''}", groups
    )
    drawn = BOOTSTRAP.sub(r"\1 bootstrap samples tested on the rows left out", folds)
    return re.sub(r"\bloo\b", "leave-one-out cross-validation", drawn)


def versions_shown() -> tuple[tuple[str, str], ...]:
    """Python and the packages that figures come from, with their versions."""
    found = [("Python", platform.python_version())]
    for package in PACKAGES:
        try:
            found.append((package, version(package)))
        except PackageNotFoundError:
            continue
    return tuple(found)

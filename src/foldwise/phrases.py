"""How counts and names are written in the sentences of notes, errors and reports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

__all__ = [
    "beginning",
    "count_of",
    "listed",
    "method_name",
    "not_for_measure",
    "ordinal",
    "percent",
    "reasons_of",
    "shown_p_value",
    "there_are",
    "told_p_value",
    "unused_name",
]

NOT_ONE = "is not one"
"""How the sentence ends that refuses a measure."""
EFRON = re.compile(r"(?:0?\.)?632(?P<plus>-?\+|-?plus)?")
"""The .632 and .632+ estimates as they are printed in papers."""
ABBREVIATIONS = frozenset(
    ("auc", "aurc", "ece", "eer", "ks", "mae", "mape", "mcc", "mse", "msle", "r2", "rae", "rmse", "rrse", "rse")
)
"""Names of measures that are written in capitals where a title begins with them."""


def count_of(number: int, noun: str, plural: str = "") -> str:
    """Write a count; the plural where it is not the noun with an s.

    Examples
    --------
    >>> count_of(1, "fit"), count_of(1200, "fit"), count_of(2, "class", "classes")
    ('1 fit', '1,200 fits', '2 classes')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def there_are(number: int, noun: str = "") -> str:
    """Say how many there are.

    Examples
    --------
    >>> there_are(1), there_are(3), there_are(1, "row")
    ('there is 1', 'there are 3', 'there is 1 row')
    """
    return f"there {'is' if number == 1 else 'are'} {count_of(number, noun) if noun else f'{number:,}'}"


def listed(names: Sequence[str]) -> str:
    """Write names in a row.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def not_for_measure(what: str, measure: str) -> str:
    """Say that a method is made for other measures.

    Examples
    --------
    >>> not_for_measure("error rates", "auc")
    'it is valid for error rates, and auc is not one'
    """
    return f"it is valid for {what}, and {measure} {NOT_ONE}"


def reasons_of(refusals: Iterable[tuple[str, str]]) -> str:
    """Bring together reasons and the names that have them: a reason that several have is given once, and without their names where all have it.

    That a method is made for other measures is left out where there is another reason.

    Examples
    --------
    >>> reasons_of([("a", "few rows"), ("b", "few rows")])
    'few rows'
    >>> reasons_of([("a", "few rows"), ("b", "one class"), ("c", "few rows"), ("d", not_for_measure("means", "auc"))])
    'a and c: few rows; b: one class'
    """
    every = list(refusals)
    methods_by_reason: dict[str, list[str]] = {}
    for name, reason in [one for one in every if not one[1].endswith(NOT_ONE)] or every:
        methods_by_reason.setdefault(reason, []).append(name)
    if len(methods_by_reason) == 1 and len(next(iter(methods_by_reason.values()))) > 1:
        return next(iter(methods_by_reason))
    return "; ".join(f"{listed(names)}: {reason}" for reason, names in methods_by_reason.items())


def method_name(text: str) -> str:
    """Write the name of a method the way the catalogues do, as people and papers write it.

    Examples
    --------
    >>> method_name("Corrected_T"), method_name(".632+"), method_name("0.632")
    ('corrected-t', '632plus', '632')
    """
    tidy = "-".join(text.strip().lower().replace("_", " ").split())
    match = EFRON.fullmatch(tidy)
    return tidy if match is None else f"632{'plus' if match['plus'] else ''}"


def unused_name(name: str, taken: Collection[str]) -> str:
    """Give a second of the same name a number.

    Examples
    --------
    >>> unused_name("knn", ["lda"]), unused_name("knn", ["knn", "knn-2"])
    ('knn', 'knn-3')
    """
    at, free = 2, name
    while free in taken:
        at, free = at + 1, f"{name}-{at}"
    return free


def ordinal(number: int) -> str:
    """Write the place of something in a row.

    Examples
    --------
    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 21, 112, 1001)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th', '1,001st']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def percent(share: float, decimals: int = 0) -> str:
    """Write a share in per cent, with the space that stands everywhere else too.

    Examples
    --------
    >>> percent(0.874), percent(0.1234, 1), percent(1)
    ('87 %', '12.3 %', '100 %')
    """
    return f"{100 * share:,.{decimals}f} %"


def beginning(text: str) -> str:
    """A text as it begins a sentence: measures that are abbreviations in capitals, all other letters as they are.

    Examples
    --------
    >>> beginning("area under the ROC curve"), beginning("rmse")
    ('Area under the ROC curve', 'RMSE')
    """
    first = re.split(r"[^a-z0-9]", text, maxsplit=1)[0]
    return f"{text[: len(first)].upper() if first in ABBREVIATIONS else text[:1].upper()}{text[max(len(first), 1) if first in ABBREVIATIONS else 1 :]}"


def told_p_value(value: float) -> str:
    """Write a p-value in a sentence: two digits, or below which limit it is.

    Examples
    --------
    >>> told_p_value(0.0312), told_p_value(1e-74)
    ('p = 0.031', 'p < 0.0001')
    """
    return "p < 0.0001" if value < 1e-4 else f"p = {value:.2g}"


def shown_p_value(value: float) -> str:
    """Write a p-value for a table; small ones, those that stand for smaller ones among them, as below a limit.

    Examples
    --------
    >>> shown_p_value(0.0312), shown_p_value(1e-7), shown_p_value(0.0), shown_p_value(float("nan"))
    ('0.0312', '<0.0001', '<0.0001', '-')
    """
    return "-" if value != value else "<0.0001" if value < 1e-4 else f"{value:.4f}"

"""The method card: what was done in plain words, on what it rests, who described it, and how to do it again."""

from __future__ import annotations

import inspect
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from shlex import quote
from typing import TYPE_CHECKING

from foldwise.errors import FoldwiseError
from foldwise.phrases import listed
from foldwise.reports.shared.rows_typed import rows_in_python, rows_typed
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.measures import Measure

__all__ = ["as_tests", "explained", "method_paragraph", "reproduced", "versions"]

PACKAGES = ("foldwise", "numpy", "scipy", "scikit-learn", "pandas")
SECTION = re.compile(r"(?m)^(\w+)\n-{3,}\n")
MEMO = re.compile(r" \(METHODS [^)]*\)|;?[^;.]*\bMETHODS [A-Z0-9]+(\.\d+)*")
ONE_MODEL = ("diagnose", "improve")
"""Verbs that take one model."""
TYPED = {"measures": "measure", "variants": "variant"}
"""Options that are not called as their arguments are."""
KEY = re.compile(r"\b([a-z]+)(\d{4})\b")


def explained(names: Iterable[str], find: Callable[[str], object]) -> tuple[tuple[str, str, str], ...]:
    """Name, explanation and references of each method, from its own documentation; unknown names are left out.

    Examples
    --------
    >>> from foldwise.intervals import interval_method
    >>> [(name, reference) for name, _, reference in explained(["wilson"], interval_method)]
    [('wilson', 'Wilson (1927)...')]
    """
    found = []
    for name in dict.fromkeys(names):
        try:
            kind = type(find(name))
        except FoldwiseError:
            continue
        first, *rest = SECTION.split(MEMO.sub("", inspect.getdoc(kind) or ""))
        sections = dict(zip(rest[::2], rest[1::2], strict=True))
        said = " ".join(f"{first} {sections.get('Notes', '')}".split())
        reference = KEY.sub(
            lambda key: f"{key[1].capitalize()} ({key[2]})", " ".join(sections.get("References", "").split())
        )
        found.append((name, said, reference))
    return tuple(found)


def as_tests(cards: Iterable[tuple[str, str, str]]) -> tuple[tuple[str, str, str], ...]:
    """Cards of tests, called so: an interval method may have the same name."""
    return tuple((f"the test {name}", said, reference) for name, said, reference in cards)


def reproduced(
    verb: str,
    models: Sequence[str],
    dataset: Dataset,
    settings: Sequence[tuple[str, object]],
    *,
    grid: Mapping[str, Sequence[object]] | None = None,
) -> tuple[tuple[str, str], ...]:
    """Python and command line that make the result again, where the models have names and the rows are a file.

    Examples
    --------
    >>> import foldwise
    >>> code = reproduced("assess", ["lda"], foldwise.sample("iris"), [("plan", "kfold(10)"), ("seed", 0)])
    >>> print(code[0][1])
    foldwise.assess(['lda'], foldwise.sample('iris'), plan='kfold(10)', seed=0)
    >>> print(code[1][1])
    foldwise assess FILE --target species --model lda --plan 'kfold(10)' --seed 0
    """
    arguments = "".join(f", {name}={value!r}" for name, value in settings)
    one = bool(models) and (verb in ONE_MODEL or bool(grid))
    asked: Sequence[str] | str = models[0] if one else list(models)
    space = f"{ {name: list(values) for name, values in grid.items()}!r}, " if grid else ""
    space = space if grid or verb != "select" else "None, "
    python = f"foldwise.{verb}({asked!r}, {space}{rows_in_python(dataset)}{arguments})"
    options = [f"--{TYPED.get(name, name)} {quote(str(value))}" for name, value in settings]
    named = [f"--model {quote(name)}" for name in models]
    searched = [f"--grid {quote(f'{name}={_typed(values)}')}" for name, values in (grid or {}).items()]
    command = " ".join([f"foldwise {verb}", rows_typed(dataset), *named, *searched, *options])
    return (("Python", python), ("Command line", command))


def _typed(values: Sequence[object]) -> str:
    """Values of a parameter as they are typed."""
    return ",".join("none" if one is None else str(one) for one in values)


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
    named = listed([one.title for one in measures])
    tested = f" Pairs of models were compared by {tests}." if tests else ""
    return (
        f"We estimated {named} of {listed(list(models)) if models else 'the system'} on {subject} by {how}. "
        f"Intervals are at {level_text(level)} ({intervals.removesuffix(f', {level_text(level)}')}).{tested} "
        f"Computed with foldwise {dict(versions()).get('foldwise', '')}."
    )


def versions() -> tuple[tuple[str, str], ...]:
    """Python and the packages that figures come from, with their versions."""
    found = [("Python", platform.python_version())]
    for package in PACKAGES:
        try:
            found.append((package, version(package)))
        except PackageNotFoundError:
            continue
    return tuple(found)

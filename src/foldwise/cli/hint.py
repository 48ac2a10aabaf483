"""Messages speak Python (``drop=['x']``); on the command line they speak options (``--drop x``)."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from foldwise.errors import InputError
from foldwise.renamed import FOREIGN_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["OPTIONS_ELSEWHERE", "check_is_no_model", "in_options", "model_option"]

OPTIONS = {
    "adjust": "--adjust",
    "adjust_measures": "--adjust-measures",
    "allow_invalid": "--allow-invalid",
    "backend": "--backend",
    "backend_params": "--backend-param",
    "baseline": "--no-baseline",
    "budget": "--budget",
    "classes": "--class",
    "correction": "--correction",
    "costs": "--costs",
    "decide": "--decide",
    "delimiter": "--delimiter",
    "draws": "--draws",
    "drop": "--drop",
    "drop_missing_target": "--drop-missing-target",
    "eliminate": "--eliminate",
    "encoding": "--encoding",
    "engine": "--engine",
    "estimate": "--estimate",
    "features": "--feature",
    "file_format": "--file-format",
    "groups": "--groups",
    "interval": "--interval",
    "jobs": "--jobs",
    "level": "--level",
    "library": "--blend-with",
    "measure": "--measure",
    "measures": "--measure",
    "missing": "--missing",
    "model": "--model",
    "noise": "--noise",
    "on_failure": "--on-failure",
    "order": "--order",
    "permutations": "--permutations",
    "plan": "--plan",
    "population": "--population",
    "positive": "--positive",
    "predicted": "--predicted",
    "query": "--query",
    "reach": "--reach",
    "reference": "--reference",
    "roles": "--role",
    "rope": "--rope",
    "row": "--row",
    "rule": "--rule",
    "samples": "--samples",
    "scores": "--score",
    "search": "--search",
    "seed": "--seed",
    "seconds": "--minutes",
    "segments": "--segment",
    "share": "--share",
    "shuffle": "--shuffle",
    "sheet": "--sheet",
    "simulations": "--simulations",
    "space": "--grid",
    "stop_after": "--stop-after",
    "store": "--store",
    "stream": "--no-stream",
    "system": "--system",
    "target": "--target",
    "task": "--task",
    "test": "--test",
    "timeout": "--timeout",
    "memory_limit": "--memory-limit",
    "keep_size": "--keep-size",
    "truth": "--truth",
    "unpacked": "--unpacked",
    "until": "--until",
    "variants": "--variant",
    "weights": "--weights",
}
FLAGS = (
    "--adjust-measures",
    "--allow-invalid",
    "--drop-missing-target",
    "--eliminate",
    "--no-baseline",
    "--no-stream",
)

SWITCHED = {("stream", "True"): "--stream"}
"""Switches that are another option the other way round."""


def _elsewhere() -> dict[str, str]:
    """Words of other tools as options, with hyphens and with underscores; those that are options of ours are left out."""
    ours = {name: next((OPTIONS[one] for one in meant if one in OPTIONS), "") for name, meant in FOREIGN_NAMES.items()}
    ours |= {name: option for name, option in OPTIONS.items() if option not in FLAGS}  # as they are called in Python
    ours |= {"alpha": "--level", "confidence_level": "--level", "test_size": "--plan", "y": "--target"}
    spelt = {f"--{name.replace('_', sign)}": option for name, option in ours.items() for sign in "-_" if option}
    return {word: option for word, option in spelt.items() if word not in OPTIONS.values()}


OPTIONS_ELSEWHERE = _elsewhere()
"""Options that scikit-learn's words would make, with ours."""
EXPLAINED = re.compile(
    r"\bfoldwise\.explain\('(measures|plans|models|methods|estimates|tests|improvements|checks)'\)|\bfoldwise\.explain\('([^']*)'\)"
)
VERB = re.compile(
    r"\bfoldwise\.(assess|certify|compare|compare_unpaired|improve|permutation_test|score|seal|select|unseal)\b(?!\()"
)
CALL = re.compile(r"(?<![.\w])[a-z][\w-]*\([^()'=]*\b[a-z]\w*=[^()]*\)")
"""A plan or measure with named arguments, such as ``subsample(25, test=0.1)``: written the same on the command line."""
ARGUMENT = re.compile(rf"\b({'|'.join(OPTIONS)})=(\[\[.*?\]\]|\[[^\]]*\]|\{{[^}}]*\}}|'[^']*'|…|[\w.]+)?")


def in_options(text: str) -> str:
    """Write the arguments in a message as options.

    Examples
    --------
    >>> in_options("the target has texts; try task='classification' or drop=['my column']")
    "the target has texts; try --task classification or --drop 'my column'"
    >>> in_options("try foldwise.explain('measures'), which lists them")
    'try foldwise measures, which lists them'
    >>> in_options("foldwise.unseal looks at the sealed rows")
    'foldwise unseal looks at the sealed rows'
    >>> in_options("foldwise.compare_unpaired takes systems on different rows")
    'foldwise compare-unpaired takes systems on different rows'
    >>> in_options("try groups=… or kfold(10)")
    'try --groups … or kfold(10)'
    >>> in_options("try space={'max_depth': [2, 4, 8]}")
    'try --grid max_depth=2,4,8'
    >>> in_options("try classes=[...] with every label")
    'try --class … with every label'
    >>> in_options("try scores=..., if these are probabilities")
    'try --score …, if these are probabilities'
    >>> in_options("subsample(3, test=0.001) would test no row; try plan='subsample(3, test=0.1)'")
    "subsample(3, test=0.001) would test no row; try --plan 'subsample(3, test=0.1)'"
    """
    calls = [found.span() for found in CALL.finditer(text)]

    def option(found: re.Match[str]) -> str:
        """An option, but for the arguments of a plan or measure."""
        return found[0] if any(start < found.start() < end for start, end in calls) else _option(found)

    return VERB.sub(_verb, EXPLAINED.sub(_command, ARGUMENT.sub(option, text)))


def model_option(words: Iterable[str]) -> str:
    """Options for those of some words that name models, where a file was expected; empty where none does.

    Examples
    --------
    >>> model_option(["lda", "rows.csv"]), model_option(["rows.csv"])
    ('--model lda', '')
    """
    from foldwise.models import MODELS

    names = {model.name for model in MODELS}
    return " ".join(f"--model {word}" for word in words if word in names)


def check_is_no_model(path: str) -> None:
    """Refuse the name of a model where a file is meant."""
    if not Path(path).exists() and (option := model_option([path])):
        message = f"there is no file '{path}', which is the name of a model"
        raise InputError(message, hint=f"{option} beside a file")


def _verb(found: re.Match[str]) -> str:
    """Write a verb as the command it is: ``foldwise compare-unpaired``."""
    return f"foldwise {found[1].replace('_', '-')}"


def _command(found: re.Match[str]) -> str:
    """Write a call of `explain` as the command it is: ``foldwise measures``, or ``foldwise explain auc``."""
    return f"foldwise {found[1]}" if found[1] else f"foldwise explain {shlex.quote(found[2])}"


def _option(found: re.Match[str]) -> str:
    option, value = OPTIONS[found[1]], found[2]
    if value is None or option in FLAGS:
        return SWITCHED.get((found[1], value or ""), option)
    return " ".join(_joined(option, one) for one in _values(value))


def _values(value: str) -> list[str]:
    """Read a Python literal as the texts that a user would type."""
    try:
        literal = ast.literal_eval(value)
    except (SyntaxError, ValueError):  # such as … or a bare number with a unit
        return [value]
    if isinstance(literal, list) and all(isinstance(line, list) for line in literal):
        return [";".join(",".join(str(cost) for cost in line) for line in literal)]
    if isinstance(literal, dict):
        return [f"{key}={','.join(map(str, one)) if isinstance(one, list) else one}" for key, one in literal.items()]
    return ["…" if one is ... else str(one) for one in (literal if isinstance(literal, list) else [literal])]


def _joined(option: str, value: str) -> str:
    quoted = value if value == "…" else shlex.quote(value)
    return f"{option}={quoted}" if value.startswith("-") else f"{option} {quoted}"

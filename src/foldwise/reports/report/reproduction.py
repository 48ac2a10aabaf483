"""Code that makes a result again: a call in Python, and the command line where all of it can be typed."""

from __future__ import annotations

import ast
from shlex import quote
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from foldwise.reports.shared.rows_typed import RowOrigin

__all__ = ["call_text", "command_text", "literals", "reproduced", "typed_argument"]

TYPED: Mapping[str, str] = {
    "measures": "measure",
    "variants": "variant",
    "features": "feature",
    "roles": "role",
    "segments": "segment",
    "parts": "part",
    "new_rows": "new",
    "rivals": "rival",
    "library": "blend-with",
    "classes": "class",
    "scores": "score",
}
"""Options that are not called as their arguments are."""
LISTED = ("parts", "rivals", "library", "classes")
"""Arguments that may be one text with commas, and are options that are repeated."""
UNLISTED = ("refit", "model", "models", "space")
"""Arguments that change no figure, or that have a place of their own."""
CHOSEN = ("plan", "measures")
"""Arguments that are chosen for the rows where they are not given."""
PYTHON_ONLY = ("outer", "seconds", "systems", "data")
"""Arguments that are no options."""


def reproduced(
    verb: str,
    models: Sequence[str],
    rows: RowOrigin,
    *,
    settings: Sequence[tuple[str, object]],
    options: Mapping[str, str] | None = None,
) -> tuple[tuple[str, str], ...]:
    """Python and, where everything can be typed, the command line that make a result again.

    Parameters
    ----------
    verb
        The function that made it.
    models
        Names of the models, for a result that does not know how they were given.
    rows
        What the rows are called.
    settings
        What the result tells of the call, as values.
    options
        What else was asked for, as Python writes it; a value that it cannot write is a name.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.reports.shared.rows_typed import RowOrigin
    >>> rows = RowOrigin.of(foldwise.sample("iris"))
    >>> code = reproduced("assess", ["lda"], rows, settings=[("seed", 0)], options={"allow_invalid": "True"})
    >>> print(code[0][1])
    import foldwise
    <BLANKLINE>
    result = foldwise.assess('lda', foldwise.sample('iris'), allow_invalid=True, seed=0)
    >>> print(code[1][1])
    foldwise assess FILE --target species --model lda --allow-invalid --seed 0
    """
    more = dict(options or {})
    named = repr(models[0] if len(models) == 1 else list(models))
    named = more.get("model") or more.get("models") or named
    # A careful interval chooses its own plan, and leaves out the measures that it is not for, where none were asked for.
    careful = {"'careful'"} & {more.get("interval"), more.get("test")}
    known = [setting for setting in settings if not (careful and setting[0] in CHOSEN)]
    told = {name: repr(value) for name, value in known if literals({name: more.get(name, "0")}) is not None}
    texts = {name: text for name, text in more.items() if name not in {*told, *UNLISTED, *rows.arguments}} | told
    space = [more["space"]] if "space" in more else []
    python = call_text(verb, [named, *space, rows.python], texts)
    values = literals({"models": named, **({"space": space[0]} if space else {}), **texts})
    command = None if values is None else _command(verb, rows.typed, values)
    return (("Python", python), *([("Command line", command)] if command else []))


def call_text(verb: str, first: Iterable[str], named: Mapping[str, str]) -> str:
    """The call, ready to be run.

    Examples
    --------
    >>> call_text("score", ["truth", "predicted"], {"level": "0.9"}).splitlines()[-1]
    'result = foldwise.score(truth, predicted, level=0.9)'
    """
    arguments = ", ".join([*first, *(f"{name}={text}" for name, text in named.items())])
    return f"import foldwise\n\nresult = foldwise.{verb}({arguments})"


def literals(texts: Mapping[str, str]) -> dict[str, Any] | None:
    """The arguments as values; None where one of them is a name, which no command line knows.

    Examples
    --------
    >>> literals({"level": "0.9", "costs": "costs"}) is None
    True
    """
    try:
        return {name: ast.literal_eval(text) for name, text in texts.items()}
    except (ValueError, SyntaxError):
        return None


def _command(verb: str, rows: str, values: dict[str, Any]) -> str | None:
    models = values.pop("models")
    models = [part.strip() for part in models.split(",")] if isinstance(models, str) else models
    space = values.pop("space", None)
    if not isinstance(models, list | tuple) or (space is not None and not isinstance(space, dict)):
        return None
    named = [f"--model {quote(name)}" for name in models]
    searched = [f"--grid {quote(f'{name}={_listed(part)}')}" for name, part in (space or {}).items()]
    return command_text(verb, [rows, *named, *searched], values)


def command_text(verb: str, first: Sequence[str], values: Mapping[str, Any]) -> str | None:
    """The command; None where a value cannot be typed.

    Examples
    --------
    >>> command_text("compare_unpaired", ["a.csv", "b.csv"], {"level": 0.9, "rope": {"auc": 0.1}}) is None
    True
    >>> command_text("compare_unpaired", ["a.csv", "b.csv"], {"level": 0.9})
    'foldwise compare-unpaired a.csv b.csv --level 0.9'
    """
    options = [typed_argument(name, value) for name, value in values.items()]
    if any(option is None for option in options):
        return None
    return " ".join([f"foldwise {verb.replace('_', '-')}", *first, *(option for option in options if option)])


def typed_argument(name: str, value: object) -> str | None:
    """One argument as options; None where it cannot be typed, empty where it need not be.

    Examples
    --------
    >>> (
    ...     typed_argument("drop", ["a b", "c"]),
    ...     typed_argument("baseline", False),
    ...     typed_argument("costs", {"fn": 10, "fp": 1}),
    ... )
    ("--drop 'a b' --drop c", '--no-baseline', '--costs fn=10,fp=1')
    """
    option = f"--{TYPED.get(name, name.replace('_', '-'))}"
    if value is None:
        return ""
    if name in PYTHON_ONLY:
        return None
    if isinstance(value, bool):
        return option if value else f"--no-{name.replace('_', '-')}"
    if isinstance(value, dict):
        return _mapped(name, option, value)
    if name in LISTED and isinstance(value, str):
        value = [part.strip() for part in value.split(",")]
    several = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(one, str | int | float) for one in several):
        return None
    return " ".join(_one(option, str(one)) for one in several)


def _mapped(name: str, option: str, value: Mapping[object, object]) -> str | None:
    pairs = [f"{key}={one}" for key, one in value.items() if isinstance(one, str | int | float)]
    if len(pairs) < len(value) or name not in {"roles", "costs"}:
        return None
    return _one(option, ",".join(pairs)) if name == "costs" else " ".join(_one(option, pair) for pair in pairs)


def _one(option: str, text: str) -> str:
    return f"{option}={quote(text)}" if text.startswith("-") else f"{option} {quote(text)}"


def _listed(values: object) -> str:
    """Values of a parameter as they are typed."""
    several = values if isinstance(values, list | tuple) else [values]
    return ",".join("none" if one is None else str(one) for one in several)

"""How a verb runs: its `settings`, and the same fields as keyword arguments."""

from __future__ import annotations

import ast
import inspect
import os
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from foldwise.cached import changed
from foldwise.data.checks import check_kinds, safe_text, shown
from foldwise.engine import STORE_VARIABLE, Settings
from foldwise.engine.execution.backends import DEFAULT, opened
from foldwise.errors import InputError
from foldwise.progress import Meter
from foldwise.renamed import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from foldwise.data import Dataset
    from foldwise.engine import FitStore, Progress
    from foldwise.typing import Given, PathText

__all__ = ["OwnShortcuts", "Shortcuts", "options_of", "recorded", "running", "settings_of", "written"]

R = TypeVar("R")


class OwnShortcuts(TypedDict, total=False):
    """The fields of `Settings` as keywords of a verb, but for those that say on which machines it runs."""

    seed: int
    jobs: int | None
    engine: str
    train: bool
    on_failure: str
    timeout: float | None
    memory_limit: str | float | None
    store: PathText | bool | None
    progress: Progress | bool | None


class Shortcuts(OwnShortcuts, total=False):
    """The fields of `Settings` as keywords of a verb."""

    backend: Given
    backend_params: Mapping[str, Any] | None


SELF_EVIDENT = (
    *("level", "rule", "reference"),
    *("X", "y", "datasets", "groups", "order", "weights", "segments", "positive", "settings", "progress"),
)
"""Arguments whose values can be read from the result and its rows."""
DEFAULTS = {field.name: field.default for field in fields(Settings)}
DEFAULT_SETTINGS = Settings()
LITERAL_TYPES = frozenset({str, int, bool, type(None)})
"""Types whose values Python always writes as it reads them."""


@contextmanager
def running(
    verb: Callable[..., object],
    settings: Settings | None,
    shortcuts: Mapping[str, Any],
    *,
    uses: tuple[str, ...] = SWITCHES,
    counts: str = "fits",
    about: Dataset | str | None = None,
) -> Iterator[Settings]:
    """Bring settings and shortcuts together, and show the progress of what the verb `counts` while it runs.

    Where there is a store, the call is recorded in it as a run `about` these rows; `recorded` adds its result.

    Examples
    --------
    >>> def assess(model, *, settings=None, **shortcuts):
    ...     with running(assess, settings, shortcuts) as chosen:
    ...         return chosen.jobs, chosen.seed
    >>> assess("lda", settings=Settings(jobs=2), seed=7)
    (2, 7)
    """
    run_settings = settings_of(verb, settings, shortcuts, uses=uses)
    store_named = run_settings.store
    if store_named is None and "store" in uses and STORE_VARIABLE in os.environ:
        store_named = os.environ[STORE_VARIABLE]
    with ExitStack() as stack:
        # Calls within this one open no store either.
        store: FitStore | bool | None = None if run_settings.store is None else False
        if store_named:
            from foldwise.run_records import recording

            recorder = recording(verb.__name__, replace(run_settings, store=store_named), about)
            store = stack.enter_context(recorder) or store
        if run_settings.backend != DEFAULT:
            backend = stack.enter_context(opened(run_settings.backend, run_settings.backend_params, run_settings.jobs))
            run_settings = replace(run_settings, backend=backend or DEFAULT, backend_params=None)
        listener = stack.enter_context(Meter(counts)) if run_settings.progress is True else run_settings.listener
        yield changed(run_settings, progress=listener, store=store)


def options_of(
    verb: Callable[..., object], given: Mapping[str, Any], *, self_evident: Collection[str] = SELF_EVIDENT
) -> dict[str, str]:
    """Arguments of a call that differ from their defaults and cannot be read from its result, as Python writes them.

    What Python cannot write, such as an array, is called by the name of the argument.

    Examples
    --------
    >>> import numpy as np
    >>> def assess(model, X, *, level=0.95, interval="auto", costs=None, baseline=True):
    ...     return options_of(assess, locals())
    >>> assess("lda", 0, level=0.9, interval="wilson", costs=np.eye(2))
    {'model': "'lda'", 'interval': "'wilson'", 'costs': 'costs'}
    """
    options = {}
    for name, default in _arguments(verb, tuple(self_evident)):
        if given[name] is default:
            continue
        text = name if hasattr(given[name], "fit") else written(name, given[name])
        if text != repr(default):
            options[name] = text
    for name in ("on_failure", "engine"):
        value = (given.get("shortcuts") or {}).get(name, getattr(given.get("settings"), name, DEFAULTS[name]))
        if value != DEFAULTS[name]:
            options[name] = repr(value)
    return options


@lru_cache(maxsize=64)
def _arguments(verb: Callable[..., object], without: tuple[str, ...]) -> tuple[tuple[str, object], ...]:
    """Names of the arguments of a verb, and what they are by default; None of those that are given by place."""
    function: Any = inspect.unwrap(verb)
    by_place = dict.fromkeys(function.__code__.co_varnames[: function.__code__.co_argcount])
    return tuple(
        (name, default) for name, default in (by_place | function.__kwdefaults__).items() if name not in without
    )


def written(name: str, value: Given) -> str:
    """A value as Python writes it; methods and plans by their own names, and what has none by the name of the argument.

    Examples
    --------
    >>> from foldwise.plans import KFold
    >>> written("plan", KFold(5)), written("X", object())
    ("'kfold(5)'", 'X')
    """
    if type(value) in LITERAL_TYPES:
        return repr(value)
    text = safe_text(str(value) if isinstance(value, os.PathLike) else value) or ""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        called = getattr(value, "name", None)
        if not isinstance(called, str) or hasattr(value, "__len__"):  # a column has a name too, and is none
            return name
        return repr(str(value) if str(value).startswith(called) else called)
    return text


def recorded(settings: Settings, result: R, options: Mapping[str, str] | None = None) -> R:
    """Keep the result of a run in its store, if it has one; gives the result, which knows the options of the call.

    Examples
    --------
    >>> recorded(Settings(), 7)
    7
    """
    if options:
        result = changed(result, options=options)
    keep = getattr(settings.store, "keep", None)
    if keep is not None:
        keep(result)
    return result


def settings_of(
    verb: Callable[..., object],
    settings: Settings | None,
    shortcuts: Mapping[str, Any],
    *,
    uses: tuple[str, ...] = SWITCHES,
) -> Settings:
    """Bring settings and shortcuts together; what is given twice must be the same.

    Parameters
    ----------
    verb
        Who asks.
    settings, shortcuts
        As given to the verb.
    uses
        The shortcuts that the verb takes. Further fields of `settings`, which may serve several verbs, are of no effect.
    """
    for name in shortcuts:
        if name not in uses:
            message = f"{verb.__name__} makes no use of {name}="
            raise InputError(message, hint=f"the call without {name}=")
    if shortcuts:
        check_kinds(shortcuts)
    if settings is None:
        return Settings(**shortcuts) if shortcuts else DEFAULT_SETTINGS
    if not isinstance(settings, Settings):
        message = f"settings is a foldwise.Settings, not {shown(settings)}"
        raise InputError(message, hint="settings=foldwise.Settings(jobs=2)")
    for name, value in shortcuts.items():
        other = getattr(settings, name)
        if other != DEFAULTS[name] and other != value:
            message = f"{name}= is {shown(value)}, and {shown(other)} in settings="
            raise InputError(message, hint=f"one {name}, in one of the two places")
    return replace(settings, **shortcuts)

"""What has another name now: our former names work for a release, arguments of scikit-learn are told ours."""

from __future__ import annotations

import inspect
import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from foldwise.errors import UnknownArgumentError, nearest
from foldwise.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

__all__ = ["FOREIGN_NAMES", "SWITCHES", "former_name", "renamed"]

P = ParamSpec("P")
R = TypeVar("R")

FOREIGN_NAMES: dict[str, tuple[str, ...]] = {
    "cv": ("plan",),
    "splitter": ("plan",),
    "n_splits": ("plan",),
    "folds": ("plan",),
    "scoring": ("measures", "measure"),
    "metric": ("measures", "measure"),
    "metrics": ("measures", "measure"),
    "measure": ("measures",),
    "measures": ("measure",),
    "sample_weight": ("weights",),
    "weight": ("weights",),
    "n_jobs": ("jobs",),
    "workers": ("jobs",),
    "random_state": ("seed",),
    "estimator": ("model", "models"),
    "estimators": ("models", "model"),
    "models": ("model",),
    "model": ("models",),
    "param_grid": ("space",),
    "param_distributions": ("space",),
    "grid": ("space",),
    "n_iter": ("draws",),
    "n_trials": ("draws",),
    "pos_label": ("positive",),
    "return_train_score": ("train",),
    "error_score": ("on_failure",),
    "verbose": ("progress",),
    "y_true": ("truth", "y"),
    "y_pred": ("predicted",),
    "y_score": ("scores",),
    "y_prob": ("scores",),
    "y_proba": ("scores",),
    "labels": ("classes",),
    "target": ("y",),
    "data": ("X",),
    "df": ("X",),
    "confidence": ("level",),
    "memory": ("store",),
    "cache": ("store",),
    "time_limit": ("timeout",),
    "n_resamples": ("plan", "simulations"),
    "interval": ("test",),
    "test": ("interval",),
}
"""Words of scikit-learn and other tools, and ours of other verbs, with those that mean the same, of which a verb has one."""

SWITCHES = (
    *("seed", "jobs", "engine", "train", "on_failure", "timeout", "memory_limit", "store", "progress"),
    *("backend", "backend_params"),
)
"""Fields of `Settings`, which a verb that has `**shortcuts` takes as keywords of their own."""
READING = (
    *("drop", "missing", "roles", "features", "query", "delimiter", "encoding", "unpacked", "name", "sheet"),
    *("file_format", "groups", "order", "weights", "costs", "positive", "task", "segments", "drop_missing_target"),
)
"""What `foldwise.read` takes and the verbs do not."""


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Take arguments by their former names too, ``old="new"``, and name ours for those of other libraries.

    Examples
    --------
    >>> @renamed(method="interval")
    ... def f(*, interval="auto", seed=0):
    ...     return interval
    >>> f(interval="wilson")
    'wilson'
    >>> f(random_state=1)
    Traceback (most recent call last):
    foldwise.errors.UnknownArgumentError: f has no argument random_state; try seed=1
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known, signature = _known(function), inspect.signature(function)
        places, called = _places(signature), _called(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            if not known.issuperset(kwargs):
                _take_former(names, kwargs)
                _refuse_unknown(called, known, kwargs)
            given_by_position, missing = places[min(len(args), len(places) - 1)]
            if len(args) >= len(places) or not given_by_position.isdisjoint(kwargs) or not missing <= kwargs.keys():
                try:
                    signature.bind(*args, **kwargs)
                except TypeError as error:
                    raise _unbound(called, signature, args, kwargs) from error
            return function(*args, **kwargs)

        return call

    return decorate


def _called(function: Callable[..., object]) -> str:
    """What a user calls: a function by its name, a class by its own."""
    return function.__qualname__.split(".")[-2] if function.__name__ == "__init__" else function.__name__


def _places(signature: inspect.Signature) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Names that so many places take, and those that must be given by name then; looked at in place of binding a call.

    Examples
    --------
    >>> def f(model, X=None, *, y): ...
    >>> [(sorted(taken), sorted(lacking)) for taken, lacking in _places(inspect.signature(f))]
    [([], ['model', 'y']), (['model'], ['y']), (['X', 'model'], ['y'])]
    """
    fixed = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    needed = frozenset(one.name for one in fixed if one.default is one.empty)
    places = [one.name for one in fixed if one.kind is not one.KEYWORD_ONLY]
    positional_names = [frozenset(places[:count]) for count in range(len(places) + 1)]
    return [(names, needed - names) for names in positional_names]


def former_name(module: dict[str, Any], names: dict[str, str], name: str) -> object:
    """What a module knows by its former name, ``{old: new}``; for its ``__getattr__``.

    Examples
    --------
    >>> former_name({"__name__": "here"}, {"old": "new"}, "other")
    Traceback (most recent call last):
    AttributeError: module 'here' has no attribute 'other'
    """
    if name not in names:
        message = f"module '{module['__name__']}' has no attribute '{name}'"
        raise AttributeError(message)
    _warn(name, names[name], stacklevel=4)
    return module[names[name]]


def _warn(old: str, new: str, *, stacklevel: int) -> None:
    """Say that a name has changed: in one sentence, and in one category, which Python shows to users."""
    warnings.warn(f"{old} is now {new}, and will be gone in version 0.3", FutureWarning, stacklevel=stacklevel)


def _known(function: Callable[..., object]) -> frozenset[str]:
    """Names of the arguments, those of shortcuts among them."""
    parameters = inspect.signature(function).parameters.values()
    names = [parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
    return frozenset(names if len(names) == len(parameters) else (*names, *SWITCHES))


def _take_former(names: dict[str, str], kwargs: dict[str, Any]) -> None:
    """Put what was given under a former name under the new one, and say so."""
    for old, new in names.items():
        if old not in kwargs:
            continue
        _warn(f"{old}=", f"{new}=", stacklevel=4)
        if new in kwargs:
            both = f"{old}= and {new}= are one argument, and both were given"
            raise UnknownArgumentError(both, hint=f"{new}= alone")
        kwargs[new] = kwargs.pop(old)


def _refuse_unknown(verb: str, known: Collection[str], kwargs: dict[str, Any]) -> None:
    """Name our word for an argument that there is not."""
    for name in kwargs:
        if name not in known:
            message = f"{verb} has no argument {name}"
            raise UnknownArgumentError(message, hint=_ours(name, kwargs[name], known))


def _unbound(
    verb: str, signature: inspect.Signature, args: tuple[object, ...], kwargs: dict[str, Any]
) -> UnknownArgumentError:
    """Say which argument is lacking, is given twice, or was given by place and has only a name."""
    parameters = signature.parameters.values()
    places = [parameter.name for parameter in parameters if parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
    if len(args) > len(places):
        others = [f"{parameter.name}=…" for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY][:2]
        message = f"{verb} takes {listed(places)} by place and all else by name, and {len(args)} arguments have no name"
        return UnknownArgumentError(message, hint=f"names for the others, such as {' and '.join(others)}")
    twice = [name for name in places[: len(args)] if name in kwargs]
    if twice:
        return UnknownArgumentError(f"{verb} was given {twice[0]} twice, by place and by name", hint="one of them")
    given = {*places[: len(args)], *kwargs}
    missing = [
        parameter.name
        for parameter in parameters
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
    ]
    names = [name for name in missing if name not in given]
    return UnknownArgumentError(f"{verb} needs {listed(names)}", hint=f"foldwise.explain('{verb}')")


def _ours(name: str, value: object, known: Collection[str]) -> str:
    """What to write instead: our word with the same value, where there is one."""
    if name in ("alpha", "confidence_level") and "level" in known:
        return (
            f"level={1 - value:g}" if name == "alpha" and isinstance(value, float) and 0 < value < 1 else "level=0.95"
        )
    if name == "test_size" and "plan" in known:
        return f"plan='holdout({value})'" if isinstance(value, int | float) else "plan='holdout(1/4)'"
    if name in ("stratify", "shuffle") and "plan" in known:
        return "the call without it: plans draw rows at random and stratify them, plan='kfold(10, stratify=false)'"
    if name in READING:
        return f"foldwise.read(…, {name}={_written(value)}), whose result every verb takes"
    ours = next((one for one in FOREIGN_NAMES.get(name, ()) if one in known), "")
    if not ours and name not in FOREIGN_NAMES:  # a word that is known has no other meaning that is spelt alike
        ours = nearest(name, known).strip("'")
    return f"{ours}={_written(value)}" if ours else f"one of {', '.join(sorted(known))}"


def _written(value: object) -> str:
    """A value as it would be typed; arrays and estimators are not."""
    return repr(value) if isinstance(value, str | int | float | list) and len(repr(value)) < 40 else "…"

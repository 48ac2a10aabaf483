"""The candidates of a selection: one model under many settings, or many models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks import shown
from foldwise.errors import InputError, UnknownNameError
from foldwise.models import as_models

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.typing import Estimator, Given

__all__ = ["Candidate", "candidates_of", "listed_values", "named", "settings_of_grid", "with_settings"]

SEARCHES = ("grid", "random", "halving")
MOST_SETTINGS = 1_000_000
"""Settings that a grid, or a random search, may have."""


@final
@dataclass(frozen=True)
class Candidate:
    """One model with its settings; the order of the candidates is the order of their complexity."""

    name: str
    model: Any
    settings: Mapping[str, Any] = field(default_factory=dict)


def candidates_of(
    model: Estimator,
    space: Mapping[str, Any] | None,
    dataset: Dataset,
    *,
    search: str = "grid",
    draws: int = 20,
    seed: int = 0,
) -> tuple[Candidate, ...]:
    """List what is selected from.

    Parameters
    ----------
    model
        One model whose parameters are searched, or several models.
    space
        Values of each parameter, or a list of such dictionaries, each of which is searched: a list for a grid; for a random
        search a list or anything with ``rvs``. None selects among the models as they are.
    dataset
        What they are for.
    search
        ``grid``, ``random`` or ``halving`` (a grid, whose worse part is dropped after every repeat of the plan).
    draws
        Number of random settings.
    seed
        Seed of the random settings.
    """
    if search not in SEARCHES:
        raise UnknownNameError.of("search", search, SEARCHES)
    models = as_models(model, dataset)
    grids = spaces_of(space)
    if not any(grids):
        if len(models) < 2:
            message = "there is one model and no space of parameters, so there is nothing to select"
            raise InputError(message, hint="space={'max_depth': [2, 4, 8]}, or several models")
        return tuple(Candidate(name, model) for name, model in models.items())
    if len(models) != 1:
        message = f"parameters are searched for one model at a time, and {len(models)} were given"
        raise InputError(message, hint="one model with a space, or several models without")
    (one,) = models.values()
    if search == "random":
        return named(one, random_settings(grids, check_draws(draws), seed))
    return named(one, distinct([setting for grid in grids for setting in settings_of_grid(grid)]))


def spaces_of(space: Given) -> list[Mapping[str, Any]]:
    """Read one grid or a list of grids, of which each is searched."""
    listed = [] if space is None else [space] if isinstance(space, Mapping) else space
    if not isinstance(listed, list | tuple) or not all(isinstance(one, Mapping) for one in listed):
        message = f"space is a dictionary of lists, or a list of such dictionaries, not {shown(space)}"
        raise InputError(message, hint="space={'max_depth': [2, 4, 8]}")
    for name in (name for one in listed for name in one):
        if not isinstance(name, str):
            message = f"a parameter is called by its name, not {shown(name)}"
            raise InputError(message, hint="space={'max_depth': [2, 4, 8]}")
    return [one for one in listed if one]


def listed_values(space: Given) -> dict[str, list[Any]]:
    """Values of each parameter that a grid lists, in one or several dictionaries; what is drawn from a distribution has none.

    Examples
    --------
    >>> listed_values([{"C": [1, 10]}, {"C": [100], "kernel": ["linear"]}])
    {'C': [1, 10, 100], 'kernel': ['linear']}
    """
    values_by_name: dict[str, list[Any]] = {}
    for one in [] if callable(space) else spaces_of(space):
        for name, values in one.items():
            if not hasattr(values, "rvs"):
                values_by_name.setdefault(name, []).extend(values)
    return values_by_name


def check_draws(draws: Given) -> int:
    """Refuse a number of random settings that is none."""
    if isinstance(draws, bool) or not isinstance(draws, int | np.integer) or not 1 <= int(draws) <= MOST_SETTINGS:
        message = f"draws is a number of settings from 1 to {MOST_SETTINGS:,}, not {shown(draws)}"
        raise InputError(message, hint="draws=20")
    return int(draws)


def distinct(settings: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Settings without repetition, in their order: grids may overlap."""
    return list({repr(setting): setting for setting in settings}.values())


def settings_of_grid(space: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every combination of the listed values."""
    listed = {name: _values_of(name, values) for name, values in space.items()}
    count = prod(len(values) for values in listed.values())
    if count > MOST_SETTINGS:
        message = f"the grid has {count:,} settings, more than {MOST_SETTINGS:,}"
        raise InputError(message, hint="search='random'")
    return [dict(zip(listed, values, strict=True)) for values in product(*listed.values())]


def _values_of(name: str, values: Given) -> list[Any]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        message = f"the values of '{name}' must be a list, not {shown(values)}"
        raise InputError(message, hint="search='random' for a distribution")
    listed = list(values)
    if not listed:
        message = f"the list of values of '{name}' is empty"
        raise InputError(message)
    return listed


def random_settings(spaces: Sequence[Mapping[str, Any]], draws: int, seed: int) -> list[dict[str, Any]]:
    """Draw settings at random, of several spaces each as often; a setting drawn twice counts once."""
    rng = np.random.default_rng([seed, 1])
    settings_by_name: dict[str, dict[str, Any]] = {}
    for _ in range(draws):
        space = spaces[int(rng.integers(len(spaces)))] if len(spaces) > 1 else spaces[0]
        setting = {name: draw_value(values, rng) for name, values in space.items()}
        settings_by_name.setdefault(repr(setting), setting)
    return list(settings_by_name.values())


def draw_value(values: Given, rng: np.random.Generator) -> Given:
    """Draw one value from a list or a distribution."""
    if hasattr(values, "rvs"):
        drawn = values.rvs(random_state=rng)
        return drawn.item() if hasattr(drawn, "item") else drawn
    listed = _values_of("the random search", values)
    return listed[int(rng.integers(len(listed)))]


def named(model: Estimator, listed: Iterable[Mapping[str, Any]]) -> tuple[Candidate, ...]:
    """Name each setting by what it sets."""
    return tuple(
        Candidate(
            ", ".join(f"{key}={short_text(value)}" for key, value in setting.items()),
            with_settings(model, setting),
            setting,
        )
        for setting in listed
    )


def short_text(value: object) -> str:
    """Write a value shortly."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def with_settings(model: Estimator, setting: Mapping[str, Any]) -> Estimator:
    """Copy the model with these parameters; those of the last step of a pipeline need no prefix."""
    from sklearn.base import clone

    known = model.get_params(deep=True)
    paths = {find_parameter(name, known, model): value for name, value in setting.items()}
    return clone(model).set_params(**paths)


def find_parameter(name: str, known: Mapping[str, Any], model: Estimator) -> str:
    """Full name of a parameter."""
    if name in known:
        return name
    given = getattr(model, "steps", None)
    steps = given if isinstance(given, list) else []
    path = f"{steps[-1][0]}__{name}" if steps else name
    if path in known:
        return path
    plain = [key.rpartition("__")[2] for key in known]
    what = f"parameter of {type(steps[-1][1] if steps else model).__name__}"
    raise UnknownNameError.of(what, name, plain)

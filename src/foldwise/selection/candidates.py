"""The candidates of a selection: one model under many settings, or many models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import InputError, UnknownNameError
from foldwise.models import as_models

if TYPE_CHECKING:
    from foldwise.data import Dataset

__all__ = ["Candidate", "candidates_of", "named", "settings_of", "with_settings"]

SEARCHES = ("grid", "random", "halving")


@final
@dataclass(frozen=True)
class Candidate:
    """One model with its settings; the order of the candidates is the order of their complexity."""

    name: str
    model: Any
    settings: Mapping[str, Any] = field(default_factory=dict)


def candidates_of(
    model: Any,  # noqa: ANN401 - an estimator, a name, or several of them
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
        Values of each parameter: a list for a grid; for a random search a list or anything with ``rvs``. None selects
        among the models as they are.
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
    if not space:
        if len(models) < 2:
            message = "there is one model and no space of parameters, so there is nothing to select"
            raise InputError(message, hint="space={'max_depth': [2, 4, 8]}, or several models")
        return tuple(Candidate(name, one) for name, one in models.items())
    if len(models) != 1:
        message = f"parameters are searched for one model at a time, and {len(models)} were given"
        raise InputError(message, hint="one model with a space, or several models without")
    (one,) = models.values()
    listed = random_settings(space, draws, seed) if search == "random" else settings_of(space)
    return named(one, listed)


def settings_of(space: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every combination of the listed values."""
    for name, values in space.items():
        if isinstance(values, str) or not isinstance(values, Iterable):
            message = f"the values of '{name}' must be a list, not {values!r}"
            raise InputError(message, hint="search='random' for a distribution")
        if not len(list(values)):
            message = f"the list of values of '{name}' is empty"
            raise InputError(message)
    return [dict(zip(space, values, strict=True)) for values in product(*space.values())]


def random_settings(space: Mapping[str, Any], draws: int, seed: int) -> list[dict[str, Any]]:
    """Draw settings at random; a setting drawn twice counts once."""
    rng = np.random.default_rng([seed, 1])
    found: dict[str, dict[str, Any]] = {}
    for _ in range(draws):
        setting = {name: draw_value(values, rng) for name, values in space.items()}
        found.setdefault(repr(setting), setting)
    return list(found.values())


def draw_value(values: Any, rng: np.random.Generator) -> Any:  # noqa: ANN401 - a list or a distribution
    """Draw one value from a list or a distribution."""
    if hasattr(values, "rvs"):
        drawn = values.rvs(random_state=rng)
        return drawn.item() if hasattr(drawn, "item") else drawn
    listed = list(values)
    return listed[int(rng.integers(len(listed)))]


def named(model: Any, listed: Iterable[Mapping[str, Any]]) -> tuple[Candidate, ...]:  # noqa: ANN401
    """Name each setting by what it sets."""
    return tuple(
        Candidate(
            ", ".join(f"{key}={show(value)}" for key, value in setting.items()), with_settings(model, setting), setting
        )
        for setting in listed
    )


def show(value: object) -> str:
    """Write a value shortly."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def with_settings(model: Any, setting: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Copy the model with these parameters; those of the last step of a pipeline need no prefix."""
    from sklearn.base import clone

    known = model.get_params(deep=True)
    paths = {find_parameter(name, known, model): value for name, value in setting.items()}
    return clone(model).set_params(**paths)


def find_parameter(name: str, known: Mapping[str, Any], model: Any) -> str:  # noqa: ANN401
    """Full name of a parameter."""
    if name in known:
        return name
    steps = getattr(model, "steps", None)
    path = f"{steps[-1][0]}__{name}" if steps else name
    if path in known:
        return path
    plain = [key.rpartition("__")[2] for key in known]
    what = f"parameter of {type(steps[-1][1] if steps else model).__name__}"
    raise UnknownNameError.of(what, name, plain)

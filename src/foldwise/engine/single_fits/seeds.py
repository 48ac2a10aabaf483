"""Seeds of models whose `random_state` was left open: one per (seed, model name, resample), whoever fits it.

In leave-one-out all fits of a model share one seed: two of them then differ by a row, and not by their draws. Models that
draw from the generators of numpy and Python themselves, which all code shares, find them seeded in the same way.
"""

from __future__ import annotations

import random
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from foldwise.arrays import Array
    from foldwise.engine.family import Resampled
    from foldwise.engine.storage import TrainingSets
    from foldwise.typing import Estimator

__all__ = [
    "SHARED_DRAWS",
    "global_seeds",
    "member_seeds",
    "open_seeds",
    "random_states",
    "seed_number",
    "seeded",
    "shared_state",
    "state_of",
]

SHARED_DRAWS: ContextVar[list[bool] | None] = ContextVar("watched", default=None)
"""Callback: whether anything drew from the generators that all code shares while they were seeded; none by default."""
SEED_LIMIT = 2**31 - 1
"""Seeds of estimators are below it."""


def open_seeds(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the `random_state` parameters that were left open.

    Examples
    --------
    >>> open_seeds({"alpha": 1.0, "model__random_state": None, "random_state": 3})
    ('model__random_state',)
    """
    return tuple(
        key for key, value in parameters.items() if key.rpartition("__")[2] == "random_state" and value is None
    )


def state_of(seed: int, name: str, r: int) -> int:
    """Seed of a model on a resample: the same for any number of jobs and any other models beside it."""
    text = f"{seed}/{name}/{r}".encode()
    return int.from_bytes(blake2b(text, digest_size=4).digest(), "little") >> 1


def seed_number(training: TrainingSets, r: int) -> int:
    """Number of the resample whose seed resample r has: its own, and in leave-one-out the first."""
    return 0 if training.leaves_one_out else r


def seeded(names: Iterable[str], state: int) -> dict[str, int]:
    """Parameters that were left open, each with a seed of its own."""
    return {name: (state + at) % 2**31 for at, name in enumerate(names)}


@contextmanager
def global_seeds(state: int) -> Iterator[None]:
    """Seed the generators that all code shares, and give them back as they were.

    Examples
    --------
    >>> for _ in range(2):
    ...     with global_seeds(3):
    ...         print(np.random.randint(1000), random.randrange(1000))
    874 243
    874 243
    """
    ours: Any = np.random.get_state(legacy=False)  # noqa: NPY002 - what models use
    pythons = random.getstate()
    is_mersenne_twister = ours["bit_generator"] == "MT19937"  # others cannot be seeded
    watched = SHARED_DRAWS.get()
    began: tuple[object, ...] = ()
    try:
        if is_mersenne_twister:
            np.random.seed(state)  # noqa: NPY002
        random.seed(state)
        began = () if watched is None else shared_state()
        yield
    finally:
        if watched is not None:
            watched.append(shared_state() != began)
        np.random.set_state(ours)  # noqa: NPY002
        random.setstate(pythons)


def shared_state() -> tuple[object, ...]:
    """What the generators that all code shares would draw next, to be held against another time."""
    ours: Any = np.random.get_state(legacy=False)  # noqa: NPY002
    return repr(ours["state"].get("pos")), ours["state"]["key"].tobytes(), ours["gauss"], random.getstate()


def member_seeds(states: Array, count: int) -> Array:
    """Seeds of the estimators of an ensemble, drawn from its own as scikit-learn draws them (B, T)."""
    drawn = {state: np.random.RandomState(state).randint(SEED_LIMIT, size=count) for state in set(states.tolist())}
    return np.stack([drawn[state] for state in states.tolist()]).astype(np.uint32)


def random_states(model: Estimator, data: Resampled, start: int, stop: int) -> Array:
    """Seed of the estimator at the end of a model in resamples start … stop-1 (B,), as the generic path sets it."""
    parameters = model.get_params(deep=True)
    steps = getattr(model, "steps", None)
    parameter = f"{steps[-1][0]}__random_state" if steps else "random_state"
    if parameters[parameter] is not None:
        return np.full(stop - start, int(parameters[parameter]), dtype=np.uint32)
    at = open_seeds(parameters).index(parameter)
    states = [state_of(data.seed, data.name, seed_number(data.training, r)) + at for r in range(start, stop)]
    return np.array(states, dtype=np.int64).astype(np.uint32) % np.uint32(2**31)

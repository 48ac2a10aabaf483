"""Call every compiled function with arguments that were changed: `python -m tests.native_fuzz SEED CALLS`."""

import sys

import numpy as np

from foldwise import native
from tests.native_calls import calls

FAR = [
    -(2**63),
    -(2**31),
    -2,
    -1,
    0,
    1,
    2,
    3,
    5,
    8,
    24,
    127,
    128,
    255,
    256,
    65_535,
    2**31 - 1,
    2**31,
    2**40,
    2**62,
    2**63 - 1,
]


def change_array(rng, array):
    """Another length, layout, type or number."""
    kind = rng.integers(6)
    if kind == 0 and array.size:
        axis = rng.integers(array.ndim)
        return np.ascontiguousarray(np.delete(array, -1, axis=axis))
    if kind == 1 and array.size:
        axis = rng.integers(array.ndim)
        return np.ascontiguousarray(np.concatenate([array, np.take(array, [0], axis=axis)], axis=axis))
    if kind == 2:
        return np.empty(tuple(0 if rng.random() < 0.5 else side for side in array.shape), dtype=array.dtype)
    if kind == 3 and rng.random() < 0.3:
        return np.zeros(array.shape, dtype=rng.choice(["int8", "int64", "float32", "uint8"]))
    return change_number(rng, array)


def change_number(rng, array):
    """Other numbers, some of them far out."""
    changed = array.copy()
    if changed.size == 0:
        return changed
    at = rng.integers(changed.size, size=rng.integers(1, 3))
    if changed.dtype.kind == "f":
        changed.flat[at] = rng.choice([np.nan, np.inf, -np.inf, 0.0, -1.0, 1e300, 1e-320])
    elif changed.dtype.kind == "b":
        changed.flat[at] = ~changed.flat[at]
    else:
        limits = np.iinfo(changed.dtype)
        changed.flat[at] = min(max(int(rng.choice(FAR)), limits.min), limits.max)
    return changed


LONG_BOOSTING, MOST_ROUNDS = 256, 2**20
"""Rounds of boosting that are made, of up to a million that are valid and take their time."""


def change_scalar(rng, name, value):
    """Another number; only a few threads, and a few restarts, of which any number is valid and takes its time."""
    if name in ("threads", "restarts"):
        return int(rng.integers(0, 4))
    if name == "rounds":
        far = int(rng.choice(FAR))
        return LONG_BOOSTING if LONG_BOOSTING < far <= MOST_ROUNDS else far
    if isinstance(value, bool):
        return not value
    if isinstance(value, float):
        return float(rng.choice([np.nan, np.inf, 0.0, -1.0, 1e300]))
    return int(rng.choice(FAR))


def main(seed, count):
    """Make `count` changed calls of every function; anything but a ValueError or TypeError ends the program."""
    rng, made, refused = np.random.default_rng(seed), 0, 0
    for _ in range(count):
        for name, given in calls(int(rng.integers(1000))).items():
            function = getattr(native._native, name)
            for chosen in rng.choice(list(given), size=rng.integers(1, 3)):
                value = given[chosen]
                array = isinstance(value, np.ndarray)
                given[chosen] = change_array(rng, value) if array else change_scalar(rng, chosen, value)
            made += 1
            try:
                function(**given)
            except (ValueError, TypeError):
                refused += 1
            except BaseException:
                print(name, {key: getattr(value, "shape", value) for key, value in given.items()})  # noqa: T201
                raise
    print(made, refused)  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))

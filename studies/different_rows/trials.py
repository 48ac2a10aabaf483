"""Which tests are tried by which measures, and what they say about one draw from a world in which nothing differs."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING
from unittest.mock import patch

from foldwise.comparisons import (
    UnpairedPair,
    given_value,
    homogeneity_test,
    share_test,
    unpaired_method,
    value_test,
)
from foldwise.comparisons.different_rows import mover
from foldwise.comparisons.different_rows.permutation import permuted_p_value
from foldwise.errors import FoldwiseError
from foldwise.measures import ModelScores, measure
from studies.different_rows.worlds import true_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np

    from studies.different_rows.worlds import World

SAMPLES = 4
"""Systems of a draw: the first two are held against the truth, and against each other, as the last two are."""
DEALS = 19
"""Random deals of a permutation test: its size at 5 % is the same for 19, 99 or 9999 of them."""
ONE, TWO, FOUR = "1 system", "2 systems", f"{SAMPLES} systems"
PERMUTATION = "unpaired-permutation"
CLASSES = {
    "given-value": ("error", "f1", "mcc", "auc", "brier"),
    "two-proportions": ("error", "recall"),
    "unpaired-delong": ("auc",),
    "welch-t": ("brier",),
    "mover": ("f1",),
    "homogeneity": ("error", "auc", "f1"),
}
VALUES = {
    "given-value": ("rmse", "mae"),
    "welch-t": ("rmse", "mae"),
    "mover": ("rmse",),
    PERMUTATION: ("rmse",),
    "homogeneity": ("rmse",),
}

Key = tuple[str, str, str]
"""Test, number of systems or kind of test, measure."""
Found = tuple[float, float, float]
"""P-value, and the ends of the interval less the truth; not numbers where there is none."""
NOTHING = (nan, nan, nan)


def found_in(world: World, rng: np.random.Generator, *, whole: bool) -> Iterator[tuple[Key, Found]]:
    """What every test says about one draw; only the tests of four systems where the draw is not used as a whole."""
    rows = world.draw(rng, SAMPLES)
    scored: dict[str, list[ModelScores]] = {}
    known = VALUES if world.numeric else CLASSES
    with patch.object(mover, "inverted_p_value", at_five), patch.object(given_value, "inverted_p_value", at_five):
        for test, names in known.items():
            for name in names:
                if suits(test, name, world) and (whole or test == "homogeneity"):
                    if name not in scored:
                        scored[name] = [ModelScores(one, one.models[0], measure(name)) for one in rows]
                    yield from found_by(test, scored[name], world, rng)
    if whole and not world.numeric and not (world.unequal or world.ties):
        yield from of_shares(world, rng)


def at_five(ends: Callable[[float], tuple[float, float]], value: float, *, least: float) -> float:  # noqa: ARG001
    """Whether the 95 % interval holds a value, as a p-value of 1 or 0: all that is asked here, without a bisection."""
    low, high = ends(0.95)
    return float(not (low > value or high < value))


def suits(test: str, name: str, world: World) -> bool:
    """Whether a test is of interest: unlike tails share their RMSE only, and have no one truth of two sizes."""
    if world.unlike and (name != "rmse" or test == "given-value"):
        return False
    return not (test == "given-value" and world.unequal)


def found_by(
    test: str, scored: Sequence[ModelScores], world: World, rng: np.random.Generator
) -> Iterator[tuple[Key, Found]]:
    """What one test says about every system, every pair, or all of them."""
    name = scored[0].measure.name
    if test == "given-value":
        truth = true_value(world, name)
        yield from (((test, ONE, name), attempt(of_value, one, truth)) for one in scored[:2])
    elif test == "homogeneity":
        yield (test, FOUR, name), attempt(of_several, scored)
    else:
        pairs = (UnpairedPair(a, b) for a, b in zip(scored[::2], scored[1::2], strict=True))
        yield from (((test, TWO, name), attempt(of_pair, test, pair, rng)) for pair in pairs)


def attempt(ask: Callable[..., Found], *what: object) -> Found:
    """What a test says; nothing where it is refused."""
    try:
        return ask(*what)
    except FoldwiseError:
        return NOTHING


def of_shares(world: World, rng: np.random.Generator) -> Iterator[tuple[Key, Found]]:
    """One share, held against the one it was drawn from."""
    share = true_value(world, "error")
    for k in rng.binomial(world.n, share, SAMPLES):
        for kind in ("mid-p", "exact", "score"):
            yield ("one-share", kind, "error"), (share_test(int(k), world.n, share, kind=kind).p_value, nan, nan)


def of_value(scored: ModelScores, truth: float) -> Found:
    """A measure held against its true value."""
    if isnan(scored.value):
        return NOTHING
    found = value_test(scored, truth)
    return found.p_value, found.interval.low - truth, found.interval.high - truth


def of_pair(test: str, pair: UnpairedPair, rng: np.random.Generator) -> Found:
    """Two systems on different rows."""
    method = unpaired_method(test)
    if method.refusal(pair) is not None:
        return NOTHING
    if test == PERMUTATION:
        return permuted_p_value(pair, DEALS, int(rng.integers(2**31)))[1], nan, nan
    found = method.compare(pair, 0.95)
    return found.p_value, found.low, found.high


def of_several(scored: Sequence[ModelScores]) -> Found:
    """Four systems on different rows."""
    if any(isnan(one.value) for one in scored):
        return NOTHING
    return homogeneity_test(scored).p_value, nan, nan

"""The compiled kernels where they were built, and numpy versions of them where they were not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from foldwise.native.loading import BrokenKernelsError, kernels_in_use, load_kernels

WORTH_THREADS = 100_000
"""Numbers to go through from which on a second thread pays."""

if TYPE_CHECKING:
    from foldwise import _native as _native

    COMPILED: bool
    """Whether the compiled kernels are used; without them every function has a numpy path."""
else:
    _native = load_kernels()
    COMPILED = _native is not None


def cores() -> int:
    """Number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# Below what they use.
from foldwise.native.draws import STEP, bootstrap_wins, draw_counts, draw_seeded, key_of_stratum, mix  # noqa: E402
from foldwise.native.sums import KEY_TYPES, count_pairs, exact_sum, group_sums  # noqa: E402

__all__ = [
    "COMPILED",
    "KEY_TYPES",
    "STEP",
    "WORTH_THREADS",
    "BrokenKernelsError",
    "bootstrap_wins",
    "cores",
    "count_pairs",
    "draw_counts",
    "draw_seeded",
    "exact_sum",
    "group_sums",
    "kernels_in_use",
    "key_of_stratum",
    "load_kernels",
    "mix",
]

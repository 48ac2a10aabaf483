"""Run all benchmarks, or the named ones: ``python -m benchmarks foundation resamples``."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from foldwise.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Sequence

BENCHMARKS = (
    "backends", "checks", "compare", "engine", "engine_trees", "ensemble_fits", "estimates", "foundation", "million_runs", "nested_super_learner",
    "report_page", "resamples", "score", "sklearn_dropin", "tree_paths",
)  # fmt: skip
WHEN_NAMED = ("diagnose", "engine_device", "generic_pool", "score_scale", "store_overhead")
"""Benchmarks that run only when they are named: some need a cluster, a device or packages that are no dependencies."""
NAMES = (*BENCHMARKS, *WHEN_NAMED)
HELP = f"""{__doc__}

run by default: {", ".join(BENCHMARKS)}
run when named: {", ".join(WHEN_NAMED)}"""


def main(names: Sequence[str] = ()) -> int:
    """Run one after the other, or say which there are; gives the exit code."""
    if {"-h", "--help"}.intersection(names):
        print(HELP)
        return 0
    unknown = [name for name in names if name not in NAMES]
    if unknown:  # before anything runs for minutes
        print(f"{UnknownNameError.of('benchmark', unknown[0], NAMES)} (python -m benchmarks --help)", file=sys.stderr)
        return 2
    for name in names or BENCHMARKS:
        print(f"\n=== {name} ===", flush=True)
        import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

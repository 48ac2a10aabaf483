"""Run all benchmarks, or the named ones: ``python -m benchmarks foundation resamples``."""

from __future__ import annotations

import sys
from importlib import import_module

BENCHMARKS = (
    "backends", "checks", "compare", "engine", "engine_trees", "ensemble_fits", "estimates", "foundation", "million_runs", "nested_super_learner",
    "report_page", "resamples", "score", "sklearn_dropin", "tree_paths",
)  # fmt: skip


def main() -> None:
    """Run one after the other."""
    for name in sys.argv[1:] or BENCHMARKS:
        print(f"\n=== {name} ===", flush=True)
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()

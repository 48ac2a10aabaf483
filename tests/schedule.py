"""Which process of pytest-xdist runs which files."""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling

STARTING = tuple(
    f"tests/{name}.py"
    for name in (
        "engine/single_fits/test_clock",
        *(f"engine/execution/{name}" for name in ("test_execute", "test_pool", "test_process_settings")),
        *(f"engine/execution/backends/{name}" for name in ("test_dispatch", "test_remote")),
        "engine/test_run",
        "models/test_reference",
        "evaluation/test_samples",
        "cli/test_meter",
    )
)
"""Files whose tests start worker processes whatever has been started before."""
TOGETHER = (
    (*STARTING, "tests/engine/execution/backends/", "tests/faults/", "tests/test_native.py"),
    ("tests/charts/", "tests/reports/", "tests/run_records/", "tests/browser/", "tests/cli/test_saving.py"),
    ("tests/conformance/test_metamorphic_",),
    ("tests/tracking/", "tests/api/test_log_to_mlflow.py", "tests/cli/test_output.py"),
    ("src/",),
)
"""Files, by how their names begin, that one process runs: they make the same results, leave workers to each other, import
packages that take long, or take long with few tests and must not come last."""


class Schedule(LoadFileScheduling):
    """Whole files, and those of `TOGETHER` as if they were one."""

    def _split_scope(self, nodeid: str) -> str:
        return next((starts[0] for starts in TOGETHER if nodeid.startswith(starts)), super()._split_scope(nodeid))

"""Which process of pytest-xdist runs which files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    import pytest
    from xdist.workermanage import WorkerController

STARTING = tuple(
    f"tests/{name}.py"
    for name in (
        "engine/single_fits/test_clock",
        *(f"engine/execution/{name}" for name in ("test_execute", "test_pool", "test_process_settings")),
        *(f"engine/execution/backends/{name}" for name in ("test_dispatch", "test_remote")),
        "engine/test_run",
        "models/test_reference",
        "evaluation/test_samples",
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


def send_less(config: pytest.Config) -> None:
    """Have this process of pytest-xdist send the outcome of a test alone, not that it began and was set up and cleaned up well.

    Three messages of six for each of thousands of tests; where times or a report in XML are asked for, all are needed.
    """
    (worker,) = (one for one in config.pluginmanager.get_plugins() if type(one).__name__ == "WorkerInteractor")
    send = worker.sendevent

    def sent(name: str, **about: object) -> None:
        data = about.get("data")
        well = name == "testreport" and data["when"] != "call" and data["outcome"] == "passed"
        if not well and name != "logstart":
            send(name, **about)

    if config.option.durations is None and config.option.xmlpath is None:
        worker.sendevent = sent


class Schedule(LoadFileScheduling):
    """Files in the order of the number of their tests; what was run is not looked at again.

    After each test xdist counts the tests of all files that a process has had, and it looks for each test among all: with
    thousands of them that takes seconds.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((starts[0] for starts in TOGETHER if nodeid.startswith(starts)), super()._split_scope(nodeid))

    def add_node_collection(self, node: WorkerController, collection: list[str]) -> None:
        """Take the tests that a process has found."""
        super().add_node_collection(node, collection)
        if node in self.registered_collections:
            self.registered_collections[node] = Numbered(collection)

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Take note that a test was run."""
        super().mark_test_complete(node, item_index, duration)
        work = self.assigned_work[node]
        for scope in [scope for scope, tests in work.items() if all(tests.values())]:
            del work[scope]


class Numbered(list):
    """Names that know their places."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(names)
        self.places = {name: at for at, name in enumerate(names)}

    def index(self, name: str) -> int:
        """Where a name stands."""
        return self.places[name]

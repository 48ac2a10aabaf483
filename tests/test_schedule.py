"""Every test is run once, and files that belong together by one process."""

from pathlib import Path
from types import SimpleNamespace

from tests.schedule import TOGETHER, Schedule

ROOT = Path(__file__).parents[1]
FILES = {
    "tests/charts/test_a.py": 3,
    "tests/reports/test_b.py": 2,
    "src/foldwise/c.py": 1,
    "tests/d.py": 4,
    "tests/e.py": 1,
}
TESTS = [f"{name}::test_{at}" for name, count in FILES.items() for at in range(count)]
CONFIG = SimpleNamespace(getvalue=lambda _: ["popen", "popen"], option=SimpleNamespace(loadscopereorder=True))


class Node:
    """A process that is told what to run."""

    def __init__(self):
        self.told, self.run, self.shutting_down = [], [], False
        self.gateway = SimpleNamespace(id="gw")

    def send_runtest_some(self, numbers):
        self.told += numbers

    def shutdown(self):
        self.shutting_down = True

    def step(self, schedule):
        """Run the next test."""
        if self.told:
            self.run.append(self.told.pop(0))
            schedule.mark_test_complete(self, self.run[-1])


def started():
    schedule, nodes = Schedule(CONFIG), [Node(), Node()]
    for node in nodes:
        schedule.add_node(node)
    for node in nodes:
        schedule.add_node_collection(node, TESTS)
    schedule.schedule()
    return schedule, nodes


def finished(schedule, nodes):
    """The names of the tests that each process has run in the end."""
    while any(node.told for node in nodes):
        for node in nodes:
            node.step(schedule)
    return [[TESTS[at] for at in node.run] for node in nodes]


def test_every_test_is_run_once_and_a_file_by_one_process():
    schedule, nodes = started()
    first, second = finished(schedule, nodes)
    assert sorted(first + second) == sorted(TESTS)
    together = {name for name in TESTS if name.startswith(("tests/charts/", "tests/reports/"))}
    assert together <= {*first} or together <= {*second}
    assert not schedule.has_pending
    assert all(node.shutting_down for node in nodes)


def test_the_files_that_belong_together_are_there():
    for start in (one for starts in TOGETHER for one in starts):
        assert [*ROOT.glob(f"{start}*")], start

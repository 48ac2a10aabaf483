"""Hypothesis draws the same examples in every run, so that a green commit stays green; `make test-all` draws new ones.

The secret of stores is one of the tests, not that of whoever runs them.
"""

import gc
import linecache
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from foldwise.engine.execution.processes import SESSION
from foldwise.installed import SKLEARN
from tests.schedule import STARTING, Schedule

UNMEASURED = tuple(f"tests/{name}/" for name in ("conformance", "simulation"))
"""Folders whose tests repeat the same lines over many worlds: coverage is counted without them, which takes half the time."""

BORROWED = "src/foldwise/sklearn/__init__.py::"
"""Examples of scikit-learn's own documentation: its functions stand there by their names."""
STEPPED_ASIDE = (
    *("lda", "qda", "nearest_centroid", "prepared_gaussian", "leave_one_out_lda", "gaussian_scores", "discriminants"),
    *("gradient_boosting", "target_encoder"),
)
"""Families that leave their models to releases of scikit-learn before 1.9, which fit them in another way."""
collect_ignore_glob = [] if SKLEARN >= (1, 9) else [f"*/test_{name}.py" for name in STEPPED_ASIDE]

LEFT = []
"""Workers that wait for the next of these files, and what they have taken over from this process."""

settings.register_profile(
    "same", max_examples=50, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("FOLDWISE_EXAMPLES", "same"))

gc.set_threshold(20_000, 10, 10)
"""Garbage is looked for less often: most of what is imported and collected lives to the end."""

if "FOLDWISE_CONFIG" not in os.environ:
    user = getattr(os, "getuid", int)()
    os.environ["FOLDWISE_CONFIG"] = str(Path(tempfile.gettempdir()) / f"foldwise-tests-{user}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Deal out files as `Schedule` says, where whole files are asked for."""
    return Schedule(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    """Look for examples in the sources only: tests have none, and looking takes as long as collecting the tests."""
    return [one for one in (yield) if type(one) is pytest.Module]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.startswith(BORROWED):
            item.add_marker(pytest.mark.slow)
        if item.nodeid.startswith(UNMEASURED):
            item.add_marker(pytest.mark.no_cover)


def pytest_collection_finish():
    """Look for garbage among what tests make only."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item):
    """Start no workers because earlier tests have spent time on fits, or the machine is busy: that costs more than any test.

    Those that earlier files have left are there for files whose tests start some: to start one costs more than most tests.
    """
    SESSION.spent = -60.0
    if isinstance(item, pytest.DoctestItem):
        linecache.clearcache()  # every example has a debugger look whether the files that tracebacks have read are changed
    if LEFT and item.nodeid.startswith(STARTING):
        workers, SESSION.surroundings = LEFT.pop()
        SESSION.all.update(workers)
        SESSION.idle += workers


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """Put aside the workers that tests of a file have left: to hand them the small fits of later files costs more than these."""
    if (nextitem is None or nextitem.path != item.path) and len(SESSION.all):
        if SESSION.idle and not LEFT:
            LEFT.append(([*SESSION.idle], SESSION.surroundings))
            SESSION.all.difference_update(SESSION.idle)
        SESSION.close()


def pytest_sessionfinish():
    """End the workers that were put aside."""
    while LEFT:
        for worker in LEFT.pop()[0]:
            worker.stop()

"""Hypothesis draws the same examples in every run, so that a green commit stays green; `make test-all` draws new ones.

The secret of stores is one of the tests, not that of whoever runs them.
"""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

UNMEASURED = {"conformance", "simulation"}
"""Folders whose tests repeat the same lines over many worlds: coverage is counted without them, which takes half the time."""

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("FOLDWISE_EXAMPLES", "same"))

if "FOLDWISE_CONFIG" not in os.environ:
    user = getattr(os, "getuid", int)()
    os.environ["FOLDWISE_CONFIG"] = str(Path(tempfile.gettempdir()) / f"foldwise-tests-{user}")


def pytest_collection_modifyitems(items):
    for item in items:
        if UNMEASURED & set(item.path.parts):
            item.add_marker(pytest.mark.no_cover)

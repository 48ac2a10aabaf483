"""Hypothesis draws the same examples in every run, so that a green commit stays green; `make test-all` draws new ones.

The secret of stores is one of the tests, not that of whoever runs them.
"""

import os
import tempfile

from hypothesis import HealthCheck, settings

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("FOLDWISE_EXAMPLES", "same"))

if "FOLDWISE_CONFIG" not in os.environ:
    os.environ["FOLDWISE_CONFIG"] = os.path.join(tempfile.gettempdir(), f"foldwise-tests-{getattr(os, 'getuid', int)()}")  # noqa: PTH118

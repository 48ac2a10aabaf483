"""Hypothesis draws the same examples in every run, so that a green commit stays green; `make test-all` draws new ones."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("FOLDWISE_EXAMPLES", "same"))

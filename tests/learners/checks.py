"""scikit-learn's checks of an estimator."""

from functools import partial

import pytest
from sklearn.utils import estimator_checks


def checks_of(*estimators):
    """All checks, but those of array libraries other than numpy, which need an environment variable to run.

    The text of an estimator, which takes long to write, is written once for all of its checks.
    """
    return [
        pytest.param(one, check, id=f"{text}-{name_of(check)}")
        for estimator, text in zip(estimators, map(str, estimators), strict=True)
        for one, check in generate(estimator)
        if "array_api" not in name_of(check)
    ]


def generate(estimator):
    """Pairs of the estimator and a check; the function had another name before scikit-learn 1.6."""
    if hasattr(estimator_checks, "estimator_checks_generator"):
        return estimator_checks.estimator_checks_generator(estimator)
    return estimator_checks.check_estimator(estimator, generate_only=True)


def name_of(check):
    return check.func.__name__ if isinstance(check, partial) else check.__name__

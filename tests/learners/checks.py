"""scikit-learn's checks of an estimator."""

from functools import partial

from sklearn.utils.estimator_checks import estimator_checks_generator


def checks_of(*estimators):
    """All checks, but those of array libraries other than numpy, which need an environment variable to run."""
    found = [pair for estimator in estimators for pair in estimator_checks_generator(estimator)]
    return [(estimator, check) for estimator, check in found if "array_api" not in name_of(check)]


def name_of(check):
    return check.func.__name__ if isinstance(check, partial) else check.__name__

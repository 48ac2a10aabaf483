"""scikit-learn's checks of an estimator."""

from functools import partial

from sklearn.utils import estimator_checks


def checks_of(*estimators):
    """All checks, but those of array libraries other than numpy, which need an environment variable to run."""
    found = [pair for estimator in estimators for pair in generate(estimator)]
    return [(estimator, check) for estimator, check in found if "array_api" not in name_of(check)]


def generate(estimator):
    """Pairs of the estimator and a check; the function had another name before scikit-learn 1.6."""
    if hasattr(estimator_checks, "estimator_checks_generator"):
        return estimator_checks.estimator_checks_generator(estimator)
    return estimator_checks.check_estimator(estimator, generate_only=True)


def name_of(check):
    return check.func.__name__ if isinstance(check, partial) else check.__name__

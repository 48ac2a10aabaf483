"""scikit-learn's checks of an estimator."""

from functools import partial

from sklearn.utils import estimator_checks


def complaints(*estimators):
    """What scikit-learn's checks of the estimators find: the name of each check that fails, and what it says.

    Two thousand checks as tests of their own take longer than to be done. Those of array libraries other than numpy are left
    out: they need an environment variable to run.
    """
    found = []
    for estimator in estimators:
        checks = [pair for pair in generate(estimator) if "array_api" not in name_of(pair[1])]
        assert checks
        for one, check in checks:
            try:
                check(one)
            except Exception as error:  # noqa: BLE001 - a check fails by any error, and one that skips has checked nothing
                found.append(f"{estimator}: {name_of(check)}: {type(error).__name__}: {error}")
    return found


def generate(estimator):
    """Pairs of the estimator and a check; the function had another name before scikit-learn 1.6."""
    if hasattr(estimator_checks, "estimator_checks_generator"):
        return estimator_checks.estimator_checks_generator(estimator)
    return estimator_checks.check_estimator(estimator, generate_only=True)


def name_of(check):
    return check.func.__name__ if isinstance(check, partial) else check.__name__

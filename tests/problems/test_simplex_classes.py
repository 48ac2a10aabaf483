"""Classes at equal distances."""

import pytest

from foldwise.errors import InputError
from foldwise.problems import GaussianClasses, SimplexClasses


def test_two_classes_are_two_gaussian_classes():
    assert SimplexClasses(2, 1.7).bayes_risk == pytest.approx(GaussianClasses(2, 1.7).bayes_risk, abs=1e-9)


def test_posteriors_sum_to_one_and_peak_at_the_largest_column():
    X, _ = SimplexClasses(4).draw(30)
    posterior = SimplexClasses(4).posterior(X)
    assert posterior.sum(axis=1) == pytest.approx(1)
    assert (posterior.argmax(axis=1) == X.argmax(axis=1)).all()


def test_one_class_is_refused():
    with pytest.raises(InputError, match="two classes or more"):
        SimplexClasses(1)

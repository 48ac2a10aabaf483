"""Labels turned at random."""

import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier

from foldwise.errors import InputError
from foldwise.problems import GaussianClasses, GaussianLinear, NoisyLabels, SimplexClasses, Xor


def test_a_separable_rule_has_the_noise_as_its_bayes_error():
    assert NoisyLabels(Xor(), 0.15).bayes_risk == pytest.approx(0.15)


def test_the_risk_of_one_nearest_neighbour_tends_to_twice_the_noise():
    """2ν(1 - ν) in the limit, METHODS L.4."""
    problem = NoisyLabels(Xor(), 0.2)
    X, y = problem.draw(4000)
    found = problem.risk(KNeighborsClassifier(1).fit(X, y), rows=10_000)
    assert found.value == pytest.approx(2 * 0.2 * 0.8, abs=0.03)


def test_closed_forms_stay_closed():
    clean = GaussianClasses()
    problem = NoisyLabels(clean, 0.1)
    model = LinearDiscriminantAnalysis().fit(*problem.draw(100))
    assert problem.risk(model).exact
    assert problem.risk(model).value == pytest.approx(0.1 + 0.8 * clean.risk(model).value)


def test_numbers_and_several_classes_are_refused():
    for other in (GaussianLinear(), SimplexClasses(3)):
        with pytest.raises(InputError, match=f"{other.name} has others"):
            NoisyLabels(other)
    with pytest.raises(InputError, match=r"not at 0\.7"):
        NoisyLabels(Xor(), 0.7)

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from foldwise.diagnosing.capacity import CapacityPart, family_of
from tests.diagnosing.subjects import classes, subject, values


def test_a_linear_rule_of_p_columns_has_dimension_p_plus_1():
    found = CapacityPart().find(subject(LogisticRegression(), *classes()), {})["capacity"]
    assert (found.family, found.dimension) == ("linear", 5)
    assert [one.name for one in found.bounds] == ["VC", "Rademacher"]
    assert found.rademacher[0] < 0.5


def test_one_neighbour_fits_any_labels():
    found = CapacityPart().find(subject(KNeighborsClassifier(1), *classes()), {})["capacity"]
    assert np.isinf(found.dimension)
    assert found.rademacher[0] == 1.0
    assert all(one.vacuous for one in found.bounds)
    assert "worst distribution" in found.notes[0]


def test_values_of_a_linear_model_have_a_bound():
    found = CapacityPart().find(subject("linear", *values()), {})["capacity"]
    assert found.bounds[0].value > found.bounds[0].training_error


@pytest.mark.parametrize(
    ("model", "family"), [(SVC(), ""), (SVC(kernel="linear"), "linear"), (KNeighborsClassifier(5), "")]
)
def test_families(model, family):
    assert family_of(model) == family


def test_three_classes_and_other_losses_are_left_out():
    X, y = classes()
    assert "two classes" in CapacityPart().refusal(subject("lda", X, np.arange(160) % 3))
    assert "brier" in CapacityPart().refusal(subject("lda", X, y, measure="brier"))
    assert "not known" in CapacityPart().refusal(subject("tree", *values()))

"""Ensembles have names on the command line."""

import foldwise
from foldwise.ensembles import BaggedClassifier, StackedClassifier
from foldwise.learners import Prism
from foldwise.models import as_models, find_model
from foldwise.models.named_ensembles import NAMED_ENSEMBLES


def test_every_estimator_of_the_room_that_is_one_of_a_kind_has_a_name():
    assert {home for one in NAMED_ENSEMBLES for home in one.classes} >= {"BaggedClassifier", "RuleCommittee", "Prism"}
    assert find_model("ecoc").name == "output-codes"


def test_an_estimator_is_called_by_its_name():
    iris = foldwise.sample("iris")
    assert list(as_models([BaggedClassifier(), StackedClassifier(), Prism()], iris)) == ["bagging", "stacking", "prism"]


def test_rules_on_the_command_line_may_leave_rows_unclassified():
    (model,) = as_models("prism", foldwise.sample("iris")).values()
    assert model.default_class is False

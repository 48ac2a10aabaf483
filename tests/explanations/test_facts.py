"""The same keys for every kind."""

import pytest
from sklearn.linear_model import Lasso

from foldwise.explanations.facts import facts_of, measure_parameters
from foldwise.explanations.members import members_called

NAMES = ("auc", "mase", "kfold", "tree", "wilson", "632plus", "nemenyi", "mcnemar", "FW101")


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_says_what_it_is_its_parameters_and_what_has_no_value(name):
    for kind, member in members_called(name).items():
        facts = facts_of(kind, member)
        assert facts["kind"] == kind
        assert facts["name"]
        assert facts["summary"]
        assert facts["undefined"]
        assert all(one["name"] for one in facts["parameters"])
        assert facts.get("assumptions") or kind == "measure"


def test_a_plan_says_what_is_valid_for_it_and_what_it_was_given():
    facts = facts_of("plan", members_called("kfold(5, repeats=2)")["plan"])
    assert [one["value"] for one in facts["parameters"]] == ["5", "2", "True"]
    assert "rows: without groups and time order" in facts["assumptions"]
    assert any(text.startswith("intervals: influence, corrected-t") for text in facts["assumptions"])
    assert not any("naive-t" in text for text in facts["assumptions"])


def test_a_model_names_its_class_its_steps_and_its_settings():
    facts = facts_of("model", members_called("logistic")["model"])
    assert facts["made_by"] == ["sklearn.linear_model.LogisticRegression"]
    assert {"name": "max_iter", "default": "1000", "what": ""} in facts["parameters"]
    assert any("numbers standardised, with missing values filled in" in text for text in facts["assumptions"])


def test_a_learner_of_our_own_says_what_it_does():
    facts = facts_of("model", members_called("c45")["model"])
    assert "highest gain ratio" in facts["formula"]
    assert "Quinlan (1993)" in facts["reference"]
    assert "before it: nothing, since it takes missing values and categories as they are" in facts["assumptions"]
    assert any(one["name"] == "confidence" and "the smaller the tree" in one["what"] for one in facts["parameters"])


def test_an_estimator_of_your_own_is_described_as_it_is():
    facts = facts_of("model", Lasso(alpha=0.5))
    assert (facts["name"], facts["summary"][:12]) == ("Lasso", "Linear Model")
    assert {"name": "alpha", "default": "0.5", "what": ""} in facts["parameters"]


def test_parameters_of_a_measure_belong_to_its_family():
    assert [one["default"] for one in measure_parameters("lift(0.2)[yes]")] == ["0.1"]
    assert measure_parameters("error") == []

"""What a name or an object stands for."""

import pytest
from sklearn.linear_model import Lasso
from sklearn.neighbors import KNeighborsClassifier

from foldwise.comparisons import ADJUSTMENTS
from foldwise.errors import FoldwiseError, InputError, UnknownNameError
from foldwise.explanations.members import TEST_FUNCTIONS, members_called
from foldwise.intervals import interval_method
from foldwise.measures import measure
from foldwise.plans import KFold


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("influence", ["interval", "test"]),
        (".632+", ["interval", "estimate"]),
        ("632", ["estimate"]),
        ("Sensitivity", ["measure"]),
        ("macro-f(0.5)", ["measure"]),
        ("mase", ["measure"]),
        ("roc_auc_score", ["measure"]),
        ("kfold", ["plan"]),
        ("StratifiedKFold", ["plan"]),
        ("holdout(1/4)", ["plan"]),
        ("holdout", ["estimate", "plan"]),
        ("rf", ["model"]),
        ("RandomForestClassifier", ["model"]),
        ("fw101", ["check"]),
        *((name, ["test"]) for name in TEST_FUNCTIONS),
        ("bbc", ["correction"]),
        *((name, ["adjustment"]) for name in ADJUSTMENTS if name != "none"),
    ],
)
def test_a_name_is_looked_up_in_every_catalogue(name, kinds):
    assert list(members_called(name)) == kinds


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        (measure("auc"), "measure"),
        (KFold(5), "plan"),
        (KNeighborsClassifier(), "model"),
        (Lasso(), "model"),
        (interval_method("wilson"), "interval"),
        (TEST_FUNCTIONS["nemenyi"], "test"),
        (max, "measure"),
    ],
)
def test_an_object_is_what_it_is(what, kind):
    assert list(members_called(what)) == [kind]


def test_an_estimator_of_the_catalogue_is_its_named_model():
    assert members_called(KNeighborsClassifier())["model"].name == "knn"


@pytest.mark.parametrize(
    ("name", "tried"),
    [
        ("auto", "'influence' or another of foldwise"),
        ("corected-t", "'corrected-t'"),
        ("hinge", "'log-loss', which counts how sure"),
        ("lasso", "'ridge'"),
    ],
)
def test_an_unknown_name_leads_to_the_nearest(name, tried):
    with pytest.raises(UnknownNameError, match=f"called '{name}'; try {tried}"):
        members_called(name)


def test_what_has_no_name_is_refused():
    with pytest.raises(InputError, match=r"is explained, not int; try foldwise\.explain"):
        members_called(7)


@pytest.mark.parametrize(("text", "told"), [("f(0)", "beta, .* not '0'"), ("kfold(1)", "a whole number from 2, not 1")])
def test_arguments_that_are_wrong_are_told_where_the_name_is_known(text, told):
    with pytest.raises(FoldwiseError, match=told):
        members_called(text)

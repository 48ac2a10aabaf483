"""The door of the verbs: each is imported when it is first used, and its name never means its file."""

import sys
from types import FunctionType, ModuleType

import pytest

import foldwise
from foldwise import api, reports


@pytest.mark.parametrize("verb", api.__all__)
def test_the_name_of_a_verb_means_the_verb(verb):
    assert isinstance(getattr(api, verb), FunctionType)
    assert getattr(foldwise, verb) is getattr(api, verb)


def test_a_verb_is_imported_when_it_is_asked_for(monkeypatch):
    monkeypatch.delitem(vars(api), "assess", raising=False)
    assert api.assess is sys.modules["foldwise.api.assess"].__dict__["assess"]


def test_the_import_of_a_file_leaves_the_verb(monkeypatch):
    monkeypatch.delitem(vars(api), "explain", raising=False)
    file = ModuleType("foldwise.api.explain")
    file.explain = foldwise.explain
    api.explain = file  # what Python does after it has imported a file
    assert api.explain is foldwise.explain


def test_every_name_of_the_reports_has_a_home():
    assert sorted(reports._HOMES) == sorted(reports.__all__)
    assert all(getattr(reports, name) is not None for name in reports.__all__)


@pytest.mark.parametrize("package", [api, reports])
def test_a_name_that_does_not_exist_is_no_attribute(package):
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("asses", "; try foldwise.assess"),
        ("cross_val_score", "; try foldwise.sklearn.cross_val_score"),
        ("GridSearchCV", "; try foldwise.sklearn.GridSearchCV"),
        ("nothing", ""),
        ("_private", ""),
    ],
)
def test_a_name_that_foldwise_lacks_is_told_where_it_is(name, hint):
    with pytest.raises(AttributeError) as caught:
        getattr(foldwise, name)
    assert str(caught.value) == f"module 'foldwise' has no attribute '{name}'{hint}"
    assert (caught.value.name, caught.value.obj) == (name, foldwise)  # Python's own suggestions are made of these


def test_the_names_of_scikit_learn_are_those_of_the_drop_in():
    from foldwise import sklearn

    assert set(foldwise._OF_SKLEARN) < set(sklearn.__all__)

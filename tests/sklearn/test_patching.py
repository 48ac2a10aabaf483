"""The patch: in place, seen by modules that have imported already, and away again."""

import sys
from types import ModuleType

import pytest
import sklearn.model_selection as selection
from sklearn.naive_bayes import GaussianNB

import foldwise.sklearn as ours
from tests.sklearn.equal import IRIS

OWN = selection.cross_val_score, selection.GridSearchCV


@pytest.fixture
def importer():
    module = ModuleType("importer")
    module.score, module.Search = OWN
    sys.modules["importer"] = module
    yield module
    del sys.modules["importer"]


def test_a_patch_replaces_what_modules_have_imported(importer):
    with ours.patch():
        assert selection.cross_val_score is ours.cross_val_score
        assert (importer.score, importer.Search) == (ours.cross_val_score, ours.GridSearchCV)
        assert importer.score(GaussianNB(), *IRIS).shape == (5,)
    assert (selection.cross_val_score, selection.GridSearchCV) == OWN
    assert (importer.score, importer.Search) == OWN


def test_what_is_imported_under_the_patch_is_put_back_too(importer):
    ours.patch()
    importer.later = selection.cross_validate
    ours.unpatch()
    assert importer.later is selection.cross_validate
    assert importer.later is not ours.cross_validate


def test_a_second_patch_and_a_second_unpatch_do_nothing():
    ours.patch()
    ours.patch()
    ours.unpatch()
    ours.unpatch()
    assert (selection.cross_val_score, selection.GridSearchCV) == OWN


def test_the_patch_is_away_after_an_error():
    with pytest.raises(ZeroDivisionError), ours.patch():
        _ = 1 / 0
    assert (selection.cross_val_score, selection.GridSearchCV) == OWN

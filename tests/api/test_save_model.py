"""`save_model` keeps the model that was asked for, with its own figures."""

import pytest
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.errors import InputError

IRIS = foldwise.sample("iris")


def test_one_of_several_models(tmp_path):
    result = foldwise.assess(["lda", "gaussian-nb"], IRIS, measures="error")
    saved = foldwise.save_model(result, tmp_path / "m.skops", model="gaussian-nb")
    assert saved.card.name == "gaussian-nb"
    assert saved.card.figures[0]["value"] == result.finding("gaussian-nb", "error").estimate.value


def test_which_one_must_be_said(tmp_path):
    result = foldwise.assess(["lda", "gaussian-nb"], IRIS, measures="error")
    with pytest.raises(InputError, match="has 2 models: lda, gaussian-nb; try model='lda'"):
        foldwise.save_model(result, tmp_path / "m.skops")


def test_a_selection_keeps_the_corrected_figure(tmp_path):
    found = foldwise.select(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, IRIS)
    saved = foldwise.save_model(found, tmp_path / "m.skops")
    assert saved.card.figures[0]["value"] == found.corrected.estimate.value
    with pytest.raises(InputError, match="keeps the chosen model"):
        foldwise.save_model(found, tmp_path / "m.skops", model="other")


def test_a_selection_without_a_model(tmp_path):
    found = foldwise.select(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, IRIS, refit=False)
    with pytest.raises(InputError, match="has no fitted model"):
        foldwise.save_model(found, tmp_path / "m.skops")


def test_other_results_and_places(tmp_path):
    result = foldwise.assess("lda", IRIS, measures="error")
    with pytest.raises(InputError, match="not of 'lda'"):
        foldwise.save_model("lda", tmp_path / "m.skops")
    with pytest.raises(InputError, match=r"saved as \.skops"):
        foldwise.save_model(result, tmp_path / "m.pkl")
    with pytest.raises(InputError, match="cannot be written"):
        foldwise.save_model(result, tmp_path / "nowhere" / "m.skops")

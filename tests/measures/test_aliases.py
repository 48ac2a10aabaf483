"""Every name that scikit-learn has for a metric is one of ours, or leads to the nearest by meaning."""

import re

import pytest
from sklearn import metrics

from foldwise.errors import UnknownNameError
from foldwise.measures import measure
from foldwise.measures.aliases import ALIASES, MEANT, SYNONYMS

FUNCTIONS = [
    name
    for name in metrics.__all__
    if name.endswith(("_score", "_loss", "_error", "_deviance", "_corrcoef", "_curve", "_report", "confusion_matrix"))
    and not name.startswith(("multilabel", "pair_"))
]


def test_a_name_of_scikit_learn_is_known_or_has_a_meaning():
    for name in sorted({*metrics.get_scorer_names(), *FUNCTIONS}):
        tidy = name.replace("_", "-")
        if tidy in MEANT:
            with pytest.raises(UnknownNameError, match=re.escape(MEANT[tidy])):
                measure(name)
        else:
            assert measure(name).title


@pytest.mark.parametrize("text", sorted(set(MEANT.values())))
def test_a_hint_by_meaning_names_measures_that_exist(text):
    names = re.findall(r"'([a-z0-9, -]+)'", re.sub(r"[(=]'[^']*'", "", text))
    assert names
    assert [measure(part).name for name in names for part in name.split(",")]


def test_what_has_a_meaning_elsewhere_is_no_measure_here():
    assert not set(MEANT) & set(ALIASES)


def test_the_same_figure_keeps_the_word_it_was_asked_for_by():
    assert [measure(word).label for word in ("sensitivity", "PPV", "sensitivity[yes]", "recall")] == [
        *("sensitivity", "ppv", "sensitivity[yes]", "recall")
    ]
    assert {measure(word).label for word in SYNONYMS} == set(SYNONYMS)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Relative absolute error", "rae"),  # as Weka prints them
        ("Root relative squared error", "rrse"),
        ("Kappa statistic", "kappa"),
        ("TP Rate", "recall"),
        ("ROC Area", "auc"),
        ("PRC Area", "average-precision"),
        ("classif.ce", "error"),  # mlr3
        ("regr.rsq", "r2"),
        ("bal_accuracy", "balanced-accuracy"),  # yardstick
    ],
)
def test_words_of_other_tools_are_known(words, name):
    assert measure(words).name == name


@pytest.mark.parametrize("word", ["neg_log_loss", "roc_auc_score", "logloss", "r2_score"])
def test_spellings_and_signs_of_other_tools_are_shown_as_ours(word):
    assert measure(word).label == measure(word).name


@pytest.mark.parametrize(
    ("name", "tried"),
    [
        ("hinge", "'log-loss', which counts how sure a prediction was, or 'error'"),
        ("silhouette_score", "'kappa' or 'mcc' if classes were predicted; clusters are not measured here"),
        ("acuracy", "'accuracy'"),
        ("qwertz", "foldwise.explain('measures'), which lists them"),
    ],
)
def test_a_hint_is_by_meaning_then_by_spelling_then_the_catalogue(name, tried):
    with pytest.raises(UnknownNameError) as caught:
        measure(name)
    assert str(caught.value) == f"there is no measure called '{name}'; try {tried}"

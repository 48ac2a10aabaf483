"""Arguments under their former names."""

import ast
import inspect
from importlib import import_module

import pytest
from sklearn.base import clone

import foldwise
from foldwise.errors import UnknownArgumentError
from foldwise.renamed import renamed
from tests.worlds import classes

DATA = classes(40, k=2)


@renamed(method="interval")
def f(*, interval="auto"):
    """Give it back."""
    return interval


def test_the_new_name_is_silent(recwarn):
    assert (f(interval="wilson"), f()) == ("wilson", "auto")
    assert not recwarn


def test_the_former_name_works_and_says_the_new_one():
    with pytest.warns(FutureWarning, match="method= is now interval=, and will be gone in version 0.3"):
        assert f(method="wilson") == "wilson"


@pytest.mark.parametrize(("verb", "models"), [(foldwise.assess, "lda"), (foldwise.compare, "lda,gaussian-nb")])
def test_verbs_take_their_former_names(verb, models):
    with pytest.warns(FutureWarning, match="method= is now"):
        result = verb(models, DATA, measures="error", plan="kfold(5)", method="corrected-t")
    assert "corrected-t" in str(result)


def test_the_two_names_together_are_refused():
    said = "method= and interval= are one argument, and both were given; try interval= alone"
    with pytest.warns(FutureWarning), pytest.raises(UnknownArgumentError, match=said):
        f(method="wilson", interval="auto")


@renamed()
def g(*, plan=None, measures=None, weights=None, jobs=None, seed=0, level=0.95):
    """Give nothing."""


@pytest.mark.parametrize(
    ("given", "ours"),
    [
        ({"cv": 5}, "plan=5"),
        ({"scoring": "neg_log_loss"}, "measures='neg_log_loss'"),
        ({"sample_weight": (1.0, 2.0)}, "weights=…"),
        ({"n_jobs": -1}, "jobs=-1"),
        ({"random_state": 7}, "seed=7"),
        ({"alpha": 0.1}, "level=0.9"),
        ({"test_size": 0.25}, "plan='holdout(0.25)'"),
        ({"mesures": "error"}, "measures='error'"),
        ({"drop": ["id"]}, "foldwise.read(…, drop=['id']), whose result every verb takes"),
        ({"interval": "careful"}, "one of jobs, level, measures, plan, seed, weights"),
        ({"other": 1}, "one of jobs, level, measures, plan, seed, weights"),
    ],
)
def test_words_of_other_libraries_are_told_ours(given, ours):
    (name,) = given
    with pytest.raises(UnknownArgumentError) as caught:
        g(**given)
    assert str(caught.value) == f"g has no argument {name}; try {ours}"
    assert isinstance(caught.value, TypeError)


VERBS = [foldwise.assess, foldwise.certify, foldwise.compare, foldwise.experiment, foldwise.explain_engine]
VERBS += [foldwise.compare_unpaired, foldwise.diagnose, foldwise.explain, foldwise.improve, foldwise.permutation_test]
VERBS += [foldwise.read, foldwise.score, foldwise.seal, foldwise.select, foldwise.unseal, foldwise.SelectCV]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.__name__)
def test_every_verb_answers_scikit_learns_words_in_one_sentence(verb):
    for word in ("cv", "scoring", "sample_weight", "n_jobs", "random_state"):
        with pytest.raises(UnknownArgumentError, match=f"^{verb.__name__} has no argument {word}; try "):
            verb(**{word: 5})


def test_signatures_are_those_of_the_verbs():
    assert "measures" in inspect.signature(foldwise.assess).parameters
    assert "space" in inspect.signature(foldwise.select).parameters


@pytest.mark.parametrize("word", ["cv", "scoring"])
def test_what_is_tried_instead_works(word):
    with pytest.raises(UnknownArgumentError) as caught:
        foldwise.assess("lda", DATA, **{word: {"cv": 4, "scoring": "roc_auc"}[word]})
    name, value = caught.value.hint.split("=")
    assert foldwise.assess("lda", DATA, **{name: ast.literal_eval(value)}).models


def test_the_permutation_test_is_told_of_plans_and_has_a_shuffle_of_its_own():
    with pytest.raises(UnknownArgumentError, match="permutation_test has no argument cv; try plan=5"):
        foldwise.permutation_test("lda", DATA, cv=5)
    with pytest.raises(UnknownArgumentError, match="has no argument stratify; try the call without it: plans"):
        foldwise.permutation_test("lda", DATA, stratify=True)
    assert foldwise.permutation_test("lda", DATA, shuffle="rows", permutations=1).shuffle == "rows"


def test_the_warning_points_at_the_line_of_the_user():
    with pytest.warns(FutureWarning) as said:
        assess_by = foldwise.measures.Scored
    assert (said[0].filename, assess_by) == (__file__, foldwise.measures.ModelScores)
    with pytest.warns(FutureWarning) as said:
        f(method="wilson")
    assert said[0].filename == __file__
    with pytest.raises(AttributeError, match=r"module 'foldwise.measures' has no attribute 'Scoerd'"):
        _ = foldwise.measures.Scoerd


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: foldwise.assess("lda", DATA, None, "kfold(3)"),
            "assess takes model, X and y by place and all else by name",
        ),
        (lambda: foldwise.assess("lda"), r"assess needs X; try foldwise.explain\('assess'\)"),
        (lambda: foldwise.assess(), "assess needs model and X"),
        (lambda: foldwise.assess("lda", DATA, model="lda"), "assess was given model twice, by place and by name"),
        (lambda: foldwise.unseal("lda", DATA), "unseal needs sealed"),
    ],
)
def test_arguments_that_do_not_fit_are_told_in_a_sentence(call, said):
    with pytest.raises(UnknownArgumentError, match=said):
        call()


@pytest.mark.parametrize("package", ["measures", "models", "intervals", "comparisons", "predictions"])
def test_a_package_knows_its_former_names_and_says_the_new_ones(package):
    module = import_module(f"foldwise.{package}")
    for old, new in module.FORMER.items():
        with pytest.warns(FutureWarning, match=f"{old} is now {new}, and will be gone in version 0.3"):
            assert getattr(module, old) is getattr(module, new)


def test_interval_and_test_are_told_apart():
    with pytest.raises(UnknownArgumentError, match="compare has no argument interval; try test='careful'"):
        foldwise.compare("lda", DATA, interval="careful")
    with pytest.raises(UnknownArgumentError, match="assess has no argument test; try interval='careful'"):
        foldwise.assess("lda", DATA, test="careful")


def test_a_word_without_ours_is_not_taken_for_one_that_is_spelt_alike():
    with pytest.raises(UnknownArgumentError, match="read has no argument scoring; try one of costs, delimiter"):
        foldwise.read(DATA, scoring="accuracy")


def test_an_estimator_names_our_words_and_keeps_its_parameters():
    with pytest.raises(UnknownArgumentError, match="SelectCV has no argument cv; try plan=5"):
        foldwise.SelectCV("knn", {"n_neighbors": [1]}, cv=5)
    made = foldwise.SelectCV("knn", {"n_neighbors": [1]}, plan=5)
    assert clone(made).get_params()["plan"] == 5

"""The method card."""

import foldwise
from foldwise.intervals import INTERVALS, interval_method
from foldwise.reports.report.method_card import explained_methods, versions_shown


def test_every_interval_method_is_explained_in_words():
    found = explained_methods([one.name for one in INTERVALS], interval_method)
    assert {name for name, _, _ in found} == {one.name for one in INTERVALS}
    assert all(said and "METHODS" not in said for _, said, _ in found)


def test_a_method_that_is_not_known_is_left_out():
    assert explained_methods(["no such method"], interval_method) == ()


def test_versions_name_python_and_foldwise():
    assert {"Python", "foldwise", "numpy"} <= set(dict(versions_shown()))


def test_a_test_is_told_from_an_interval_of_the_same_name():
    found = foldwise.compare("lda, gaussian-nb", foldwise.sample("iris"), plan="kfold(5)", progress=None)
    names = [name for name, *_ in found.report().method]
    assert {"influence", "the test influence"} <= set(names)
    assert len(names) == len(set(names))


def test_an_explanation_is_whole_sentences():
    found = explained_methods([one.name for one in INTERVALS], interval_method)
    assert [name for name, said, _ in found if said.startswith((")", ".", ";", ","))] == []
    assert {name: said for name, said, _ in found}["influence"].startswith("Every measure as a mean of")


def test_the_paragraph_for_a_paper_names_plans_as_papers_do():
    found = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5, repeats=2)", measures="error", progress=None)
    told = found.report().paragraph
    assert "by 5-fold cross-validation repeated 2 times, stratified, seed 0 (20 fits)." in told
    assert "Intervals have a level of 95 % (method: influence)." in told

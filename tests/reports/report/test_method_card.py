"""The method card."""

import foldwise
from foldwise.data import sample
from foldwise.intervals import INTERVALS, interval_method
from foldwise.reports.report.method_card import explained, reproduced, versions


def test_every_interval_method_is_explained_in_words():
    found = explained([one.name for one in INTERVALS], interval_method)
    assert {name for name, _, _ in found} == {one.name for one in INTERVALS}
    assert all(said and "METHODS" not in said for _, said, _ in found)


def test_a_method_that_is_not_known_is_left_out():
    assert explained(["no such method"], interval_method) == ()


def test_the_command_quotes_what_a_shell_would_read():
    (_, python), (_, command) = reproduced("assess", ["a b"], sample("iris"), [("seed", 0)])
    assert "['a b']" in python
    assert "--model 'a b'" in command


def test_versions_name_python_and_foldwise():
    assert {"Python", "foldwise", "numpy"} <= set(dict(versions()))


def test_a_search_is_made_again_with_its_model_and_its_grid():
    found = foldwise.select(
        "tree", {"max_depth": [1, 2, None]}, foldwise.sample("iris"), plan="kfold(5)", progress=None
    )
    python, command = (code for _, code in found.report().reproduction)
    assert python.startswith("foldwise.select('tree', {'max_depth': [1, 2, None]}, foldwise.sample('iris'), plan=")
    assert "--model tree --grid max_depth=1,2,none --plan" in command
    again = eval(python.replace("foldwise.select", "select"), {"foldwise": foldwise, "select": foldwise.select})
    assert again.corrected.estimate.value == found.corrected.estimate.value


def test_a_choice_among_models_is_made_again_with_all_of_them():
    found = foldwise.select(["lda", "gaussian-nb"], None, foldwise.sample("iris"), plan="kfold(5)", progress=None)
    assert "foldwise.select(['lda', 'gaussian-nb'], None, " in found.report().reproduction[0][1]


def test_settings_that_no_grid_lists_are_not_made_up():
    space = {"max_depth": [1, 2, 3, 4], "min_samples_leaf": [1, 5, 9]}
    found = foldwise.select(
        "tree", space, foldwise.sample("iris"), search="random", draws=5, plan="kfold(3)", progress=None
    )
    assert found.report().reproduction == ()


def test_a_test_is_told_from_an_interval_of_the_same_name():
    found = foldwise.compare("lda, gaussian-nb", foldwise.sample("iris"), plan="kfold(5)", progress=None)
    assert [name for name, *_ in found.report().method] == ["influence", "the test influence"]

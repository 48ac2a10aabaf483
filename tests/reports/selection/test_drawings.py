"""The charts of a selection."""

import foldwise
from foldwise.reports.selection.drawings import drawings_of

IRIS = foldwise.sample("iris")
QUICK = {"plan": "kfold(3)", "progress": None, "store": False}


def test_each_parameter_that_was_searched_has_a_chart_with_its_numbers():
    space = {"max_depth": [3, 1, None], "min_samples_leaf": [9, 1]}
    found = foldwise.select("tree", space, IRIS, **QUICK)
    depth, leaf = drawings_of(found)
    assert [label for _, label in depth.ticks] == ["3", "1", "None"]
    assert [label for _, label in leaf.ticks] == ["1", "9"]
    assert dict(leaf.columns)["min_samples_leaf"] == ("1", "9")
    assert "training rows" not in dict(leaf.columns)


def test_training_rows_are_drawn_where_they_were_kept():
    found = foldwise.select("knn", {"n_neighbors": [25, 1]}, IRIS, train=True, **QUICK)
    (drawn,) = drawings_of(found)
    assert dict(drawn.columns)["training rows"][0] == found.complexity_curve("n_neighbors").training[1]


def test_a_choice_among_models_has_none():
    assert list(drawings_of(foldwise.select(["lda", "knn"], None, IRIS, **QUICK))) == []

"""The result of a permutation test."""

from dataclasses import replace

import numpy as np

from foldwise.measures import measure
from foldwise.reports import PermutationTest

FOUND = PermutationTest("m", measure("error"), 0.2, (0.4, np.nan, 0.1, 0.5), 2, 0.6, 4, None, "rows", "kfold(5)", 0)


def test_chance_is_the_mean_of_what_has_a_value():
    assert FOUND.chance == np.mean([0.4, 0.1, 0.5])
    assert not FOUND.better_than_chance


def test_missing_values_are_null_in_json():
    assert FOUND.to_dict()["null"] == [0.4, None, 0.1, 0.5]
    assert FOUND.record()["permutations"] == 4


def test_the_page_draws_the_permutations_and_the_model():
    (drawn,) = FOUND._report(panels=True).drawings
    assert dict(drawn.columns)["permutations"].sum() == 3
    assert [one.kind for one in drawn.series] == ["faint", "column", "second"]
    assert drawn.series[-1].x.tolist() == [FOUND.value] * 2
    assert FOUND.report().drawings == ()


def test_the_class_a_measure_is_about_is_named():
    recall = replace(FOUND, measure=measure("recall"), positive="yes")
    assert "by recall of 'yes', targets" in " ".join(str(recall).split())
    assert "recall of 'yes' 0.2" in " ".join(str(recall).split())
    assert recall.to_dict()["rows"][0]["positive"] == "yes"
    assert recall.report().tables[0].heads[1] == "recall of 'yes'"
    assert "recall of &#x27;yes&#x27;" in recall._repr_html_()
    assert replace(recall, positive="").measured == "recall, macro"

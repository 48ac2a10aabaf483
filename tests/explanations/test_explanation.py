"""The value that `explain` gives."""

import json

import foldwise
from foldwise.explanations import explained


def test_one_entry_for_every_kind_that_has_the_name():
    found = explained("nested-cv")
    assert [one["kind"] for one in found.entries] == ["interval", "estimate", "test"]
    assert repr(found) == "<Explanation of nested-cv: interval, estimate, test>"
    assert str(found).count("(interval)\n") == 1


def test_it_comes_as_json_and_as_html():
    document = json.loads(explained("lift").to_json())
    assert (document["verb"], document["rows"][0]["name"]) == ("explain", "lift")
    assert explained("lift")._repr_html_().startswith("<pre>lift  (measure)")


def test_the_title_of_a_catalogue_lists_it():
    found = foldwise.explain("measures")
    assert repr(found) == f"<Explanation of measures: {len(found.entries)} measures>"
    assert "\nauc                         area under the ROC curve" in str(found)
    assert foldwise.explain("intervals").name == "methods"


def test_an_object_is_explained_by_its_name():
    assert explained(foldwise.measures.measure("auc")).name == "auc"

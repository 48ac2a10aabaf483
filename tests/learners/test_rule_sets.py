"""What learners of rules share."""

import numpy as np
import pandas as pd
import pytest

from foldwise.learners import C45Rules, Prism, merge_rules, rule_report, rule_score
from tests.learners.golf import LABELS, TABLE


def test_unclassified_rows_are_errors_of_which_the_report_tells():
    predicted = np.array(["a", None, "b", "b"], dtype=object)
    truth = ["a", "a", "b", "a"]
    report = rule_report(predicted, truth)
    assert (report.rows, report.covered, report.error) == (4, 0.75, 0.5)
    assert report.covered_error == pytest.approx(1 / 3)
    assert rule_score(predicted, truth) == 0.5
    assert rule_score(predicted, truth, [3, 1, 1, 1]) == pytest.approx(4 / 6)


def test_nothing_covered_has_no_error_of_covered_rows():
    assert np.isnan(rule_report(np.array([None, None], dtype=object), ["a", "b"]).covered_error)


def test_a_union_has_each_rule_once():
    first, second = Prism(1).fit(TABLE, LABELS), C45Rules().fit(TABLE, LABELS)
    once = merge_rules([first.rules_], first, default=False)
    assert len(merge_rules([first.rules_, first.rules_], first, default=False)) == len(once)
    both = merge_rules([first.rules_, second.rules_], first, default=True)
    assert len(once) < len(both) <= len(first.rules_) + len(second.rules_)
    assert both.predict(TABLE).tolist() == LABELS.tolist()


def test_levels_are_translated_by_name():
    small = pd.DataFrame({"colour": ["green", "red", "green", "red"]})
    large = pd.DataFrame({"colour": ["blue", "green", "red", "blue", "green", "red"]})
    rules = Prism(1).fit(small, ["g", "r", "g", "r"])
    whole = Prism(1).fit(large, ["b", "g", "r", "b", "g", "r"])
    merged = merge_rules([rules.rules_], whole, default=False)
    assert merged.predict(large, unclassified=True).tolist() == [None, "g", "r", None, "g", "r"]

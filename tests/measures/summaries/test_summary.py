"""Everything that is kept of some rows."""

import numpy as np
import pytest

from foldwise.measures import as_measures
from foldwise.measures.summaries import SummaryRequest, summarise
from foldwise.measures.summaries.summary import of_table
from tests.worlds import outcomes

rng = np.random.default_rng(0)
TRUTH = rng.integers(0, 2, 200)
SYSTEMS = {
    name: outcomes(TRUTH, (score > 0.5).astype(int), score)
    for name, score in (("a", 0.3 * TRUTH + 0.7 * rng.random(200)), ("b", rng.random(200).round(1)))
}
REQUEST = SummaryRequest(as_measures("error, f1, auc, log-loss"))


def some(rows):
    return {name: one.where(rows) for name, one in SYSTEMS.items()}


def test_parts_add_up_to_the_whole():
    whole = summarise(SYSTEMS, REQUEST)
    merged = summarise(some(slice(0, 70)), REQUEST) + summarise(some(slice(70, None)), REQUEST)
    assert merged.n == whole.n == 200
    assert dict(merged.moments) == dict(whole.moments)
    for name in SYSTEMS:
        np.testing.assert_array_equal(merged.tables[name], whole.tables[name])
        assert merged.rankings[name][0].area(1, 0) == whole.rankings[name][0].area(1, 0)
    np.testing.assert_array_equal(merged.joint["a", "b"], whole.joint["a", "b"])


def test_only_what_is_asked_for_is_kept():
    plain = summarise(SYSTEMS, SummaryRequest(as_measures("error")))
    assert (dict(plain.joint), dict(plain.rankings), set(plain.moments)) == ({}, {}, {"error"})


def test_the_joint_cells_have_the_tables_as_margins():
    whole = summarise(SYSTEMS, REQUEST)
    np.testing.assert_array_equal(whole.joint["a", "b"].sum(axis=2), whole.tables["a"])
    np.testing.assert_array_equal(whole.joint["a", "b"].sum(axis=1), whole.tables["b"])


def test_a_table_alone_is_enough_for_counts():
    request = SummaryRequest(as_measures("error, accuracy, f1"))
    whole, counted = summarise(some(slice(None)), request), of_table("a", SYSTEMS["a"].confusion()[0], request)
    for name in ("error", "accuracy"):
        assert counted.moments[name].means[0] == pytest.approx(whole.moments[name].means[0])
        assert counted.moments[name].covariance[0, 0] == pytest.approx(whole.moments[name].covariance[0, 0])

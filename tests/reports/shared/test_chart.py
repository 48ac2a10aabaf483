"""Records of a chart are written once, however often altair copies it."""

import copy
import pickle

import altair as alt

from foldwise.reports.shared import chart_of

ROWS = [{"x": 1.0, "y": 2.0}, {"x": 2.0, "y": 1.0}]


def marked(chart):
    return chart.mark_line(clip=True).encode(x="x:Q", y="y:Q").properties(title="two points")


def plain(records):
    return alt.Chart(alt.InlineData(values=records))


def test_the_chart_is_that_of_inline_data():
    assert marked(chart_of(ROWS)).to_dict() == marked(plain(ROWS)).to_dict()
    two, others = (alt.layer(marked(begin(ROWS)), marked(begin(ROWS[:1]))) for begin in (chart_of, plain))
    assert two.to_dict() == others.to_dict()


def test_copies_share_the_records_and_nothing_else():
    chart = marked(chart_of(ROWS))
    for other in (chart.copy(deep=True), copy.deepcopy(chart)):
        assert other.data.values is ROWS
        other.title = "another"
        assert chart.title == "two points"


def test_charts_can_be_pickled_and_then_share_their_own_records():
    chart = marked(chart_of(ROWS))
    again = pickle.loads(pickle.dumps(chart))
    assert again.to_dict() == chart.to_dict()
    assert again.copy(deep=True).data.values is again.data.values

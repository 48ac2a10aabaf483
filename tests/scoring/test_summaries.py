"""Parts are summarised by chunks, on one thread or several, and merged by segments."""

import numpy as np
import pytest

from foldwise.measures import measure
from foldwise.measures.summaries import SummaryRequest
from foldwise.predictions.sources import open_source
from foldwise.scoring.first_pass import first_pass
from foldwise.scoring.parts import parts_of
from foldwise.scoring.score_request import ScoreRequest
from foldwise.scoring.summaries import merge_segments, summarise_parts
from foldwise.scoring.workers import InProcess

DETAILS = {"classes": None, "task": None, "positive": None, "costs": None}


@pytest.fixture
def table():
    from foldwise.predictions.inputs import Roles

    source = open_source({"y": [0, 1, 1, 0], "p": [0, 1, 0, 0], "site": ["x", "x", "z", "z"]})
    roles = Roles("y", {"p": "p"}, {}, segment="site")
    found, parts = first_pass(parts_of(source), roles, ScoreRequest(), DETAILS, InProcess())
    return found, parts


@pytest.mark.parametrize("threads", [1, 2])
def test_every_segment_has_its_own_summary(table, threads):
    found, parts = table
    summed = summarise_parts(parts, found=found, request=SummaryRequest((measure("error"),)), threads=threads)
    assert {name: one.moments["error"].means.tolist() for name, one in summed.items()} == {"x": [0.0], "z": [0.5]}


def test_a_segment_that_one_part_lacks_is_taken_from_the_other(table):
    found, parts = table
    whole = summarise_parts(parts, found=found, request=SummaryRequest((measure("error"),)), threads=1)
    merged = merge_segments({"x": whole["x"]}, whole)
    assert {name: one.n for name, one in merged.items()} == {"x": 4, "z": 2}
    np.testing.assert_array_equal(merged["x"].tables["p"], 2 * whole["x"].tables["p"])

"""Looks at the truth of parts add up."""

from dataclasses import replace

import numpy as np

from foldwise.data import Task
from foldwise.predictions.inputs import Roles
from foldwise.predictions.sources import open_source
from foldwise.scoring.parts import SourcePart
from foldwise.scoring.truth import TruthSeen, look_at_truth

ROLES = Roles("y", {"p": "p"}, {}, weights="w", segment="site")


def part(rows):
    table = {
        "y": np.array([1.5, 2.5, 9.0])[rows],
        "w": np.array([1.0, 3, 0])[rows],
        "site": np.array(["x", "z", ""])[rows],
    }
    return SourcePart(open_source(table), 0)


def test_parts_add_up_to_the_whole():
    whole = look_at_truth(part(slice(0, 3)), roles=ROLES, task=Task.REGRESSION)
    pieces = [look_at_truth(part(slice(at, at + 1)), roles=ROLES, task=Task.REGRESSION) for at in range(3)]
    assert pieces[2] + pieces[0] + pieces[1] == whole
    assert (whole.n, whole.largest, whole.mean) == (3, 9.0, 2.25)
    assert replace(whole, weight=0, total=0).mean == 0.0


def test_labels_are_those_that_occur():
    roles = Roles("y", {"p": "p"}, {})
    source = open_source({"y": np.array(["a", "b", "a"])})
    assert look_at_truth(SourcePart(source, 0), roles=roles, task=Task.CLASSIFICATION).labels == {"a", "b"}
    assert TruthSeen().mean == 0.0

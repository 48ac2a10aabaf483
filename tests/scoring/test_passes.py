"""Passes: in groups the cuts are those of a cluster, so that sums that are rounded have the same bits."""

import numpy as np
import pandas as pd

import foldwise
from foldwise.predictions.sources import open_source
from foldwise.scoring import passes
from foldwise.scoring.parts import SourcePart
from foldwise.scoring.workers import InProcess
from tests.scoring.test_ranges import bits

rng = np.random.default_rng(6)


def test_only_rounded_sums_are_cut_as_on_a_cluster():
    source = open_source({"y": [0]})
    pieces = tuple(SourcePart(source, start) for start in (0, 5_000_000))

    class Found:
        def __init__(self, groups):
            self.roles = type("Roles", (), {"groups": groups})()

    assert len(passes._blocks(pieces, Found(""), InProcess())) == 1
    assert len(passes._blocks(pieces, Found("g"), InProcess())) == 2


def test_counts_in_groups_do_not_know_the_cuts(tmp_path):
    truth = rng.integers(0, 2, 600)
    frame = pd.DataFrame(
        {"y": truth, "p": np.where(rng.random(600) < 0.8, truth, 1 - truth), "g": rng.integers(0, 40, 600)}
    )
    found = []
    for pieces in (1, 4):
        folder = tmp_path / str(pieces)
        folder.mkdir()
        for at, rows in enumerate(np.array_split(rng.permutation(600), pieces)):
            frame.iloc[rows].to_parquet(folder / f"{at}.parquet")
        found.append(foldwise.score("y", "p", data=folder, groups="g", measures="error,f1", stream=True))
    assert bits(found[0]) == bits(found[1])

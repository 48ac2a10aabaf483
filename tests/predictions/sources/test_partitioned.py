"""Dataframes in partitions: one is in memory at a time."""

import pandas as pd
import pytest

from foldwise.predictions.sources.partitioned import PartitionedSource, has_partitions


class Partitions:
    """What foldwise asks of Dask's dataframe, with a count of what was computed."""

    columns = ("y", "p")

    def __init__(self, frames):
        self.frames, self.npartitions, self.computed = frames, len(frames), []

    def __getitem__(self, columns):
        chosen = Partitions([frame[columns] for frame in self.frames])
        chosen.computed = self.computed
        return chosen

    def get_partition(self, number):
        return type("Lazy", (), {"compute": lambda _: self.computed.append(number) or self.frames[number]})()


@pytest.fixture
def frame():
    whole = pd.DataFrame({"y": [0, 1, 1], "p": [0.1, 0.9, 0.8]})
    return Partitions([whole[:2], whole[2:2], whole[2:]])


def test_partitions_are_computed_one_after_the_other_and_empty_ones_left_out(frame):
    chunks = PartitionedSource(frame).chunks(["p"])
    assert next(chunks)["p"].tolist() == [0.1, 0.9]
    assert frame.computed == [0]
    assert [chunk["p"].tolist() for chunk in chunks] == [[0.8]]
    assert frame.computed == [0, 1, 2]


def test_it_is_taken_for_large_and_its_rows_are_not_known(frame):
    source = PartitionedSource(frame)
    assert (source.names, source.rows) == (("y", "p"), None)
    assert source.size > 1 << 50


def test_other_tables_have_no_partitions(frame):
    assert has_partitions(frame)
    assert not has_partitions(pd.DataFrame({"y": [1]}))

"""Parts know the number of their first row."""

import pandas as pd

from foldwise.predictions.sources import open_source
from foldwise.predictions.sources.partitioned import PartitionedSource
from foldwise.scoring.parts import parts_of, with_starts


def test_files_tell_their_rows(tmp_path):
    for name, rows in (("b", 3), ("a", 2)):
        pd.DataFrame({"y": range(rows)}).to_parquet(tmp_path / f"{name}.parquet")
    assert [(part.start, part.source.rows) for part in parts_of(open_source(tmp_path))] == [(0, 2), (2, 3)]


def test_partitions_that_do_not_are_given_them_later():
    class Frame:
        npartitions, columns = 2, ("y",)

        def get_partition(self, _):
            return self

    parts = parts_of(PartitionedSource(Frame()))
    assert [part.start for part in parts] == [-1, -1]
    assert [part.start for part in with_starts(parts, [4, 5])] == [0, 4]

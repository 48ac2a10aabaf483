"""Arrays and dataframes in memory."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from foldwise.predictions.sources.arrays import ArraySource, of_frame
from foldwise.predictions.sources.source import ROWS_PER_CHUNK


def test_chunks_of_arrays_are_views():
    column = np.arange(ROWS_PER_CHUNK + 5)
    chunks = [chunk["x"] for chunk in ArraySource({"x": column}).chunks(["x"])]
    assert [chunk.size for chunk in chunks] == [ROWS_PER_CHUNK, 5]
    assert all(np.shares_memory(chunk, column) for chunk in chunks)


def test_only_the_columns_that_are_asked_for_come():
    source = ArraySource({"y": np.zeros(2), "scores": np.zeros((2, 3))})
    (chunk,) = source.chunks(["scores"])
    assert list(chunk) == ["scores"]
    assert chunk["scores"].shape == (2, 3)
    assert (source.names, source.rows) == (("y", "scores"), 2)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, lambda c: pl.DataFrame(c).lazy()])
def test_a_dataframe_gives_its_columns(make):
    source = of_frame(make({"y": [0, 1], "p": [0.2, 0.7]}), "mine")
    assert (source.names, source.rows, source.name) == (("y", "p"), 2, "mine")
    assert source.columns["p"].tolist() == [0.2, 0.7]


def test_no_rows_are_no_chunks():
    assert list(ArraySource({"y": np.zeros(0)}).chunks(["y"])) == []

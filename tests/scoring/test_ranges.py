"""Ranges of the scores, however small and in however many parts, give the bits of one ranking."""

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.predictions.sources import arrays, parquet
from foldwise.scoring import ranges, streaming

rng = np.random.default_rng(5)
N = 2000
MEASURES = "error,f1,auc,average-precision,ks,log-loss"


def frame_of(scores, truth):
    return pd.DataFrame({"y": truth, "p": scores, "site": rng.choice(["x", "z"], scores.size)})


def bits(result):
    ends = [(one.interval.low.hex(), one.interval.high.hex()) if one.interval else None for one in result.findings]
    values = [one.estimate.value.hex() for one in result.findings]
    return values, ends, [[one.estimate.value.hex() for one in part.findings] for part in result.segments]


def scored(frame, *, budget=1 << 20, most=1 << 22, chunk=1 << 19, measures=MEASURES, **more):
    with (
        patch.object(streaming, "MOST_DISTINCT_SCORES", budget),
        patch.object(streaming, "FEWEST_SCORES", budget),
        patch.object(ranges, "ROWS_PER_RANGE", most),
        patch.object(ranges, "KEYS_HELD", most),
        patch.object(arrays, "ROWS_PER_CHUNK", chunk),
        patch.object(parquet, "ROWS_PER_CHUNK", chunk),
    ):
        return foldwise.score("y", scores="p", data=frame, measures=measures, stream=True, **more)


TRUTH = (rng.random(N) < 0.4).astype(int)
SMOOTH = 1 / (1 + np.exp(-(rng.normal(size=N) + TRUTH)))
SCORES = {
    "all distinct": SMOOTH,
    "with ties": np.round(SMOOTH, 2),
    "mostly one value": np.where(rng.random(N) < 0.8, 0.5, SMOOTH),
    # A bin of leading bits that holds nearly all rows, so that its range must be cut again.
    "crowded": np.where(np.arange(N) % 9, 0.5 + SMOOTH * 1e-9, SMOOTH),
}


@pytest.mark.parametrize("kind", SCORES)
def test_the_size_of_bins_and_ranges_changes_no_bit(kind):
    frame = frame_of(SCORES[kind], TRUTH)
    expected = bits(scored(frame, segments="site"))
    assert bits(scored(frame, budget=64, most=100, chunk=97, segments="site")) == expected
    assert bits(scored(frame, budget=16, most=40, chunk=500, segments="site")) == expected


def test_the_split_into_files_changes_no_bit(tmp_path):
    frame = frame_of(SCORES["with ties"], TRUTH)
    expected = bits(scored(frame, budget=64, most=100))
    for number, pieces in enumerate((1, 2, 7)):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        order = rng.permutation(pieces)
        for name, rows in zip(order, np.array_split(rng.permutation(N), pieces), strict=True):
            frame.iloc[rows].to_parquet(folder / f"part-{name}.parquet", row_group_size=150)
        with patch.object(parquet, "ROWS_PER_PART", 300):
            assert bits(scored(folder, budget=64, most=100)) == expected


def test_several_classes_are_ranked_by_each():
    truth = rng.integers(0, 3, N)
    table = rng.dirichlet(np.ones(3), N) + 0.4 * np.eye(3)[truth]
    table /= table.sum(axis=1, keepdims=True)
    frame = pd.DataFrame({"y": truth, **{f"p_{code}": table[:, code] for code in range(3)}})
    given = {"scores": ["p_0", "p_1", "p_2"], "measures": "auc", "data": frame}
    with (
        patch.object(streaming, "MOST_DISTINCT_SCORES", 64),
        patch.object(streaming, "FEWEST_SCORES", 64),
        patch.object(ranges, "ROWS_PER_RANGE", 100),
    ):
        found = foldwise.score("y", stream=True, **given).findings[0].estimate.value
    assert found == pytest.approx(foldwise.score("y", **given).findings[0].estimate.value, rel=1e-14)

"""Scoring partitioned Parquet on a Dask cluster of two workers: the figures of one process, and the memory of a worker.

``python -m benchmarks.score_scale quick`` does the same with 10 million rows in place of 100 million.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import foldwise
from benchmarks.timing import publish, resident, table

if TYPE_CHECKING:
    from foldwise.reports import Score

FILES, LARGE, QUICK = 100, 1_000_000, 100_000
"""Files, and rows of each."""
MEASURES = "error,f1,auc,average-precision,ks,log-loss,brier"


def write_part(path: Path, number: int, rows: int) -> None:
    """Write truth, label and a probability as a float of 32 bits."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng([7, number])
    truth = (rng.random(rows) < 0.3).astype(np.int8)
    scores = (1 / (1 + np.exp(-(rng.normal(size=rows) + 1.5 * truth - 0.75)))).astype(np.float32)
    labels = (scores > 0.5).astype(np.int8)
    pq.write_table(pa.table({"truth": truth, "score": scores, "label": labels}), path / f"part-{number:04}.parquet")


def scored(folder: Path, **where: Any) -> tuple[Score, float]:  # noqa: ANN401 - as `score` has it
    """The result, and its seconds."""
    start = time.perf_counter()
    found = foldwise.score("truth", "label", scores="score", data=folder, measures=MEASURES, stream=True, **where)
    return found, time.perf_counter() - start


def bits(found: Score) -> list[tuple[str, ...]]:
    """Values and ends to the last bit."""
    return [
        (one.measure.name, one.estimate.value.hex())
        + (() if one.interval is None else (one.interval.low.hex(), one.interval.high.hex()))
        for one in found.findings
    ]


def peak() -> int:
    """Bytes of this process at its peak, on a worker."""
    return resident("VmHWM")


def main() -> None:
    """Measure and publish."""
    quick = "quick" in sys.argv[1:]
    rows = QUICK if quick else LARGE
    from dask.distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(FILES):
            write_part(folder, number, rows)
        size = sum(file.stat().st_size for file in folder.iterdir())
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, memory_limit="1GiB", dashboard_address=":0") as cluster,
            Client(cluster) as client,
        ):
            there, seconds = scored(folder, backend=client)
            peaks = list(client.run(peak).values())
        here, alone = scored(folder)
    total = FILES * rows
    lines = [
        [f"rows in {FILES} Parquet files, {size / 1e9:.2f} GB", f"{total:,}", ""],
        ["seconds on a Dask cluster of two workers", f"{seconds:.0f}", ""],
        ["seconds in one process", f"{alone:.0f}", ""],
        ["memory of a worker at its peak, GB", f"{max(peaks) / 1e9:.2f}", "1"],
        ["memory of the one process at its peak, GB", f"{resident('VmHWM') / 1e9:.2f}", ""],
        ["values and ends of intervals equal to the last bit", str(bits(there) == bits(here)).lower(), "true"],
    ]
    lines += [[f"{one.measure.name}", f"{one.estimate.value!r}", ""] for one in here.findings]
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg()[:2])
    about = (
        f"`{MEASURES}` with their intervals; two shared cores, load {load}: the seconds are those of a busy machine, the rest does not depend on it. Areas, their variance and average precision are "
        "exact: scores are ranked by ranges in a second pass (docs/decisions/0028)."
    )
    text = f"{about}\n\n{table(['figure', 'measured', 'bound'], lines)}"
    if quick:
        print(text)
    else:
        publish("score_scale", "Scoring on a cluster", text)


if __name__ == "__main__":
    main()

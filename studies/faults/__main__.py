"""Kill, stop and repeat runs, and print what became of them: ``python -m studies.faults [repeats]``, 30 by default."""

from __future__ import annotations

import signal
import sys

import numpy as np

from studies.faults.cases import FITS, HASH_SEEDS, JOBS, distinct_digests, kill_a_worker, kill_and_resume, stop
from studies.faults.moments import FITS as LARGE
from studies.faults.moments import kill_at_a_moment

MOMENTS = 50


def kill_at_moments(times: int = MOMENTS) -> int:
    """Print what became of runs of 600 fits that were killed at random moments; gives how many were not as they should be."""
    found = [kill_at_a_moment(seed) for seed in range(times)]
    whole, same = sum(one.whole for one in found), sum(one.same for one in found)
    lost = [one.done - one.kept for one in found]
    killed = sum(one.status in ("interrupted", "") for one in found)
    print(
        f"SIGKILL at {times} random moments of {LARGE} fits: integrity check ok {whole} times, the same bits {same} times; "
        f"{killed} killed before the end; done and not kept {np.mean(lost):.0f} fits on average, {max(lost)} at most; "
        f"{sum(one.again for one in found)} fits done by the resumed runs",
        flush=True,
    )
    return 2 * times - whole - same


def main(repeats: int = 30) -> int:
    """Print a line for every kind of fault; the exit code says whether anything was wrong."""
    wrong = kill_at_moments()
    for jobs in (1, 2):
        found = [kill_and_resume(seed, jobs) for seed in range(repeats)]
        same, alive = sum(one.same for one in found), sum(one.alive for one in found)
        kept = sum(one.kept for one in found)
        print(
            f"SIGKILL, {jobs} at work, then resumed: {same} of {repeats} the same bits; "
            f"{kept} of {repeats * FITS} fits were kept; {alive} workers left",
            flush=True,
        )
        wrong += repeats - same + alive
    killed = [kill_a_worker(seed) for seed in range(repeats)]
    same = sum(one.same for one in killed)
    print(f"SIGKILL of a worker: {same} of {repeats} the same bits, no fit lost", flush=True)
    wrong += repeats - same
    for how in (signal.SIGTERM, signal.SIGINT):
        stopped = [stop(seed, how) for seed in range(repeats)]
        ended, alive = sum(one.ended for one in stopped), sum(one.alive for one in stopped)
        print(f"{how.name}: {ended} of {repeats} ended without a traceback; {alive} workers left", flush=True)
        wrong += repeats - ended + alive
    digests = distinct_digests()
    runs = len(JOBS) * len(HASH_SEEDS)
    print(f"jobs {JOBS} x hash seeds {HASH_SEEDS}: {len(digests)} different result of {runs} runs", flush=True)
    return int(wrong > 0 or len(digests) > 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["moments"]:
        sys.exit(kill_at_moments(*(int(one) for one in sys.argv[2:])))
    sys.exit(main(*(int(one) for one in sys.argv[1:])))

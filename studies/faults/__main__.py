"""Kill, stop and repeat runs, and print what became of them: ``python -m studies.faults [repeats]``, 30 by default."""

from __future__ import annotations

import signal
import sys

from studies.faults.cases import FITS, HASH_SEEDS, JOBS, distinct_digests, kill_a_worker, kill_and_resume, stop


def main(repeats: int = 30) -> int:
    """Print a line for every kind of fault; the exit code says whether anything was wrong."""
    wrong = 0
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
    sys.exit(main(*(int(one) for one in sys.argv[1:])))

"""Try malformed inputs and mutated files, and count what must not happen: tracebacks, crashes, silent changes.

Run with ``python -m studies.fuzz [inputs] [files] [first seed]``: 1,000 inputs and 3,000 files by default. Cases run in
processes of their own, so that a crash is seen; a case is known by its kind and seed, and runs alone with
``python -m studies.fuzz --one input 17``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from studies.fuzz.judge import BAD, Outcome, judge

BATCH = 250


def run_here(kind: str, seeds: range) -> None:
    """Run cases in this process; a line before each and its outcome after it."""
    from studies.fuzz.files import file_case, write_clean
    from studies.fuzz.inputs import input_case

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        if kind == "file":
            write_clean(folder)
        for seed in seeds:
            case = (file_case if kind == "file" else input_case)(folder, seed)
            text = case.text.encode(errors="backslashreplace").decode()
            print(json.dumps([seed, text]), flush=True)
            outcome = judge(case)
            print(json.dumps([outcome.kind, outcome.said.encode(errors="backslashreplace").decode()]), flush=True)


def run_apart(kind: str, seeds: range) -> list[tuple[int, str, Outcome]]:
    """Run cases in another process, and in a new one what is left when it dies."""
    found: list[tuple[int, str, Outcome]] = []
    while len(seeds):
        command = [sys.executable, "-m", "studies.fuzz", "--range", kind, str(seeds.start), str(seeds.stop)]
        done = subprocess.run(command, capture_output=True, check=False, cwd=Path(__file__).parents[2])
        lines = [json.loads(line) for line in done.stdout.decode().splitlines() if line.startswith("[")]
        for (seed, text), (outcome, said) in zip(lines[::2], lines[1::2], strict=False):
            found.append((seed, text, Outcome(outcome, said)))
        if len(lines) % 2:
            seed, text = lines[-1]
            found.append((seed, text, Outcome("crash", f"exit {done.returncode}")))
            seeds = range(seed + 1, seeds.stop)
        elif done.returncode:
            raise RuntimeError(done.stderr.decode()[-2000:])
        else:
            break
    return found


def fuzz(kind: str, count: int, first: int = 0) -> list[tuple[int, str, Outcome]]:
    """Run so many cases of a kind, batch after batch."""
    starts = range(first, first + count, BATCH)
    return [one for start in starts for one in run_apart(kind, range(start, min(start + BATCH, first + count)))]


def main(inputs: int = 1000, files: int = 3000, first: int = 0) -> int:
    """Print what became of all cases; the exit code says whether anything was wrong."""
    wrong = 0
    for kind, count in (("input", inputs), ("file", files)):
        found = fuzz(kind, count, first)
        tally = Counter(outcome.kind for _, _, outcome in found)
        print(
            f"{len(found):,} {kind}s: " + ", ".join(f"{tally[name]:,} {name}" for name in ("answer", "refused", *BAD))
        )
        for seed, text, outcome in found:
            if outcome.kind in BAD:
                wrong += 1
                print(f"  {outcome.kind} {kind} {seed}: {text}\n    {outcome.said}")
    return int(wrong > 0)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["--range"]:
        run_here(words[1], range(int(words[2]), int(words[3])))
    elif words[:1] == ["--one"]:
        run_here(words[1], range(int(words[2]), int(words[2]) + 1))
    else:
        sys.exit(main(*map(int, words)))

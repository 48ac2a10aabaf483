"""Run the study: ``python -m studies.kohavi --data FOLDER --minutes 10``; again to continue; ``--page`` to write the page."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from studies.kohavi.groups import GROUPS
from studies.kohavi.page import write_page
from studies.kohavi.problems import NUMBERS, read_problems
from studies.kohavi.runs import Cost, by_learner
from studies.kohavi.store import RUNS, Key, Results
from studies.kohavi.weka import weka_costs

if TYPE_CHECKING:
    from studies.kohavi.groups import Group
    from studies.kohavi.problems import Problem

ROOT = Path(__file__).parents[2]
SECONDS = 10.0
"""How often the results are written."""


@click.command()
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Folder with his tables.")
@click.option("--minutes", type=float, default=10.0, show_default=True, help="Time to spend.")
@click.option("--only", default="", help="Problems or groups whose name contains this text.")
@click.option(
    "--weka", type=click.Path(exists=True, dir_okay=False), help="Weka's jar, for its speed; Java is needed too."
)
@click.option("--page", is_flag=True, help="Run nothing; write the page and its figures from the results.")
@click.option("--results", type=click.Path(path_type=Path), default=Path(__file__).parent / "results.parquet")
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / "docs" / "studies", help="Where the page is written."
)
def main(
    *, data: Path | None, minutes: float, only: str, weka: str | None, page: bool, results: Path, out: Path
) -> None:
    """Draw samples until the time is spent or every group has its number; a second call continues."""
    found = Results.read(results)
    if not page:
        if data is None:
            raise click.UsageError("--data FOLDER says where the tables are; --page needs none")
        problems = list(read_problems(data))
        if weka is not None:
            add_weka(problems, weka, found)
        work = [
            (problem, group)
            for problem in problems
            for group in GROUPS
            if group.suits(problem) and only in f"{problem.name} {group.name}"
        ]
        spend(work, found, minutes=minutes, results=results)
    write_page(found, out)


def spend(work: list[tuple[Problem, Group]], found: Results, *, minutes: float, results: Path) -> None:
    """Work on what has had least of its share of the time, until the time is spent."""
    done = {(problem.name, group.name): found.done(problem.name, group.name) for problem, group in work}
    spent = {one: found.seconds(*one) for one in done}
    start = written = time.monotonic()
    costs = {name: Cost() for problem, _ in work for name in problem.learners}
    try:
        while time.monotonic() - start < 60 * minutes:
            left = [one for one in work if done[one[0].name, one[1].name] < one[1].goal]
            if not left:
                break
            problem, group = min(left, key=lambda one: spent[one[0].name, one[1].name] / one[1].share)
            key, begin = (problem.name, group.name), time.monotonic()
            first = done[key]
            done[key] += add_samples(problem, group, first, found=found, costs=costs)
            spent[key] += time.monotonic() - begin
            _tell(time.monotonic() - start, costs, f"{problem.name}, {group.name}: {first + group.together}")
            if time.monotonic() - written > SECONDS:
                found.write(results)
                written = time.monotonic()
    except KeyboardInterrupt:
        print("\nstopped; the same command continues", file=sys.stderr)
    found.write(results)
    print(f"\n{by_learner(costs)}", file=sys.stderr)


def add_weka(problems: list[Problem], jar: str, found: Results) -> None:
    """Measure Weka's learners on the table of numbers, in place of an earlier measurement."""
    for problem in (one for one in problems if one.name == NUMBERS):
        for name, cost in weka_costs(problem, jar).items():
            found.sums.pop(Key(problem.name, name, "peer", RUNS), None)
            found.add_cost((problem.name, name, "peer"), cost)


def add_samples(problem: Problem, group: Group, first: int, *, found: Results, costs: dict[str, Cost]) -> int:
    """Draw the next samples of a group and add what they say; returns how many."""
    numbers = range(first, min(first + group.together, group.goal))
    mine = {name: Cost() for name in problem.learners}
    lines = list(group.work(problem, numbers, mine))  # all or nothing, so that a sample is never counted in part
    for line in lines:
        found.add(problem.name, group.name, line)
    for name, cost in mine.items():
        found.add_cost((problem.name, name, group.name), cost)
        costs.setdefault(name, Cost()).add(cost.runs, cost.wall, cost.cpu)
    return len(numbers)


def _tell(seconds: float, costs: dict[str, Cost], now: str) -> None:
    runs = ", ".join(f"{name} {cost.runs:,}" for name, cost in costs.items())
    print(f"\r{f'{seconds:.0f} s; runs: {runs}; {now}'[:110]:<110}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

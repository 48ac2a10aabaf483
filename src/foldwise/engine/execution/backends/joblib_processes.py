"""Processes of joblib: loky on this machine, Spark by joblib-spark, or any other backend that is registered with joblib."""

from __future__ import annotations

import warnings
from concurrent.futures import BrokenExecutor
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, final
from uuid import uuid4

from foldwise.engine.execution.backends.backend import LostBlock, backend_error, missing
from foldwise.engine.execution.backends.remote import ParcelElsewhere, do_block, in_file, write_parcel
from foldwise.engine.execution.execute import error_line, outcome, workers
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping
    from pathlib import Path

    from foldwise.data import Dataset
    from foldwise.engine.execution.backends.backend import AnyBlock, Job, Reply, Take
    from foldwise.engine.execution.backends.remote import Parcel
    from foldwise.typing import Untyped

__all__ = ["JoblibProcesses", "quiet_spark"]

PROCESS_ENDED = "a process of the pool ended"


@final
class JoblibProcesses:
    """Blocks by `joblib.Parallel`, which gives them back in the order in which they are done.

    When a process of loky ends, joblib gives up all blocks on their way; they are done again by new processes.
    """

    is_remote = True

    def __init__(self, name: str, jobs: int | None, params: Mapping[str, Any]) -> None:
        self.name, self.jobs = name, jobs
        self.block_seconds = float(params.get("block_seconds", 2.0 if name == "spark" else 0.2))
        self.spark: Untyped = None
        self.parcels: dict[int, tuple[Dataset, Parcel]] = {}

    @property
    def slots(self) -> int:
        """Number of processes."""
        if self.spark is not None and self.jobs is None:
            return max(1, int(self.spark.defaultParallelism))
        return workers(self.jobs)

    def open(self) -> None:
        """Tell joblib of Spark, where that is wanted."""
        if self.name == "spark" and self.spark is None:
            try:
                from joblibspark import register_spark
                from pyspark.sql import SparkSession
            except ImportError as error:
                raise missing("spark") from error
            with quiet_spark():
                register_spark()
                session, trouble = outcome(SparkSession.builder.getOrCreate)
            if trouble is not None or session is None:
                message = f"no Spark session can be started ({error_line(trouble) if trouble else 'no cause given'})"
                raise InputError(message, hint="a session that was made before the call, with SparkSession.builder")
            self.spark = session.sparkContext

    def close(self) -> None:
        """Forget the rows; joblib keeps its processes for a while, and a Spark session is not ours to end."""
        self.parcels.clear()

    def stream(self, dataset: Dataset, job: Job, take: Take) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
        """Do blocks until there are none, with a new pool whenever one has broken."""
        rows, folder = self._rows(dataset)
        sent = self._job(job, folder)
        try:
            while (block := take()) is not None:
                with closing(self._parallel(rows, sent, self._ahead(block, take))) as replies:
                    yield from replies
        finally:
            with suppress(OSError):
                if folder is not None:
                    (folder / job.key).unlink(missing_ok=True)

    @staticmethod
    def _ahead(first: AnyBlock, take: Take) -> Iterator[AnyBlock]:
        block: AnyBlock | None = first
        while block is not None:
            yield block
            block = take()

    def _rows(self, dataset: Dataset) -> tuple[Parcel, Path | None]:
        """The rows as a file of this machine, or as a broadcast of Spark."""
        if self.spark is not None:
            if id(dataset) not in self.parcels:
                self.parcels[id(dataset)] = dataset, broadcast(f"rows-{uuid4().hex}", self.spark.broadcast(dataset))
            return self.parcels[id(dataset)][1], None
        from foldwise.engine.execution.processes import SESSION

        path, cause = SESSION.written(dataset)
        if path is None:
            raise InputError(cause, hint="backend='threads', which shares the rows of this process")
        return in_file(path), path.parent

    def _job(self, job: Job, folder: Path | None) -> Parcel:
        if folder is None:
            return broadcast(job.key, self.spark.broadcast(job))
        return write_parcel(job, folder / job.key)

    def _parallel(
        self, rows: Parcel, job: Parcel, blocks: Iterator[AnyBlock]
    ) -> Generator[tuple[AnyBlock, Reply | LostBlock]]:
        """One pool: gives what came of its blocks, and those that were lost with it."""
        from joblib import delayed

        flying: dict[int, AnyBlock] = {}

        def calls() -> Iterator[Untyped]:
            for number, block in enumerate(blocks):
                flying[number] = block
                yield delayed(numbered_block)(number, rows, job, block)

        cause = PROCESS_ENDED
        with closing(self._results(calls())) as results:
            while True:
                found, trouble = outcome(lambda: next(results, None))
                if trouble is not None:
                    cause = self._cause_of(trouble)
                if found is None:
                    break
                yield flying.pop(found[0]), found[1]
        for number in sorted(flying):
            yield flying.pop(number), LostBlock(cause)

    def _cause_of(self, trouble: Exception) -> str:
        """Why a pool has broken; an error that is not about lost processes is raised."""
        if isinstance(trouble, BrokenExecutor | MemoryError) or self.name == "spark":
            return f"{PROCESS_ENDED}: {error_line(trouble)}" if self.name == "spark" else PROCESS_ENDED
        raise backend_error(self.name, trouble)

    def _results(self, calls: Iterator[Untyped]) -> Generator[tuple[int, Reply]]:
        """What `joblib.Parallel` gives, as it comes; in rounds where a backend gives all at the end."""
        from itertools import islice

        from joblib import Parallel, parallel_config

        one = parallel_config(backend="loky", inner_max_num_threads=1) if self.name == "loky" else nullcontext()
        how = {} if self.name == "loky" else {"backend": self.name}
        with one, quiet_spark():
            unordered, trouble = outcome(
                lambda: Parallel(
                    n_jobs=self.slots,
                    batch_size=1,
                    pre_dispatch=2 * self.slots,
                    return_as="generator_unordered",
                    **how,
                )
            )
            rounds = unordered is None and isinstance(trouble, ValueError)
            parallel = Parallel(n_jobs=self.slots, batch_size=1, **how) if rounds else unordered
        if parallel is None:
            raise backend_error(self.name, trouble)
        if not rounds:
            results = parallel(calls)
            try:
                while (found := next(results, None)) is not None:
                    yield found
            finally:
                with warnings.catch_warnings():  # of joblib, that tasks are cancelled
                    warnings.simplefilter("ignore")
                    results.close()
            return
        while part := list(islice(calls, 2 * self.slots)):
            with quiet_spark():
                replies = parallel(part)
            yield from replies


@contextmanager
def quiet_spark() -> Iterator[None]:
    """Leave out what Spark and joblib-spark warn of on their way: scheduling and calls that are none of the user's."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"(joblibspark|pyspark|joblib)\b")
        yield


def broadcast(key: str, sent: Untyped) -> ParcelElsewhere:
    """A parcel that Spark sends once to every executor."""
    return ParcelElsewhere(key, partial(getattr, sent, "value"))


def numbered_block(number: int, rows: Parcel, job: Parcel, block: AnyBlock) -> tuple[int, Reply]:
    """Do a block, and say which it was."""
    return number, do_block(rows, job, block)

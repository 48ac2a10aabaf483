"""Records written to MLflow: a parent run, a nested run for each model, and the result as artefacts."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, final

from foldwise.data.checks import shown
from foldwise.errors import InputError, MissingExtraError
from foldwise.tracking.run_records import run_records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.tracking.run_records import RunRecord
    from foldwise.typing import Untyped

__all__ = ["MlflowRun", "write_runs"]

EXPERIMENT = "foldwise"
BATCH = 90
"""Parameters and tags that MLflow takes at once."""
HTTP_LIMITS = {"MLFLOW_HTTP_REQUEST_MAX_RETRIES": "2", "MLFLOW_HTTP_REQUEST_TIMEOUT": "20"}
"""How long a server may take, where the user has not said: MLflow would wait for minutes."""


@final
@dataclass(frozen=True)
class MlflowRun:
    """Where a result was logged.

    Parameters
    ----------
    run_id
        The parent run.
    experiment_id
        The experiment it belongs to.
    tracking_uri
        The server or file.
    models
        The nested run of each model.
    """

    run_id: str
    experiment_id: str
    tracking_uri: str
    models: dict[str, str]

    def __str__(self) -> str:
        """Say where it is."""
        return f"run {self.run_id} of experiment {self.experiment_id} at {self.tracking_uri}"


def write_runs(result: Untyped, *, experiment: str | None, tracking_uri: str | None) -> MlflowRun:
    """Write the runs of a result.

    Raises
    ------
    MissingExtraError
        MLflow is not installed.
    InputError
        The result has no models, or the server did not take it.
    """
    try:
        from mlflow import MlflowClient, get_tracking_uri
        from mlflow.exceptions import MlflowException
    except ImportError as error:
        what = "logging to MLflow"
        raise MissingExtraError.of(what, "mlflow") from error
    for name, given in (("experiment", experiment), ("tracking_uri", tracking_uri)):
        if not isinstance(given, str | None):
            message = f"{name} is a text, not {shown(given)}"
            raise InputError(message, hint=f"the call without {name}=")
    whole, models = run_records(result)
    uri = tracking_uri or get_tracking_uri()
    try:
        with _patience():
            client = MlflowClient(uri)
            number = _experiment(client, experiment or os.environ.get("MLFLOW_EXPERIMENT_NAME") or EXPERIMENT)
            return _write(client, number, whole, models, result=result, uri=uri)
    except (MlflowException, OSError) as error:
        first = next(iter(str(error).splitlines()), "")
        message = f"MLflow at '{uri}' did not take the result ({type(error).__name__}: {first[:200]})"
        raise InputError(message, hint="the address of a running server, or sqlite:///mlflow.db") from error


@contextmanager
def _patience() -> Iterator[None]:
    """Give a server less time than MLflow does, unless the user has said how much."""
    added = {name: value for name, value in HTTP_LIMITS.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def _experiment(client: Untyped, name: str) -> str:
    """Number of the experiment, which is made where there is none of that name."""
    known = client.get_experiment_by_name(name)
    if known is not None and known.lifecycle_stage == "deleted":
        message = f"the MLflow experiment '{name}' was deleted"
        raise InputError(message, hint="another experiment=, or restoring it")
    return str(client.create_experiment(name) if known is None else known.experiment_id)


def _write(
    client: Untyped, number: str, whole: RunRecord, models: tuple[RunRecord, ...], *, result: Untyped, uri: str
) -> MlflowRun:
    """Write the parent run and its nested runs; where that is interrupted, they are marked as failed."""
    parent = _start(client, number, whole)
    status = "FAILED"
    try:
        nested = {}
        for record in models:
            nested[record.name] = _start(client, number, record, parent=parent)
            client.set_terminated(nested[record.name])
        _attach(client, parent, result)
        status = "FINISHED"
    finally:
        client.set_terminated(parent, status)
    return MlflowRun(parent, number, uri, nested)


def _start(client: Untyped, number: str, record: RunRecord, *, parent: str | None = None) -> str:
    """Open a run and write its record."""
    from mlflow.entities import Metric, Param, RunTag

    inside = {} if parent is None else {"mlflow.parentRunId": parent}
    run: str = client.create_run(number, tags=inside, run_name=record.name).info.run_id
    now = int(time.time() * 1000)
    metrics = [Metric(name, value, now, 0) for name, value in record.metrics.items()]
    parameters = [Param(name, value) for name, value in record.parameters.items()]
    tags = [RunTag(name, value[:4000]) for name, value in record.tags.items()]
    for start in range(0, max(1, len(metrics), len(parameters), len(tags)), BATCH):
        part = slice(start, start + BATCH)
        client.log_batch(run, metrics=metrics[part], params=parameters[part], tags=tags[part])
    return run


def _attach(client: Untyped, run: str, result: Untyped) -> None:
    """Attach the page, the figures, and the result itself where it can be kept."""
    with TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        result.report(page)
        client.log_artifact(run, str(page))
        rows = Path(folder) / "rows.csv"
        result.to_frame().to_csv(rows, index=False)
        client.log_artifact(run, str(rows))
        if hasattr(result, "save"):
            kept = Path(folder) / "result.foldwise"
            result.save(kept)
            client.log_artifact(run, str(kept))

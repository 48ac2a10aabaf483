"""`log_to_mlflow`: a result as runs of an MLflow server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.tracking import write_runs

if TYPE_CHECKING:
    from foldwise.tracking import MlflowRun
    from foldwise.typing import Untyped

__all__ = ["log_to_mlflow"]


def log_to_mlflow(result: Untyped, *, experiment: str | None = None, tracking_uri: str | None = None) -> MlflowRun:
    """Log a result to MLflow: a parent run for the call, and a nested run for each model.

    A nested run has every estimate as a metric under the name of its measure, with ``_lower`` and ``_upper`` for the ends of
    its interval and ``_standard_error``; names are cleaned of signs that MLflow does not take. The parent run has plan, seed,
    level, interval methods, fingerprint of the dataset and versions as parameters, verdicts as tags, and the HTML report,
    the rows and the ``.foldwise`` file as artefacts. MLflow comes with the extra ``foldwise[mlflow]``.

    Parameters
    ----------
    result
        What `assess`, `compare`, `select`, `improve`, `experiment` or `score` returned.
    experiment
        Name of the MLflow experiment, made where there is none; by default ``MLFLOW_EXPERIMENT_NAME``, or ``foldwise``.
    tracking_uri
        Address of a server, or ``sqlite:///mlflow.db``; by default the one MLflow is set to.

    Returns
    -------
    MlflowRun
        Numbers of the runs.

    Raises
    ------
    MissingExtraError
        MLflow is not installed.
    InputError
        The result has no models, or the server did not take it.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"), measures="error")
    >>> foldwise.log_to_mlflow(result, tracking_uri="sqlite:///mlflow.db")  # doctest: +SKIP
    MlflowRun(run_id='…', experiment_id='1', tracking_uri='sqlite:///mlflow.db', models={'lda': '…', 'baseline': '…'})
    """
    return write_runs(result, experiment=experiment, tracking_uri=tracking_uri)

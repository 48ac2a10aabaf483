"""Results as runs of a tracking server."""

from foldwise.tracking.mlflow_runs import MlflowRun, write_runs
from foldwise.tracking.run_records import RunRecord, run_records

__all__ = ["MlflowRun", "RunRecord", "run_records", "write_runs"]

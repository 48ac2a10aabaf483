"""The verbs, one per file. Each returns a value and prints nothing."""

from foldwise.api.assess import assess
from foldwise.api.certify import certify
from foldwise.api.compare import compare
from foldwise.api.compare_unpaired import compare_unpaired
from foldwise.api.diagnose import diagnose
from foldwise.api.experiment import experiment
from foldwise.api.explain import explain
from foldwise.api.explain_engine import explain_engine
from foldwise.api.improve import improve
from foldwise.api.load import load
from foldwise.api.load_model import load_model
from foldwise.api.log_to_mlflow import log_to_mlflow
from foldwise.api.permutation_test import permutation_test
from foldwise.api.runs import runs
from foldwise.api.save_model import save_model
from foldwise.api.score import score
from foldwise.api.select import select
from foldwise.api.unseal import unseal

__all__ = [
    "assess",
    "certify",
    "compare",
    "compare_unpaired",
    "diagnose",
    "experiment",
    "explain",
    "explain_engine",
    "improve",
    "load",
    "load_model",
    "log_to_mlflow",
    "permutation_test",
    "runs",
    "save_model",
    "score",
    "select",
    "unseal",
]

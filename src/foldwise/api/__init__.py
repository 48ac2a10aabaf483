"""The verbs, one per file. Each returns a value and prints nothing."""

from foldwise.api.assess import assess
from foldwise.api.explain_engine import explain_engine

__all__ = ["assess", "explain_engine"]

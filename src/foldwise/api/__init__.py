"""The verbs, one per file. Each returns a value and prints nothing."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
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


@final
class Verbs(ModuleType):
    """The package itself: a verb and its file have one name, and the name means the verb."""

    def __setattr__(self, name: str, value: object) -> None:
        """Keep the verb where Python puts the module of its file."""
        is_file = name in __all__ and isinstance(value, ModuleType)
        super().__setattr__(name, getattr(value, name) if is_file else value)


sys.modules[__name__].__class__ = Verbs


def __getattr__(name: str) -> object:
    """Import a verb when it is first used, since each needs other parts of the library."""
    if name not in __all__:
        message = f"module '{__name__}' has no attribute '{name}'"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{name}"), name)

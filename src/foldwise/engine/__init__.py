"""The engine: the only place that fits."""

from foldwise.engine.batched import Batched, predict_batched, takes_class
from foldwise.engine.choose import Route, choose, parameter_names
from foldwise.engine.compiled.kept_trees import KeptTrees
from foldwise.engine.execution.execute import Progress, Result, attempt, isolated_fits
from foldwise.engine.execution.limits import read_size, with_unit
from foldwise.engine.execution.processes import is_running
from foldwise.engine.out_of_bag import out_of_bag
from foldwise.engine.run import Interim, Settings, run
from foldwise.engine.single_fits.clock import Times, timed
from foldwise.engine.single_fits.fitted_models import FinalModel, FittedModels, fit_final
from foldwise.engine.single_fits.generic import Fitting
from foldwise.engine.stored_fits.code_origin import version_of
from foldwise.engine.stored_fits.store import FinishedFits, FitStore, Store, is_same
from foldwise.engine.stored_fits.store_file import DEFAULT_STORE, FILE_ERRORS, STORE_VARIABLE, store_path
from foldwise.engine.stored_fits.user_key import sign, user_key

__all__ = [
    "DEFAULT_STORE",
    "FILE_ERRORS",
    "STORE_VARIABLE",
    "Batched",
    "FinalModel",
    "FinishedFits",
    "FitStore",
    "FittedModels",
    "Fitting",
    "Interim",
    "KeptTrees",
    "Progress",
    "Result",
    "Route",
    "Settings",
    "Store",
    "Times",
    "attempt",
    "choose",
    "fit_final",
    "is_running",
    "is_same",
    "isolated_fits",
    "out_of_bag",
    "parameter_names",
    "predict_batched",
    "read_size",
    "run",
    "sign",
    "store_path",
    "takes_class",
    "timed",
    "user_key",
    "version_of",
    "with_unit",
]

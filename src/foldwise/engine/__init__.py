"""The engine: the only place that fits."""

from foldwise.engine.approximate import approximate_loo
from foldwise.engine.batched import Batched, predict_batched, takes_class
from foldwise.engine.choose import Route, choose, parameter_names
from foldwise.engine.clock import Times, timed
from foldwise.engine.execute import Progress, attempt, fitted_apart
from foldwise.engine.final import Final, fit_final
from foldwise.engine.finished import Finished, is_same
from foldwise.engine.fitted_models import FittedModels
from foldwise.engine.out_of_bag import out_of_bag
from foldwise.engine.run import Look, Settings, run
from foldwise.engine.store import Store

__all__ = [
    "Batched",
    "Final",
    "Finished",
    "FittedModels",
    "Look",
    "Progress",
    "Route",
    "Settings",
    "Store",
    "Times",
    "approximate_loo",
    "attempt",
    "choose",
    "fit_final",
    "fitted_apart",
    "is_same",
    "out_of_bag",
    "parameter_names",
    "predict_batched",
    "run",
    "takes_class",
    "timed",
]

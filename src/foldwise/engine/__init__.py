"""The engine: the only place that fits."""

from foldwise.engine.approximate import approximate_loo
from foldwise.engine.choose import Route, choose
from foldwise.engine.clock import Times, timed
from foldwise.engine.execute import Progress, attempt
from foldwise.engine.final import Final, fit_final
from foldwise.engine.finished import Finished
from foldwise.engine.fitted_models import FittedModels
from foldwise.engine.run import Settings, run
from foldwise.engine.store import Store

__all__ = [
    "Final",
    "Finished",
    "FittedModels",
    "Progress",
    "Route",
    "Settings",
    "Store",
    "Times",
    "approximate_loo",
    "attempt",
    "choose",
    "fit_final",
    "run",
    "timed",
]

"""The engine: the only place that fits."""

from foldwise.engine.choose import Route, choose
from foldwise.engine.run import Settings, run
from foldwise.engine.store import Store

__all__ = ["Route", "Settings", "Store", "choose", "run"]

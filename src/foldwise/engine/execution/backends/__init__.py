"""Where fits are done: threads, processes of joblib, and clusters of Dask, Ray and Spark."""

from foldwise.engine.execution.backends.catalogue import (
    BACKENDS,
    DEFAULT,
    backend_name,
    check_backend,
    is_remote,
    make_backend,
    opened,
)

__all__ = ["BACKENDS", "DEFAULT", "backend_name", "check_backend", "is_remote", "make_backend", "opened"]

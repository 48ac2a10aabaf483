"""`runs`: what was run with a store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from foldwise.engine import DEFAULT_STORE, STORE_VARIABLE, store_path
from foldwise.run_records import open_store, read_runs

if TYPE_CHECKING:
    from foldwise.run_records import Run
    from foldwise.typing import PathText

__all__ = ["runs"]


def runs(store: PathText | bool | None = None) -> tuple[Run, ...]:  # noqa: FBT001 - True is the usual place
    """List the runs that a store keeps, the last one first.

    Every call of `assess`, `compare`, `select`, `improve`, `diagnose` or `experiment` with a store is a run: what was asked,
    how far it came, how many fits were reused, and its result, where results of its kind can be saved.

    Parameters
    ----------
    store
        The file; by default the one that the variable ``FOLDWISE_STORE`` names, or ``.foldwise/store.db``.

    Returns
    -------
    tuple of Run
        Each with its `id`, `status` and all that is known of it; ``run.result()`` gives what the call gave.

    Examples
    --------
    >>> import os, tempfile, foldwise
    >>> os.environ["FOLDWISE_CONFIG"] = tempfile.mkdtemp()
    >>> store = os.path.join(tempfile.mkdtemp(), "store.db")
    >>> result = foldwise.assess("svm", foldwise.sample("iris"), plan="kfold(5)", store=store, baseline=False)
    >>> run = foldwise.runs(store)[0]
    >>> run.verb, run.status, run.models, run.done, run.reused
    ('assess', 'finished', ('svm',), 5, 0)
    >>> run.result().to_frame().equals(result.to_frame())
    True
    """
    store_named = os.environ.get(STORE_VARIABLE) if store is None else store
    return read_runs(open_store(DEFAULT_STORE if store_path(store_named) is None else store_named))

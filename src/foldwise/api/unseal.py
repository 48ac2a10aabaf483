"""`unseal`: look once at the sealed rows, with a model fitted to the open ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from foldwise.data import Dataset, Sealed, as_dataset, column_names
from foldwise.engine import fit_final
from foldwise.errors import InputError
from foldwise.evaluation import settings_of
from foldwise.models import as_models

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.data import Look
    from foldwise.engine import Settings
    from foldwise.evaluation import Shortcuts
    from foldwise.typing import ColumnLike, Models, TableLike

__all__ = ["unseal"]


def unseal(
    model: Models,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    sealed: Sealed | str | Path,
    settings: Settings | None = None,
    **shortcuts: Unpack[Shortcuts],
) -> Look:
    """Fit a model to the open rows and ask how well it does on the sealed ones. The look is counted, for ever.

    Parameters
    ----------
    model
        One estimator, or the name of one, or ``{name: estimator}`` to say what the ledger calls it.
    X
        Features of the open rows as array, sparse matrix or dataframe; a path; or a `Dataset`.
    y
        Their target as array, or the name of its column.
    sealed
        The sealed rows, or the file they are in.
    settings
        As for `assess`; only its `seed`, also a keyword of its own, is used: that of a model whose `random_state` is open.

    Returns
    -------
    Look
        The answer: exact at the first look, through the Ladder from then on.

    Examples
    --------
    >>> import tempfile, foldwise
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rows, sealed = foldwise.seal(foldwise.sample("iris"), ledger=f"{folder}/iris.ledger")
    ...     print(unseal("lda", rows, sealed=sealed).message)
    First look at 30 sealed rows: the mean loss of lda is 0.06667, exactly.
    """
    run = settings_of(unseal, settings, shortcuts, uses=("seed",))
    dataset = as_dataset(X, y)
    chosen = as_models(model, dataset)
    if len(chosen) > 1:
        message = f"one model at a time is held against the sealed rows, not {len(chosen)}: every look counts"
        raise InputError(message, hint=f"assess first, then the best of {', '.join(chosen)}")
    rows = sealed if isinstance(sealed, Sealed) else Sealed.load(sealed)
    check_columns(dataset, rows.columns)
    ((name, estimator),) = chosen.items()
    final = fit_final(name, estimator, dataset, seed=run.seed)
    return rows.look(name, final.predict)


def check_columns(dataset: Dataset, theirs: tuple[str, ...]) -> None:
    """Refuse open rows whose columns are not those of the sealed rows, before the look is counted."""
    ours = column_names(dataset.X)
    if ours != theirs:
        odd = next((name for name in (*ours, *theirs) if (name in ours) != (name in theirs)), None)
        what = "their order differs" if odd is None else f"'{odd}' is not in both"
        message = f"the open rows and the sealed rows have different columns: {what}; the look was not counted"
        raise InputError(message, hint="the open file and the options that were used for sealing")

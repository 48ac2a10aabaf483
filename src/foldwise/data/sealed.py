"""The sealed test set: rows that can be looked at only through a counted, answered question."""

from __future__ import annotations

import os
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.archive import pack, unpack
from foldwise.data.checks.file import usable_path
from foldwise.data.ladder import reuse_margin
from foldwise.data.ledger import Chain, Ledger, replace_file
from foldwise.data.table import column_names
from foldwise.errors import FoldwiseWarning, InputError, SealError, printable
from foldwise.fingerprints import digest
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats
    from foldwise.data.dataset import Dataset
    from foldwise.data.ledger import Entry
    from foldwise.data.table import Table

__all__ = ["Look", "Sealed", "squared_loss", "zero_one_loss"]

NOTE = """These rows are sealed: they are the final test of a model, and looking at them would spoil it.
Ask foldwise for a look instead; it counts the looks in the ledger and answers them so that the test stays honest.
"""


@final
@dataclass(frozen=True)
class Look:
    """One answer about the sealed rows.

    Parameters
    ----------
    number
        1 for the first look.
    model
        What was looked at.
    score
        The released mean loss: exact at the first look, through the Ladder from then on.
    mechanism
        ``exact`` or ``ladder``.
    rows
        Number of sealed rows.
    spread
        Standard deviation of the losses at the first look, for an interval; None at later looks.
    message
        The answer in words.
    report
        What every measure says, with intervals and beside the baseline; at the first look that is answered only.
    """

    number: int
    model: str
    score: float
    mechanism: str
    rows: int
    spread: float | None
    message: str
    report: Any = None

    def margin(self, level: float = 0.95) -> float:
        """Half-width that holds for all looks so far at once, for losses between 0 and 1 (see `reuse_margin`)."""
        return reuse_margin(self.number, self.rows, level)


@final
class Sealed:
    """Rows set aside by `seal`. Neither the features nor the target can be had; `look` answers one question at a time."""

    __slots__ = ("_dataset", "_file", "_known", "_ledger")

    def __init__(self, dataset: Dataset, ledger: Ledger, known: Chain | None = None) -> None:
        self._dataset = dataset
        self._ledger = ledger
        self._known = ledger.check(dataset.fingerprint, known)
        self._file: Path | None = None

    @property
    def n(self) -> int:
        """Number of sealed rows."""
        return self._dataset.n

    @property
    def name(self) -> str:
        """What the user calls the dataset."""
        return self._dataset.name

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the features, which are those of the open rows."""
        return column_names(self._dataset.X)

    def other_target(self, dataset: Dataset) -> str:
        """Say in what the target of other rows is not that of the sealed rows; nothing where models of it can be asked."""
        own = self._dataset
        if own.task is not dataset.task:
            return f"the open rows are for {dataset.task}, and the sealed rows for {own.task}"
        if own.is_classification and not {*map(_text, own.classes)} & {*map(_text, dataset.classes)}:
            return "the open rows and the sealed rows have no class in common"
        return ""

    @property
    def ledger(self) -> Path:
        """Where the looks are counted."""
        return self._ledger.path

    @property
    def looks(self) -> tuple[Entry, ...]:
        """Every look so far, as the ledger keeps it."""
        return tuple(self._ledger.entries())

    def __repr__(self) -> str:
        """Say that it is sealed, and how often it was looked at."""
        text = f"{count_of(self.n, 'row')} of {self.name}, looked at {count_of(len(self.looks), 'time')}"
        return printable(f"<sealed: {text}>")

    def look(
        self,
        name: str,
        predict: Callable[[Table], Array],
        loss: Callable[[Array, Array], Floats] | None = None,
        *,
        report: Callable[[Dataset], Any] | None = None,
    ) -> Look:
        """Ask how well a model does on the sealed rows. Every look is counted, for ever.

        Parameters
        ----------
        name
            What to call the model in the ledger.
        predict
            Gives one class label or value per row of a feature table.
        loss
            Gives the loss per row from truth and prediction; 0-1 loss for classes and squared loss for values by default.
        report
            Is given the sealed rows at the first look that is answered, to measure more of them than the mean loss.

        Notes
        -----
        The first look is answered exactly. Later ones go through the Ladder without a parameter: a new score is released,
        rounded to 1/n, only if it is below the best by more than one standard error of the difference. The look is in the
        ledger before the model sees a row: one that raises an error is counted too.
        """
        dataset = self._dataset
        chosen = loss or (zero_one_loss if dataset.is_classification else squared_loss)
        called = getattr(chosen, "__name__", type(chosen).__name__)
        self._known = self._ledger.check(dataset.fingerprint, self._known)
        number = self._ledger.start(model=name, loss=called, rows=dataset.n)
        try:
            predicted = _checked_predictions(np.asarray(predict(dataset.X)), dataset.n)
            losses = _checked_losses(chosen(dataset.target, predicted), dataset.n)
            if dataset.weights is not None:
                losses = losses * (dataset.weights / dataset.weights.mean())
            hashed = _hash(predicted)
        except BaseException:
            self._ledger.fail(number, model=name, loss=called, rows=dataset.n)
            self._bind()
            raise
        entry, best = self._ledger.answer(losses, model=name, predictions=hashed, loss=called, look=number)
        self._bind()
        spread = float(losses.std(ddof=1)) if entry.look == 1 else None
        score = float("nan") if entry.score is None else entry.score
        more = report(dataset) if report is not None and best is None else None
        return Look(entry.look, name, score, entry.mechanism, entry.rows, spread, _words(entry, best), more)

    def _bind(self) -> None:
        """Take down how far the ledger has come, in the sealed file too where there is one."""
        self._known = self._ledger.check(self._dataset.fingerprint, self._known)
        if self._file is not None and self._file.exists():
            try:
                self.save(self._file)
            except InputError as error:
                text = f"the look is in the ledger, but its count is not in the sealed file: {error.args[0]}"
                warnings.warn(text, FoldwiseWarning, stacklevel=3)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the sealed rows to a file; the ledger stays where it is."""
        where = Path(path)
        beside = os.path.relpath(self.ledger.absolute(), where.absolute().parent)
        facts = {"ledger": Path(beside).as_posix(), "chain": asdict(self._known)}
        replace_file(where, pack(self._dataset, facts, NOTE), private=True)
        self._file = where
        return where

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Sealed:
        """Read what `save` wrote; the ledger must still be there."""
        where = usable_path(path)
        if not where.exists():
            message = f"there is no file '{where}'"
            raise InputError(message, hint="the file that foldwise wrote when it sealed the rows")
        dataset, facts = unpack(where)
        try:
            ledger = Ledger(where.parent / facts["ledger"])
            known = Chain(**facts["chain"])
        except (KeyError, TypeError) as error:
            message = f"'{where.name}' does not say which ledger counts its looks, and how far it has come"
            raise SealError(message, hint="the file that foldwise wrote when it sealed the rows") from error
        sealed = cls(dataset, ledger, known)
        sealed._file = where
        return sealed


def zero_one_loss(truth: Array, predicted: Array) -> Floats:
    """1 where the predicted label is not the true one, also where none was predicted.

    Examples
    --------
    >>> zero_one_loss(np.array(["a", "b"]), np.array(["a", "a"])).tolist()
    [0.0, 1.0]
    """
    true, given = [_text(label) for label in truth.tolist()], [_text(label) for label in predicted.tolist()]
    if not set(true).intersection(given):
        message = f"no prediction is a class of the sealed rows: they are such as {predicted.tolist()[0]!r}"
        raise InputError(message, hint=f"predictions such as {truth.tolist()[0]!r}")
    return np.array([a != b for a, b in zip(true, given, strict=True)], dtype=np.float64)


def squared_loss(truth: Array, predicted: Array) -> Floats:
    """Square of the difference.

    Examples
    --------
    >>> squared_loss(np.array([1.0, 2.0]), np.array([1.0, 4.0])).tolist()
    [0.0, 4.0]
    """
    return np.asarray((truth.astype(np.float64) - predicted.astype(np.float64)) ** 2)


def _text(label: object) -> str:
    """Labels are compared by how they are written; 1.0 is 1."""
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def _checked_predictions(predicted: Array, n: int) -> Array:
    if predicted.ndim == 0 or predicted.shape[0] != n:
        message = f"the model gave predictions of shape {predicted.shape} for {n} sealed rows; the look is counted"
        raise InputError(message, hint="one prediction per row")
    return predicted


def _checked_losses(losses: Floats, n: int) -> Floats:
    values = np.asarray(losses, dtype=np.float64)
    if values.shape != (n,) or not np.isfinite(values).all():
        what = (
            "a loss that is not finite"
            if values.shape == (n,)
            else f"losses of shape {values.shape} for {n} sealed rows"
        )
        message = f"the loss function gave {what}; the look is counted"
        raise InputError(message, hint="one finite number per row")
    return values


def _hash(predicted: Array) -> str:
    return digest([np.array([_text(label) for label in predicted.ravel().tolist()], dtype=np.str_)])


def _words(entry: Entry, best: float | None) -> str:
    """Say what was answered and how."""
    score = f"{entry.score:.4g}"
    if best is None:
        which = "First look" if entry.look == 1 else f"Look {entry.look}, the first that was answered,"
        return f"{which} at {entry.rows:,} sealed rows: the mean loss of {entry.model} is {score}, exactly."
    start = f"Look {entry.look} at {entry.rows:,} sealed rows, answered through the Ladder:"
    if entry.score is not None and entry.score < best:
        return f"{start} {entry.model} is better than the best so far by more than one standard error; its mean loss is about {score}."
    return f"{start} {entry.model} is not clearly better than the best so far, whose mean loss of {score} is repeated."

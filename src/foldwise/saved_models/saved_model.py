"""A model that was read from a file, with its card: it checks new rows before it predicts them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Unpack, final

import numpy as np

from foldwise.data import Task, read_new_rows
from foldwise.engine import attempt
from foldwise.errors import FitError, printable
from foldwise.phrases import count_of
from foldwise.saved_models.new_predictions import NewPredictions
from foldwise.saved_models.unlike import find_unlike

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.data import ReadingOptions, Table
    from foldwise.saved_models.card import ModelCard
    from foldwise.typing import TableLike

__all__ = ["SavedModel"]


@final
@dataclass(frozen=True, eq=False)
class SavedModel:
    """A fitted model and what is known about it.

    Parameters
    ----------
    model
        The fitted estimator.
    card
        What it was trained on and how good it is.
    """

    model: Any
    card: ModelCard

    def predict(self, X: TableLike, **reading: Unpack[ReadingOptions]) -> NewPredictions:
        """Predict the rows of a file or an object; columns that the model does not know are left out.

        Parameters
        ----------
        X
            The rows, as `foldwise.read` takes them.
        **reading
            How to read a file: `delimiter`, `encoding`, `missing`, `query`, `sheet`, `file_format`, `unpacked`.
        """
        kinds = {column.name: column.kind for column in self.card.columns}
        table, others = read_new_rows(X, kinds, by_name=self.card.by_name, **reading)
        labels = self._answer("predict", table)
        return NewPredictions(
            self.card,
            np.asarray(labels),
            self._probabilities(table),
            find_unlike(table, self.card.columns),
            (*_beside(others, self.card.target), *_versions(self.card)),
        )

    def _probabilities(self, table: Table) -> Floats | None:
        if self.card.task is not Task.CLASSIFICATION or not hasattr(self.model, "predict_proba"):
            return None
        found = np.asarray(self._answer("predict_proba", table), dtype=np.float64)
        expected = (table.shape[0], len(self.card.classes))
        if found.shape != expected or not np.isfinite(found).all():
            message = f"'{self.card.name}' gave probabilities of shape {found.shape}, where {expected} were expected, or not all finite"
            raise FitError(message)
        return found

    def _answer(self, method: str, table: Table) -> Array:
        """Ask the model; what it raises becomes one sentence."""
        ask, rows = getattr(self.model, method), count_of(table.shape[0], "row")
        found = attempt(lambda: np.asarray(ask(table)), self.card.name, f"the {rows} it was asked about")
        if len(found) != table.shape[0]:
            message = f"'{self.card.name}' gave {len(found):,} predictions for {count_of(table.shape[0], 'row')}"
            raise FitError(message)
        return found[:, 0] if method == "predict" and found.shape[1:] == (1,) else found

    def __repr__(self) -> str:
        """One line."""
        return printable(f"<SavedModel {self.card.name}: predicts {self.card.target}>")


def _beside(others: tuple[str, ...], target: str) -> list[str]:
    """Say which columns were not used."""
    unused = [name for name in others if name != target]
    said = [f"the column {target}, which is predicted, was not looked at"] if target in others else []
    if unused:
        text = ", ".join(unused[:4]) + (f" and {len(unused) - 4} more" if len(unused) > 4 else "")
        said.append(
            f"{count_of(len(unused), 'column')} the model does not know {'was' if len(unused) == 1 else 'were'} left out: {text}"
        )
    return said


def _versions(card: ModelCard) -> list[str]:
    """Say where scikit-learn is another one: its models may predict otherwise."""
    saved, here = card.versions.get("scikit-learn", ""), version("scikit-learn")
    if saved.split(".")[:2] == here.split(".")[:2]:
        return []
    return [f"the model was saved with scikit-learn {saved}, and {here} predicts here; figures may differ"]

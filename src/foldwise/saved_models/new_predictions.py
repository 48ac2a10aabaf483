"""Predictions of rows whose truth is not known, and in what these rows are unlike those the model was trained on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.errors import printable
from foldwise.phrases import count_of, percent
from foldwise.saved_models.unlike import most_unlike

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.saved_models.card import ModelCard
    from foldwise.saved_models.unlike import Unlike

__all__ = ["NewPredictions"]

UNLIKE_SHARE = 0.05
"""Share of unlike rows from which on the figures of the card are said not to hold."""


@final
@dataclass(frozen=True, eq=False)
class NewPredictions:
    """What a saved model says about new rows.

    Parameters
    ----------
    card
        What is known about the model.
    labels
        Class labels or values (n,).
    probabilities
        Probabilities (n, C) in the order of the card's classes; None where the model has none.
    unlike
        In what the rows are unlike the training rows.
    notes
        What else the reader should know.
    """

    card: ModelCard
    labels: Array
    probabilities: Floats | None
    unlike: tuple[Unlike, ...]
    notes: tuple[str, ...] = ()

    @cached_property
    def rows_unlike(self) -> Mask:
        """Which rows have a value that no training row could have had (n,)."""
        found = np.zeros(len(self.labels), dtype=np.bool_)
        for one in self.unlike:
            if one.what != "shifted":
                found |= one.rows
        return found

    def to_frame(self) -> pd.DataFrame:
        """One line per row: the prediction, the probability of every class, and the columns that are unlike."""
        import pandas as pd

        frame = pd.DataFrame({"prediction": self.labels})
        if self.probabilities is not None:
            for name, column in zip(self.card.classes, self.probabilities.T, strict=True):
                frame[f"probability of {name}"] = column
        names = np.full(len(self.labels), "", dtype=object)
        for one in self.unlike:
            if one.what != "shifted":
                names[one.rows] = [f"{before}, {one.column}" if before else one.column for before in names[one.rows]]
        frame["unlike"] = names
        return frame

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        frame = self.to_frame()
        records: list[dict[str, Any]] = frame.to_dict(orient="records")  # type: ignore[assignment]  # names are texts
        return {
            "card": self.card.to_dict(),
            "rows": len(frame),
            "unlike": [
                {"column": one.column, "what": one.what, "rows": int(one.rows.sum()), "text": one.text}
                for one in self.unlike
            ],
            "notes": list(self.notes),
            "predictions": [{**record, "prediction": _plain(record["prediction"])} for record in records],
        }

    def remarks(self) -> list[str]:
        """What the reader should know, one sentence each."""
        said = [*(one.text for one in self.unlike), *self.notes]
        share = float(self.rows_unlike.mean()) if len(self.labels) else 0.0
        many = share >= max(UNLIKE_SHARE, most_unlike(self.card.columns, len(self.labels)))
        if many or any(one.what == "shifted" for one in self.unlike):
            said.append("the figures of the card are about rows like the training rows, and many of these are not")
        return [printable(text) for text in said]

    def __str__(self) -> str:
        """How many rows, what was predicted how often, what to expect of it, and what is unlike."""
        card, n = self.card, len(self.labels)
        lines = [f"{card.name} predicts {card.target} of {count_of(n, 'row')}"]
        if card.classes:
            names, counts = np.unique([_named(label) for label in self.labels], return_counts=True)
            lines.append(
                "  " + ", ".join(f"{name} {percent(count / n, 1)}" for name, count in zip(names, counts, strict=True))
            )
        elif n:
            values = np.asarray(self.labels, dtype=np.float64)
            lines.append(f"  {values.min():.4g} to {values.max():.4g}, mean {values.mean():.4g}")
        lines += [f"  expected  {line}" for line in card.figure_lines()]
        return printable("\n".join(lines + [f"  note  {text}" for text in self.remarks()]))

    def __repr__(self) -> str:
        """One line."""
        return printable(f"<NewPredictions of {self.card.name}: {count_of(len(self.labels), 'row')}>")


def _plain(label: object) -> object:
    """The label, or None where the model has declined."""
    return None if label is None or label != label else label


def _named(label: object) -> str:
    """The label, or that there is none: a model may decline."""
    return "unclassified" if label is None or label != label else str(label)

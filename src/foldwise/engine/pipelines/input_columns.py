"""Columns of a dataset as they came, until a step makes numbers or levels of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import is_frame
from foldwise.engine.features import features, per_dataset, refuse_features, refuse_sizes
from foldwise.engine.pipelines.columns import Numbers
from foldwise.engine.pipelines.one_hot import code_levels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.pipelines.shared_columns import SharedColumns
    from foldwise.typing import Given

__all__ = ["InputColumns", "UnfitStepError"]


class UnfitStepError(Exception):
    """A step that cannot be done exactly for all resamples at once; its text says why."""


@final
class InputColumns:
    """Some columns of a dataset, by place."""

    def __init__(self, dataset: Dataset, shared: SharedColumns, places: Sequence[int] | None = None) -> None:
        self.dataset, self.shared = dataset, shared
        self.places = tuple(range(dataset.p)) if places is None else tuple(places)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.places)

    def part(self, chosen: Given) -> InputColumns:
        """Choose columns as `ColumnTransformer` does; all columns must still be there."""
        if callable(chosen):
            if type(chosen).__module__.partition(".")[0] != "sklearn":
                message = "ColumnTransformer chooses columns by a function"
                raise UnfitStepError(message)
            chosen = chosen(self.dataset.X)
        if isinstance(chosen, str | int) or self.width != self.dataset.p:
            message = "ColumnTransformer hands on a single column as a vector, or stands within another"
            raise UnfitStepError(message)
        return InputColumns(self.dataset, self.shared, self._places(chosen))

    def _places(self, chosen: Given) -> list[int]:
        """Places of columns given by name, by place, by a mask or by a range of places."""
        listed = chosen if isinstance(chosen, slice) else list(chosen)
        names = [str(name) for name in self.dataset.X.columns] if is_frame(self.dataset.X) else []
        try:
            if not isinstance(listed, slice) and any(isinstance(one, str) for one in listed):
                return [names.index(one) for one in listed]
            if not isinstance(listed, slice) and not listed:
                return []
            every = np.arange(self.dataset.p)
            return [int(at) for at in every[listed if isinstance(listed, slice) else np.array(listed)]]
        except (ValueError, IndexError, TypeError) as error:
            message = f"the dataset lacks columns that ColumnTransformer names: {error}"
            raise UnfitStepError(message) from error

    def without(self, others: Sequence[InputColumns]) -> InputColumns:
        """Columns that no other has."""
        taken = {place for other in others for place in other.places}
        return InputColumns(self.dataset, self.shared, [place for place in self.places if place not in taken])

    def numbers(self) -> Numbers:
        """Take the columns as numbers."""
        if refuse_features(self.dataset) is None:
            whole = features(self.dataset)
            return Numbers([self.shared.number(whole[:, place], missing=False) for place in self.places])
        columns = [self._number(place) for place in self.places]
        return Numbers([self.shared.number(column, missing=bool(np.isnan(column).any())) for column in columns])

    def _number(self, place: int) -> Floats:
        values = _column(self.dataset, place)
        if values.dtype in (np.float32, np.float16):
            message = f"the features are {values.dtype}, which scikit-learn computes with fewer digits than float64"
            raise UnfitStepError(message)
        try:
            found = values.astype(np.float64)
        except (TypeError, ValueError) as error:
            message = f"column {place + 1} is not numeric"
            raise UnfitStepError(message) from error
        if np.isinf(found).any():
            message = f"column {place + 1} has infinite values"
            raise UnfitStepError(message)
        refusal = refuse_sizes(found[:, None])
        if refusal:
            raise UnfitStepError(refusal)
        return found

    def levels(self) -> list[Codes]:
        """Take the columns as categories: where the indicators of the levels of each are among the shared columns."""
        found = []
        for place in self.places:
            coded = _coded(self.dataset, place)
            if isinstance(coded, str):
                raise UnfitStepError(coded)
            codes, count = coded
            found.append(np.array([self.shared.indicator(codes == level) for level in range(count)], dtype=np.intp))
        return found


@per_dataset
def _coded(dataset: Dataset, place: int) -> tuple[Codes, int] | str:
    """Codes of the levels of a column."""
    return code_levels(_column(dataset, place).astype(object))


def _column(dataset: Dataset, place: int) -> Array:
    table = dataset.X
    if not is_frame(table):
        return np.asarray(table)[:, place]
    import narwhals as nw

    column = nw.from_native(table).get_column(nw.from_native(table).columns[place])
    kind = column.dtype
    if kind.is_numeric() or kind == nw.Boolean:
        return np.asarray(column.to_numpy())
    return np.array(column.to_list(), dtype=object)

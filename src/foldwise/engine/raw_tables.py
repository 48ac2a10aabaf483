"""Raw tables read into matrices, once per dataset: several families and checks ask for the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from foldwise.learners.table_encoding import TableEncoding

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.data import Dataset

__all__ = ["read_table"]

_READ: WeakKeyDictionary[Dataset, dict[str, tuple[TableEncoding, Floats]]] = WeakKeyDictionary()


def read_table(dataset: Dataset, categorical: Any) -> tuple[TableEncoding, Floats]:  # noqa: ANN401
    """What the columns of a dataset hold, and its matrix (n, p), which is not to be written to.

    Parameters
    ----------
    dataset
        The rows.
    categorical
        Columns whose numbers are categories: names, places, or a mask of the columns.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.data import Dataset, Task
    >>> rows = Dataset(np.array([["b"], ["a"]]), np.array([0, 1]), Task.CLASSIFICATION)
    >>> read_table(rows, None)[1].tolist()
    [[1.0], [0.0]]
    """
    read, key = _READ.setdefault(dataset, {}), repr(categorical)
    if key not in read:
        read[key] = TableEncoding.read(dataset.X, categorical)
    return read[key]

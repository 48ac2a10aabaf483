"""Results as plain data: the version of their form, and values that JSON has a word for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.typing import Given, Json

__all__ = ["SCHEMA_VERSION", "json_record", "json_value"]

SCHEMA_VERSION = 1


def json_value(value: Given) -> Json:
    """A value that JSON has a word for; null where it has none.

    Examples
    --------
    >>> json_value(0.5), json_value(float("nan")), json_value("relu")
    (0.5, None, 'relu')
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int | bool) else str(value)


def json_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Replace numbers that JSON has no word for by null.

    Examples
    --------
    >>> json_record({"low": float("-inf"), "high": 1.0})
    {'low': None, 'high': 1.0}
    """
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value for key, value in record.items()
    }

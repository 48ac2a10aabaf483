"""Settings of this process that decide what a fit does: workers take them over, and the key of a fit knows them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["settings_in_use", "under_settings"]


def settings_in_use() -> dict[str, Any]:
    """Configuration of scikit-learn, and what numpy does with an overflow, a division by zero or the like."""
    from sklearn import get_config

    return {"sklearn": get_config(), "numpy": dict(np.geterr())}


@contextmanager
def under_settings(settings: Mapping[str, Any]) -> Iterator[None]:
    """Work with the settings of another process."""
    from sklearn import config_context

    with config_context(**settings.get("sklearn", {})), np.errstate(**settings.get("numpy", {})):
        yield

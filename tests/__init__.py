"""Tests, in the folders of what they test."""

import os
from importlib.metadata import version

if version("scikit-learn").startswith("1.6."):
    # Its checks of estimators cannot be imported without it where array-api-compat is installed.
    os.environ.setdefault("SCIPY_ARRAY_API", "1")

"""scikit-learn's own tests of model selection, run with its functions replaced: ``python -m tests.sklearn_suite``."""

import os
import subprocess
import sys

from foldwise.installed import SKLEARN
from foldwise.sklearn import patch

FILES = ("test_validation", "test_search", "test_successive_halving")
LEFT_OUT: dict[str, str] = {}
"""Tests that are left out, by their name, and why."""


def pytest_configure():
    """Replace scikit-learn's functions before its tests import them; pytest calls this."""
    patch()


def pytest_collection_modifyitems(config, items):
    """Leave out what is listed above."""
    left = [item for item in items if item.originalname in LEFT_OUT]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


def main(arguments):
    """Run the files, or those named; further arguments go to pytest."""
    files = [one for one in arguments if one in FILES] or FILES
    rest = [one for one in arguments if one not in FILES]
    modules = [f"sklearn.model_selection.tests.{name}" for name in files]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.sklearn_suite", "-p", "no:cacheprovider"]
    options = ["-c", "/dev/null", "--import-mode=prepend", "--pyargs", *modules, *rest]
    # Tests of 1.6 cannot be imported without it where array-api-compat is installed.
    settings = {"SCIPY_ARRAY_API": "1"} if SKLEARN < (1, 7) else {}
    return subprocess.run([*command, *options], check=False, env={**os.environ, **settings}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

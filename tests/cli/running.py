"""How the tests run the program: in this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from click.testing import CliRunner, Result

from foldwise.cli import program
from foldwise.data import sample_path

IRIS, CANCER, AUTO = (str(sample_path(name)) for name in ("iris", "breast-cancer", "auto-mpg"))
QUICK = ("assess", IRIS, "--target", "species", "--model", "lda", "--plan", "kfold(5)", "--no-store")


def foldwise(*arguments: str) -> Result:
    """Run in this process; an exception nobody foresaw fails the test."""
    return CliRunner().invoke(program, list(arguments), catch_exceptions=False)


def process(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run as a process of its own, with environment variables."""
    command = [sys.executable, "-m", "foldwise", *arguments]
    environment = {**os.environ, **settings}
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment, timeout=120)

"""``python -m foldwise.sklearn script.py [args]``: run existing code with batched fits."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from runpy import run_module
from types import ModuleType

from foldwise.sklearn.patching import patch
from foldwise.sklearn.record import LOG
from foldwise.sklearn.report import summary, write_report

USAGE = """usage: python -m foldwise.sklearn [--report] [--quiet] (script.py | -m module) [args]

Run a script or a module with scikit-learn's model selection batched where that gives the same numbers.

  --report   say at the end, on stderr, which calls were batched, which were not and why
  --quiet    say nothing at the end"""


def main(arguments: list[str]) -> None:
    """Run what is named, with its own arguments."""
    options = []
    while arguments and arguments[0] in ("--report", "--quiet", "--help", "-h"):
        options.append(arguments.pop(0))
    if "--help" in options or "-h" in options:
        sys.stdout.write(f"{USAGE}\n")
        return
    if not arguments or arguments == ["-m"]:
        sys.stderr.write(f"{USAGE}\n")
        sys.exit(2)
    patch(report=True)
    try:
        _run(arguments)
    finally:
        if "--quiet" not in options and LOG.notes:
            told = write_report(LOG.notes) if "--report" in options else summary(LOG.notes)
            sys.stdout.flush()
            sys.stderr.write(f"{told}\n")


def _run(arguments: list[str]) -> None:
    if arguments[0] == "-m":
        module, sys.argv = arguments[1], arguments[1:]
        sys.path[0] = str(Path.cwd())
        run_module(module, run_name="__main__", alter_sys=True)
        return
    script = Path(arguments[0])
    if not script.is_file():
        sys.stderr.write(f"foldwise: there is no file '{script}' to run\n")
        sys.exit(2)
    sys.argv, sys.path[0] = arguments, str(script.resolve().parent)
    # The module stays: what the script leaves to be called at the end still finds its names.
    names = sys.modules["__main__"] = ModuleType("__main__")
    names.__dict__.update(__file__=str(script.absolute()), __builtins__=builtins)
    exec(compile(script.read_bytes(), arguments[0], "exec"), names.__dict__)


if __name__ == "__main__":
    main(sys.argv[1:])

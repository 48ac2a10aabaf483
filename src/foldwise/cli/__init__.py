"""The command line: read the arguments, call the verb, show what it returns."""

from foldwise.cli.program import main, program

__all__ = ["main", "program"]

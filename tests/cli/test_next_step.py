"""What to do next is printed as a command that can be copied."""

import json

from tests.cli.running import IRIS, foldwise

COMPARE = (
    "compare",
    IRIS,
    "-t",
    "species",
    "-m",
    "lda",
    "-m",
    "knn",
    "--no-store",
    "--plan",
    "kfold(5)",
    "--measure",
    "error",
)


def test_a_comparison_ends_with_what_to_do_next():
    said = foldwise(*COMPARE).stdout
    lines = " ".join(said[said.index("\nNext ") :].replace("\\\n", " ").split())
    assert f"Next foldwise diagnose {IRIS} --target species --model lda" in lines
    assert f"foldwise improve {IRIS} --target species --model lda" in lines


def test_machines_and_those_who_want_quiet_are_not_told():
    assert "Next" not in foldwise(*COMPARE, "--quiet").stdout
    assert "Next" not in foldwise(*COMPARE, "--format", "csv").stdout
    json.loads(foldwise(*COMPARE, "--json").stdout)

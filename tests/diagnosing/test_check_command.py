"""Commands that act on what checks find."""

import pytest

from foldwise.advice import RULES, Advice, Severity
from foldwise.diagnosing.check_command import check_command
from foldwise.reports import ComplexityCurve

ROWS = "'my rows.csv' --target y --model tree"


def found(code, mend):
    return Advice(code, "title", Severity.NOTE, "what was found", mend)


@pytest.mark.parametrize(
    ("mend", "command"),
    [
        ("drop=['a b', 'c'] where the data are read", f"foldwise diagnose {ROWS} --drop 'a b' --drop c"),
        ("order= with the time of each row, or groups=", f"foldwise diagnose {ROWS} --order COLUMN"),
        ("measures='mae,r2', which", f"foldwise assess {ROWS} --measure mae,r2"),
        ("plan='kfold(5, repeats=3)', or", f"foldwise diagnose {ROWS} --plan 'kfold(5, repeats=3)'"),
        ("drop=[…] where", f"foldwise diagnose {ROWS} --drop COLUMN"),
        ("more rows of these classes", "foldwise explain FW101"),
    ],
)
def test_arguments_become_options(mend, command):
    assert check_command(found("FW101", mend), ROWS) == command


def test_the_figure_of_a_winner_is_corrected_by_select():
    curve = ComplexityCurve("max_depth", (2, 4, None), (0.3, 0.2, 0.0), (0.3, 0.25, 0.3), 4, "error")
    command = check_command(found("FW304", "foldwise.select, which corrects"), ROWS, curve)
    assert command == f"foldwise select {ROWS} --grid max_depth=2,4,none"


def test_every_rule_has_a_command():
    assert all(check_command(found(rule.code, "words"), ROWS).startswith("foldwise ") for rule in RULES)

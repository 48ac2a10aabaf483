"""`foldwise permutation-test`."""

import json

from tests.cli.running import IRIS, foldwise

QUICK = ("permutation-test", IRIS, "-t", "species", "-m", "gaussian-nb", "--permutations", "9")


def test_the_report_says_whether_it_is_better_than_chance():
    found = foldwise(*QUICK, "--level", "0.8")
    assert (found.exit_code, "gaussian-nb is better than chance" in found.stdout) == (0, True)


def test_the_json_has_the_p_value():
    (row,) = json.loads(foldwise(*QUICK, "--measure", "auc", "--json").stdout)["rows"]
    assert (row["measure"], row["p_value"], row["shuffle"]) == ("auc", 0.1, "rows")


def test_wrong_requests_get_a_sentence():
    found = foldwise(*QUICK, "--stop-after", "0")
    assert (found.exit_code, "try --stop-after 10" in found.stderr) == (3, True)


def test_the_time_of_rows_is_not_asked_for():
    assert "--order" not in foldwise("permutation-test", "--help").stdout
    assert foldwise(*QUICK, "--order", "sepal length").exit_code == 2

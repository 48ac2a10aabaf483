"""`foldwise select` on the command line."""

import json

import pytest
from click.testing import CliRunner

import foldwise
from foldwise.cli.program import program
from foldwise.cli.select import parse_values


@pytest.fixture
def flowers(tmp_path):
    iris = foldwise.sample("iris")
    iris.X.assign(species=iris.target).to_csv(tmp_path / "flowers.csv", index=False)
    return str(tmp_path / "flowers.csv")


def run(*arguments):
    return CliRunner().invoke(program, ["select", *arguments, "--no-store"])


def test_the_choice_and_its_worth_are_printed(flowers):
    result = run(flowers, "-t", "species", "-m", "knn", "--grid", "n_neighbors=1,5,15", "-p", "kfold(5)")
    assert result.exit_code == 0
    assert "Chosen  n_neighbors=" in result.stdout
    assert "corrected for the selection (bbc)" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_json_has_the_rows_and_the_candidates(flowers):
    result = run(flowers, "-t", "species", "-m", "lda", "-m", "tree", "-p", "kfold(5)", "--json")
    told = json.loads(result.stdout)
    assert (told["verb"], told["chosen"]) == ("select", "lda")
    assert [row["what"] for row in told["rows"]] == ["selected, corrected", "winner, not corrected"]
    assert {one["model"] for one in told["candidates"]} == {"lda", "tree"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=1,2.5", [1, 2.5]),
        ("a=true,none,auto", [True, None, "auto"]),
        ("a = uniform , distance", ["uniform", "distance"]),
    ],
)
def test_values_are_read_as_what_they_are(text, values):
    assert parse_values(text) == ("a", values)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "knn", "--grid", "n_neighbors"), "error: 'n_neighbors' is not a setting with its values; try --grid"),
        (
            ("-m", "knn", "--grid", "neighbours=1,2"),
            "error: there is no parameter of KNeighborsClassifier called 'neighbours'; try",
        ),
        (("-m", "knn"), "error: there is one model and no space of parameters, so there is nothing to select; try"),
    ],
)
def test_bad_requests_get_one_line(flowers, arguments, message):
    result = run(flowers, "-t", "species", *arguments)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(message)

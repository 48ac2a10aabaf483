"""`foldwise select` on the command line."""

import json

import numpy as np
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
    assert "Chosen  knn with n_neighbors=" in result.stdout
    assert "candidate       error  interval" in result.stdout
    assert "corrected for the selection (bbc)" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_curve_shows_where_overfitting_starts(tmp_path):
    rng = np.random.default_rng(0)
    x = rng.normal(size=150)
    rows = [f"{a},{'yes' if a + e > 0 else 'no'}" for a, e in zip(x, rng.normal(size=150), strict=True)]
    (tmp_path / "noisy.csv").write_text("\n".join(["x,y", *rows]))
    file = str(tmp_path / "noisy.csv")
    asked = (file, "-t", "y", "-m", "knn", "-g", "n_neighbors=1,25,110", "-p", "kfold(5)", "--curve")
    result = run(*asked, "n_neighbors")
    lines = result.stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("Curve   n_neighbors  training  left out"))
    assert [line.split()[0] for line in lines[at + 1 : at + 4]] == ["1", "25", "110"]
    assert lines[at + 1].endswith("overfitting starts")
    assert lines[at + 2].endswith("best")
    told = json.loads(run(*asked, "n_neighbors", "--json").stdout)["curve"]
    assert (told["best"], told["overfits_from"], len(told["rows"])) == (25, 1, 3)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("-g", "n_neighbors=1,9"), "there is no setting in the grid called 'neighbours'; try 'n_neighbors'"),
        ((), "a curve over 'neighbours' needs values of it; try --grid neighbours=1,2,4"),
    ],
)
def test_a_curve_over_what_is_not_searched_is_refused(flowers, more, message):
    result = run(flowers, "-t", "species", "-m", "knn", *more, "--curve", "neighbours")
    assert result.exit_code == 3
    assert message in result.stderr


def test_a_candidate_that_fails_stops_the_search_or_is_left_out(flowers):
    asked = (flowers, "-t", "species", "-m", "knn", "-g", "n_neighbors=1,9,140", "-p", "kfold(5)")
    stopped = run(*asked)
    assert stopped.exit_code == 3
    assert "try --on-failure record" in stopped.stderr
    went_on = run(*asked, "--on-failure", "record")
    assert went_on.exit_code == 4
    assert "n_neighbors=140 is left out, since its fits failed" in " ".join(went_on.stdout.split())


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


def test_draws_are_for_a_random_search(flowers):
    result = run(flowers, "-t", "species", "-m", "knn", "-g", "n_neighbors=1,5", "--draws", "4")
    assert result.exit_code == 2
    assert "--draws is for --search random" in result.stderr

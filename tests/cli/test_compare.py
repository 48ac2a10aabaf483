"""`foldwise compare` on the command line."""

import json

import pytest
from click.testing import CliRunner

import foldwise
from foldwise.cli.program import program
from foldwise.predictions import Predictions

MODELS = ("-m", "lda", "-m", "gaussian-nb")


@pytest.fixture
def flowers(tmp_path):
    iris = foldwise.sample("iris")
    iris.X.assign(species=iris.target).to_csv(tmp_path / "flowers.csv", index=False)
    return str(tmp_path / "flowers.csv")


@pytest.fixture
def more(tmp_path):
    """The same flowers without two columns."""
    iris = foldwise.sample("iris")
    frame = iris.X.drop(columns=list(iris.X.columns[2:])).assign(species=iris.target)
    frame.to_csv(tmp_path / "sepals.csv", index=False)
    return str(tmp_path / "sepals.csv")


def run(*arguments):
    return CliRunner().invoke(program, ["compare", *arguments, "--no-store"])


def test_one_file_gets_a_leaderboard_and_a_verdict(flowers):
    result = run(flowers, "-t", "species", "-m", "gaussian-nb", "-m", "mixed-nb")
    assert result.exit_code == 0
    assert "Verdict  " in result.stdout
    assert "tests   loo-bootstrap, influence, p-values adjusted by holm" in result.stdout
    assert (
        max(len(line) for line in result.stdout.splitlines() if "flowers.csv \\" not in line) <= 80
    )  # a path is whole


def test_without_models_three_quick_ones_are_compared(flowers):
    result = run(flowers, "-t", "species", "--measure", "error", "-p", "kfold(5)", "-q")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in ("logistic", "knn", "random-forest"))


def test_json_has_rows_and_pairs(flowers):
    told = json.loads(run(flowers, "-t", "species", *MODELS, "--json").stdout)
    assert (told["schema_version"], told["verb"]) == (1, "compare")
    assert {"a", "b", "difference", "p_adjusted", "verdict"} <= set(told["pairs"][0])
    assert {"rank", "against_best", "unbeaten", "positive"} <= set(told["rows"][0])


def test_settings_reach_the_comparison(flowers):
    result = run(
        *(flowers, "-t", "species", *MODELS, "--measure", "error", "--rope", "0.2", "--adjust", "none"),
        *("--reference", "lda", "--level", "0.9", "--json"),
    )
    told = json.loads(result.stdout)
    assert (told["reference"], told["adjustment"], told["level"]) == ("lda", "none", 0.9)
    assert told["pairs"][0]["rope"] == 0.2
    assert told["pairs"][0]["verdict"] == "equivalent"


def test_predictions_can_be_kept(flowers, tmp_path):
    assert run(flowers, "-t", "species", *MODELS, "-p", "kfold(5)", "--save", str(tmp_path / "kept.npz")).exit_code == 0
    assert Predictions.load(tmp_path / "kept.npz").models == ("lda", "gaussian-nb", "baseline")


def test_several_files_are_an_experiment(flowers, more):
    result = run(flowers, more, "-t", "species", *MODELS, "-p", "kfold(5)")
    assert result.exit_code == 0
    assert "2 datasets, 2 models" in result.stdout
    assert "flowers" in result.stdout
    assert "sepals" in result.stdout
    told = json.loads(run(flowers, more, "-t", "species", *MODELS, "-p", "kfold(5)", "--json").stdout)
    assert told["verb"] == "experiment"
    assert {row["dataset"] for row in told["rows"]} == {"flowers.csv", "sepals.csv"}


@pytest.mark.parametrize(
    ("kind", "start"), [("latex", "\\begin{tabular}"), ("markdown", "| error | lda"), ("csv", "dataset,model,")]
)
def test_tables_for_papers(flowers, more, kind, start):
    result = run(flowers, more, "-t", "species", *MODELS, "-p", "kfold(5)", "--table", kind)
    assert result.stdout.startswith(start)


def test_a_failed_cell_is_shown_and_told_by_the_exit_code(flowers, more):
    result = run(flowers, more, "-t", "species", *MODELS, "-m", "linear", "-p", "kfold(5)")
    assert result.exit_code == 4
    assert "linear on all datasets: model 'linear' is for regression" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("extra", "code", "said"),
    [
        (("--test", "naive-t"), 3, "try --test corrected-t"),
        (("--test", "corected-t"), 3, "try 'corrected-t'"),
        (("--reference", "ldb"), 3, "try 'lda'"),
        (("--rope", "-1"), 3, "try --rope 0.01"),
        (("--table", "latex"), 2, "--table is for several files"),
        (("--adjust", "shaffer"), 2, "Invalid value for '--adjust'"),
    ],
)
def test_wrong_requests_get_one_line_and_their_exit_code(flowers, extra, code, said):
    result = run(flowers, "-t", "species", *MODELS, "-p", "kfold(10)", *extra)
    assert result.exit_code == code
    assert said in result.stderr


def test_what_is_wrong_with_one_of_several_files_is_said_with_its_name(flowers, tmp_path):
    (tmp_path / "same.csv").write_text("petal,species\n1,setosa\n2,setosa\n")
    result = run(flowers, str(tmp_path / "same.csv"), "-t", "species", *MODELS)
    assert result.exit_code == 4
    assert "same.csv: the target 'species' is 'setosa' in every row" in result.stderr


def test_options_for_one_file_are_refused_with_several(flowers, more):
    result = run(flowers, more, "-t", "species", "--rope", "0.1", "--test", "corrected-t")
    assert result.exit_code == 2
    assert "--rope, --test are for one file" in result.stderr
    result = run(flowers, more, "-t", "species", "--segment", "petal")
    assert (result.exit_code, "--segment is for one file" in result.stderr) == (2, True)


def test_the_tests_are_listed():
    rows = json.loads(CliRunner().invoke(program, ["tests", "--json"]).stdout)["rows"]
    assert {"corrected-t", "5x2cv-f", "wilcoxon"} <= {row["name"] for row in rows}
    assert "plans: kfold" in CliRunner().invoke(program, ["tests"]).stdout


def test_careful_and_the_family_of_all_measures_reach_the_comparison(flowers):
    told = json.loads(
        run(
            *(flowers, "-t", "species", *MODELS, "-m", "qda", "--measure", "error", "--measure", "log-loss"),
            *("--test", "careful", "--adjust-measures", "--json"),
        ).stdout
    )
    assert {one["method"] for one in told["pairs"]} == {"nested-cv"}
    assert told["across_measures"] is True
    assert set(told["confidence_sets"]["error"]["models"]) <= {"lda", "gaussian-nb", "qda"}
    assert "The best is among" in told["verdict"]


def test_several_files_have_no_family_of_measures(flowers, more):
    result = run(flowers, more, "-t", "species", *MODELS, "--adjust-measures")
    assert result.exit_code == 2
    assert "--adjust-measures is for one file" in result.stderr


def test_a_file_that_cannot_be_read_is_told_of_and_the_others_are_compared(flowers, more, tmp_path):
    damaged = tmp_path / "damaged.csv"
    damaged.write_text("a,b\n1\n")
    result = run(flowers, str(damaged), more, "-t", "species", *MODELS)
    assert result.exit_code == 4
    assert "'damaged.csv', line 2: expected 2 fields" in result.stderr
    assert "this file is left out" in result.stderr
    assert "more" in result.stdout or "flowers" in result.stdout
    nothing = run(str(damaged), str(damaged), "-t", "species", *MODELS)
    assert nothing.exit_code == 3

"""Code that makes a result again."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

import foldwise
from foldwise.cli.assess import assess as assess_command
from foldwise.cli.compare import compare as compare_command
from foldwise.data import sample
from foldwise.reports import RowOrigin
from foldwise.reports.report.reproduction import reproduced, typed_argument

RNG = np.random.default_rng(3)
SIZE = 80
TABLE = pd.DataFrame(
    {
        "a": RNG.normal(size=SIZE),
        "my col": RNG.choice(["x", "y"], SIZE),
        "phone": [f"p{at}" for at in range(SIZE)],
        "town": RNG.integers(0, 12, SIZE),
    }
)
TABLE["label"] = np.where(TABLE["a"] + RNG.normal(size=SIZE) > 0, "yes", "no")
QUICK = {"plan": "kfold(3)", "progress": None, "store": False}


@pytest.fixture
def file(tmp_path):
    TABLE.to_csv(tmp_path / "my rows.csv", index=False)
    return str(tmp_path / "my rows.csv")


def run(code, **known):
    exec(code, known)
    return known["result"]


def codes_of(result):
    return dict(result.report().reproduction)


def figures(result):
    return [(one.model, one.measure.name, one.estimate.value, one.interval) for one in result.findings]


def test_an_assessment_with_options_is_made_again(file):
    rows = foldwise.read(file, "label", drop=["phone"], groups="town", positive="no", costs="fn=5,fp=1")
    found = foldwise.assess("logistic", rows, decide="cost", baseline=False, seed=2, progress=None, store=False)
    again = run(codes_of(found)["Python"])
    assert figures(again) == figures(found)
    assert "--no-baseline" in codes_of(found)["Command line"]


def test_a_command_is_read_by_the_command_line_as_it_was_meant(file):
    rows = foldwise.read(file, "label", drop=["phone"], roles={"town": "categorical"}, missing=["x", "-"])
    found = foldwise.assess("lda", rows, measures="error", level=0.9, **QUICK)
    words = _words(codes_of(found)["Command line"])
    given = assess_command.make_context("assess", words[2:]).params
    assert given["path"] == file
    assert given["missing"] == ("x", "-")
    assert (given["drop"], given["roles"], given["level"]) == (("phone",), ("town=categorical",), 0.9)


def test_an_experiment_is_made_again_and_is_a_comparison_of_files(file, tmp_path):
    TABLE.iloc[::-1].to_csv(tmp_path / "b.csv", index=False)
    paths = [file, str(tmp_path / "b.csv")]
    tables = {name: foldwise.read(path, "label", drop=["phone"]) for name, path in zip("ab", paths, strict=True)}
    found = foldwise.experiment("lda, tree", tables, reference="tree", adjust="bh", **QUICK)
    again = run(codes_of(found)["Python"])
    assert again.table().equals(found.table())
    words = _words(codes_of(found)["Command line"])
    given = compare_command.make_context("compare", words[2:]).params
    assert given["paths"] == tuple(paths)
    assert (given["models"], given["reference"], given["adjust"]) == (("lda", "tree"), "tree", "bh")


def test_a_certificate_and_a_permutation_test_are_made_again():
    found = foldwise.certify("lda", sample("iris"), simulations=3, seed=5, plan="kfold(3)", progress=None)
    again = run(codes_of(found)["Python"])
    assert (again.coverage, again.truth) == (found.coverage, found.truth)
    test = foldwise.permutation_test("lda", sample("iris"), permutations=5, seed=4, plan="kfold(3)", progress=None)
    assert run(codes_of(test)["Python"]).null == test.null


def test_a_score_of_columns_is_made_again(file):
    columns = TABLE.assign(mine=TABLE["label"].to_numpy()[::-1])
    columns.to_csv(file, index=False)
    found = foldwise.score("label", {"m": "mine"}, data=file, measures="error", segments="my col")
    assert figures(run(codes_of(found)["Python"])) == figures(found)
    assert "--predicted m=mine --segment 'my col'" in codes_of(found)["Command line"]


def test_estimators_and_arrays_are_named_and_have_no_command():
    own = [LogisticRegression(C=0.01)]
    X, y = TABLE[["a"]].to_numpy(), TABLE["label"].to_numpy()
    found = foldwise.assess(own, X, y, groups=TABLE["town"].to_numpy(), progress=None, store=False)
    code = codes_of(found)
    assert "foldwise.assess(model, X, y, groups=groups, " in code["Python"]
    assert "Command line" not in code
    assert figures(run(code["Python"], model=own, X=X, y=y, groups=TABLE["town"].to_numpy())) == figures(found)


def test_what_a_careful_interval_chose_is_left_to_it():
    found = foldwise.assess("gaussian-nb", sample("iris"), interval="careful", progress=None, store=False)
    code = codes_of(found)["Python"]
    assert "plan=" not in code
    assert figures(run(code)) == figures(found)


def test_a_saved_result_is_made_again_as_well(file, tmp_path):
    found = foldwise.assess("lda", foldwise.read(file, "label", drop=["phone"]), until=0.5, **QUICK)
    found.save(tmp_path / "x.foldwise")
    assert codes_of(foldwise.load(tmp_path / "x.foldwise")) == codes_of(found)


def test_a_choice_among_drawn_settings_is_made_again():
    space = {"max_depth": [1, 2, 3, 4], "min_samples_leaf": [1, 5, 9]}
    found = foldwise.select("tree", space, sample("iris"), search="random", draws=3, **QUICK)
    assert run(codes_of(found)["Python"]).corrected.estimate.value == found.corrected.estimate.value


def test_the_command_quotes_what_a_shell_would_read():
    (_, python), (_, command) = reproduced("assess", ["a b"], RowOrigin.of(sample("iris")), settings=[("seed", 0)])
    assert "'a b'" in python
    assert "--model 'a b'" in command


def test_a_grid_is_typed():
    found = foldwise.select("tree", {"max_depth": [1, 2, None]}, sample("iris"), **QUICK)
    assert "--model tree --grid max_depth=1,2,none --plan" in codes_of(found)["Command line"]


def test_a_choice_among_models_names_all_of_them():
    found = foldwise.select(["lda", "gaussian-nb"], None, sample("iris"), **QUICK)
    assert "foldwise.select(['lda', 'gaussian-nb'], None, " in codes_of(found)["Python"]


def test_what_cannot_be_typed_has_no_option():
    assert typed_argument("rope", {"auc": 0.1}) is None
    assert typed_argument("costs", [[0, 1], [2, 0]]) is None
    assert typed_argument("positive", "-1") == "--positive=-1"


def _words(command):
    import shlex

    return shlex.split(command)


def test_what_the_rows_are_read_with_is_not_given_again(file):
    found = foldwise.compare("lda, tree", file, "label", costs="fn=5,fp=1", measures="error", **QUICK)
    python, command = (text for _, text in found.report().reproduction)
    assert python.count("costs=") == 1
    assert command.count("--costs") == 1

"""`foldwise score` on the command line."""

import json

import numpy as np
import pandas as pd
import pytest

from foldwise import score
from foldwise.cli.score import systems_of
from foldwise.errors import InputError
from tests.cli.running import foldwise
from tests.data.files.workbooks import cell, row, write

rng = np.random.default_rng(0)
N = 300
TRUTH = np.where(rng.random(N) < 0.3, "yes", "no")
P = {
    name: 1 / (1 + np.exp(-(rng.normal(size=N) + gain * (TRUTH == "yes") - 0.8)))
    for name, gain in (("a", 3.0), ("b", 1.0))
}
FRAME = pd.DataFrame(
    {
        "y": TRUTH,
        **{name: np.where(p > 0.5, "yes", "no") for name, p in P.items()},
        **{f"p{name}": p for name, p in P.items()},
        "site": rng.choice(["north", "south"], N),
    }
)


@pytest.fixture
def wide(tmp_path):
    FRAME.to_csv(tmp_path / "preds.csv", index=False)
    return str(tmp_path / "preds.csv")


def test_one_system(wide):
    result = foldwise("score", wide, "--truth", "y", "--predicted", "a", "--score", "pa")
    assert result.exit_code == 0
    assert result.stdout.startswith("preds.csv  300 rows")
    assert "placement-t (auc)" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    "options",
    [
        ("--predicted", "a", "--score", "pa", "--predicted-2", "b", "--score-2", "pb"),
        ("--predicted", "a", "--predicted", "b", "--score", "pa", "--score", "pb"),
        ("--predicted", "a", "--predicted", "b", "--score", "b=pb", "--score", "a=pa"),
    ],
)
def test_two_systems(wide, options):
    told = json.loads(foldwise("score", wide, "-t", "y", *options, "--measure", "error,auc", "--json").stdout)
    assert told["verb"] == "score"
    assert [(row["model"], row["measure"]) for row in told["rows"]] == [(m, n) for m in "ab" for n in ("error", "auc")]
    assert [(pair["a"], pair["b"], pair["method"]) for pair in told["pairs"]] == [
        ("a", "b", "mcnemar"),
        ("a", "b", "placement-t"),
    ]


def test_segments_costs_and_groups(wide):
    result = foldwise(
        *("score", wide, "-t", "y", "--predicted", "mine=a", "--segment", "site", "--cost", "fn=10,fp=1"),
        *("--measure", "cost", "--groups", "site", "--json"),
    )
    told = json.loads(result.stdout)
    assert {row["segment"] for row in told["rows"]} == {"all", "north", "south"}
    assert told["rows"][0]["model"] == "mine"
    assert told["rows"][0]["method"] == "none"
    assert "needs 5 groups with rows that count for cost, and there are 2" in told["rows"][0]["reason"]


def test_a_long_table(tmp_path):
    long = pd.concat(
        [FRAME.assign(model=name, yhat=FRAME[name], p=FRAME[f"p{name}"], id=np.arange(N)) for name in "ab"]
    ).sample(frac=1, random_state=1)
    long.to_parquet(tmp_path / "long.parquet")
    options = ("-t", "y", "--predicted", "yhat", "--score", "p", "--system", "model", "--row", "id")
    told = json.loads(foldwise("score", str(tmp_path / "long.parquet"), *options, "--json").stdout)
    assert [row["model"] for row in told["rows"][:1]] == ["a"]
    assert told["pairs"][0]["a"] == "a"


def test_a_file_is_read_in_pieces_on_demand(wide):
    result = foldwise("score", wide, "-t", "y", "--predicted", "a", "--score", "pa", "--stream")
    assert "rows were read in pieces, 300 in all, and not kept" in result.stdout


def test_several_classes_have_a_score_column_each(tmp_path):
    truth = rng.integers(0, 3, 90)
    table = pd.DataFrame(rng.dirichlet(np.ones(3), 90), columns=["p0", "p1", "p2"]).assign(y=truth)
    table.to_csv(tmp_path / "three.csv", index=False)
    result = foldwise("score", str(tmp_path / "three.csv"), "-t", "y", "--score", "p0,p1,p2", "--measure", "auc")
    assert result.exit_code == 0
    assert "the labels of p0,p1,p2 are" in " ".join(result.stdout.split())


def test_a_gate_trips_on_the_end_of_the_interval(wide):
    result = foldwise("score", wide, "-t", "y", "--predicted", "a", "--fail-if", "error > 0.001")
    assert result.exit_code == 5
    assert "gate: error > 0.001 cannot be ruled out for a" in result.stderr
    assert foldwise("score", wide, "-t", "y", "--predicted", "a", "--fail-if", "error > 0.9").exit_code == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--truth", "yy", "--predicted", "a"), "error: there is no column of 'preds.csv' called 'yy'; try 'y'"),
        (("--truth", "y"), "error: neither predictions nor scores were given; try --predicted …"),
        (
            ("--truth", "y", "--predicted", "a", "--measure", "auc"),
            "error: auc needs scores, but 'a' gives labels only",
        ),
        (
            ("--truth", "y", "--predicted", "a", "--measure", "mce", "--score", "pa", "--stream"),
            "error: mce needs all rows in memory, and they are read in pieces; try --no-stream",
        ),
        (
            ("--truth", "y", "--predicted", "a", "--predicted", "b", "--predicted-2", "b"),
            "error: --predicted-2 names system 2 a second time",
        ),
    ],
)
def test_bad_requests_get_one_line(wide, options, message):
    result = foldwise("score", wide, *options)
    assert result.exit_code == 3
    assert result.stderr.startswith(message)
    assert not result.stdout


def test_options_become_systems():
    given = {"predicted": ("a",), "scores": (), "predicted_2": "their=b", "score_2": "pb"}
    assert systems_of(given) == ({"a": "a", "their": "b"}, {"their": ("pb",)})
    with pytest.raises(InputError, match="--score-2 names system 2 a second time"):
        systems_of({"predicted": (), "scores": ("p", "q"), "score_2": "r"})


def test_a_sheet_or_a_format_is_asked_for_as_elsewhere(tmp_path):
    rows = "".join(row(at, cell(f"A{at}", at % 2) + cell(f"B{at}", at % 3 % 2)) for at in range(2, 42))
    head = row(1, '<c r="A1" t="inlineStr"><is><t>y</t></is></c><c r="B1" t="inlineStr"><is><t>p</t></is></c>')
    book = write(tmp_path / "said.xlsx", {"may": head + rows, "june": head + rows.replace("<v>0</v>", "<v>1</v>", 9)})
    found = [
        json.loads(foldwise("score", str(book), "-t", "y", "--predicted", "p", "--sheet", name, "--json").stdout)
        for name in ("may", "june")
    ]
    assert found[0]["source"] == "said.xlsx"
    assert found[0]["rows"][0]["value"] != found[1]["rows"][0]["value"]
    (tmp_path / "said.out").write_text("y,p\n" + "0,1\n1,1\n" * 20)
    file = str(tmp_path / "said.out")
    assert "said.out" in foldwise("score", file, "-t", "y", "--predicted", "p", "--file-format", "csv").stdout
    refused = foldwise("score", file, "-t", "y", "--predicted", "p", "--file-format", "csv", "--sheet", "may")
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "sheet" in refused.stderr


@pytest.mark.parametrize(
    "words", [("--predicted", "a", "--predicted", "a"), ("--predicted", "m=a", "--predicted", "m=b")]
)
def test_two_systems_of_one_name_are_refused(wide, words):
    result = foldwise("score", wide, "--truth", "y", *words)
    assert result.exit_code == 3
    assert f"two systems are called '{words[-1].split('=')[0]}'" in result.stderr


def test_a_column_is_named_once_and_weights_are_numbers(wide):
    with pytest.raises(InputError, match="predicted names the column 'a' twice; try each column once"):
        score("y", ["a", "a"], data=wide)
    assert (
        "which is not a number; try numbers"
        in foldwise("score", wide, "-t", "y", "--predicted", "a", "--weights", "site").stderr
    )


def test_reading_in_pieces_is_called_by_its_option(wide):
    told = foldwise("score", wide, "-t", "y", "--predicted", "a", "--stream", "--system", "site").stderr
    assert "--system needs all rows in memory, and --stream keeps summaries only; try --no-stream" in told


@pytest.mark.parametrize("stream", [False, True])
def test_too_many_segments_are_refused_as_in_assess(stream):
    rows = np.arange(300) % 2
    with pytest.raises(InputError, match="segments have 300 different values, and figures are given for up to 100"):
        score(rows, rows, segments=np.arange(300), stream=stream)

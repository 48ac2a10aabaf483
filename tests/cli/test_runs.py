"""`foldwise runs`, `show`, `export` and `forget` on the command line."""

import json

import pytest

from tests.cli.running import IRIS, foldwise

CALL = ("assess", IRIS, "-t", "species", "-m", "svm", "--plan", "kfold(3)", "--no-baseline")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder with a store of two runs."""
    folder = tmp_path_factory.mktemp("kept")
    for plan in ("kfold(3)", "kfold(3, repeats=2)"):
        found = foldwise(*CALL, "--plan", plan, "--store", f"sqlite:///{folder / 'store.db'}")
        assert found.exit_code == 0, found.stderr
    return folder


def told(kept, *arguments):
    return foldwise(*arguments, "--store", str(kept / "store.db"))


def test_runs_are_listed(kept):
    shown = told(kept, "runs").stdout.splitlines()
    assert shown[0].split() == ["run", "started", "status", "fits", "what"]
    assert "3 + 3 reused" in shown[1]
    assert max(map(len, shown)) <= 80
    found = json.loads(told(kept, "runs", "--format", "json").stdout)["runs"]
    assert [(one["verb"], one["status"], one["done"], one["reused"]) for one in found] == [
        ("assess", "finished", 3, 3),
        ("assess", "finished", 3, 0),
    ]
    assert len(json.loads(told(kept, "runs", "--json", "-n", "1").stdout)["runs"]) == 1


def test_a_run_is_shown_with_its_result(kept):
    shown = told(kept, "show").stdout
    assert "kfold(3, repeats=2), seed 0" in shown
    assert "95 % interval" in shown
    name = json.loads(told(kept, "runs", "--json").stdout)["runs"][1]["id"]
    found = json.loads(told(kept, "show", name[:6], "--json").stdout)
    assert (found["run"]["id"], found["result"]["verb"]) == (name, "assess")


def test_a_run_becomes_a_page_or_tables(kept, monkeypatch):
    monkeypatch.chdir(kept)
    name = json.loads(told(kept, "runs", "--json").stdout)["runs"][0]["id"]
    assert told(kept, "report", "last").stdout.strip() == f"Report  {name}.html"
    assert (kept / f"{name}.html").is_file()
    assert told(kept, "report", name, "--format", "md").stdout.startswith("# assess")


@pytest.mark.parametrize("ending", ["foldwise", "json", "csv", "html", "md", "tex"])
def test_a_result_is_exported(kept, ending):
    path = kept / f"x.{ending}"
    assert told(kept, "export", "last", str(path)).exit_code == 0
    assert path.stat().st_size > 100
    if ending == "json":
        assert json.loads(path.read_text())["verb"] == "assess"


def test_what_cannot_be_exported_is_one_sentence(kept):
    found = told(kept, "export", "last", "x.docx")
    assert (found.exit_code, found.stderr.count("\n")) == (3, 1)
    assert "exported as .foldwise, .json" in found.stderr
    assert told(kept, "export", "last", str(kept / "none" / "x.csv")).exit_code == 3
    assert "there is no run 'zz'" in told(kept, "show", "zz").stderr


def test_runs_are_forgotten(tmp_path):
    for plan in ("kfold(3)", "kfold(4)", "kfold(5)"):
        foldwise(*CALL, "--plan", plan, "--store", str(tmp_path / "store.db"))
    assert "1 run and 5 fits removed" in told(tmp_path, "forget", "last").stdout
    assert "0 runs and 0 fits removed" in told(tmp_path, "forget", "--older-than", "30d").stdout
    assert "2 runs and 7 fits removed" in told(tmp_path, "forget", "--keep-size", "1kB").stdout
    assert "has no runs" in told(tmp_path, "runs").stdout
    foldwise(*CALL, "--store", str(tmp_path / "store.db"))
    assert "1 run and 3 fits removed" in told(tmp_path, "forget", "--all").stdout


def test_what_to_forget_is_said_in_one_way(kept):
    for arguments in ((), ("last", "--all"), ("--older-than", "3d", "--keep-size", "1GB")):
        assert told(kept, "forget", *arguments).exit_code == 2
    assert told(kept, "forget", "--keep-size", "much").exit_code == 3


def test_without_a_store_there_is_nothing_to_list(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = foldwise("runs")
    assert (found.exit_code, found.stderr.count("\n")) == (3, 1)
    assert "there is no store '.foldwise/store.db'" in found.stderr
    assert list(tmp_path.iterdir()) == []

"""``python -m foldwise.sklearn``: existing code, unchanged."""

import runpy
import subprocess
import sys

import pytest

from foldwise.sklearn.__main__ import main
from foldwise.sklearn.patching import unpatch
from foldwise.sklearn.record import LOG

SCRIPT = """
import sys
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

if __name__ == "__main__":
    print(sys.argv[1:], __file__.endswith("script.py"))
    X, y = load_iris(return_X_y=True)
    print(cross_val_score(GaussianNB(), X, y, cv=10))
    print(cross_val_score(KNeighborsClassifier(algorithm="kd_tree", metric="canberra" if 0 else "minkowski"), X.tolist(), y))
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


def run(*arguments, cwd):
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_a_script_prints_what_it_prints_anyway(script, monkeypatch, capsys):
    found = run("-m", "foldwise.sklearn", "--report", "script.py", "a", "b", cwd=script.parent)
    monkeypatch.setattr(sys, "argv", ["script.py", "a", "b"])
    runpy.run_path(str(script), run_name="__main__")  # by scikit-learn: nothing is patched in this process
    assert (found.returncode, found.stdout) == (0, capsys.readouterr().out)
    first, second, third = found.stderr.splitlines()
    assert first.startswith("foldwise: 1 of 2 calls batched")
    assert second == "  batched      cross_val_score of GaussianNB: 10 fits"
    assert third == "  not batched  cross_val_score of KNeighborsClassifier: X is a list"


@pytest.fixture
def here(monkeypatch, tmp_path):
    """Run in this process, in a folder of its own, and leave nothing behind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", sys.argv)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    yield tmp_path
    unpatch()
    LOG.reporting = False
    LOG.notes.clear()


@pytest.mark.usefixtures("script", "here")
def test_a_module_runs_and_quiet_says_nothing(capsys):
    main(["--quiet", "-m", "script", "a"])
    said = capsys.readouterr()
    assert said.out.startswith("['a'] True\n[0.93")
    assert said.err == ""


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [([], 2, "usage"), (["none.py"], 2, "there is no file 'none.py' to run"), (["leave.py"], 3, "")],
)
def test_what_cannot_be_run_and_what_leaves(arguments, code, words, here, capsys):
    (here / "leave.py").write_text("raise SystemExit(3)", encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == code
    assert words in capsys.readouterr().err

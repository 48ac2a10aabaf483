"""Everything a user can get wrong on the command line, and how to run it.

`python -m tests.cli.cases > tests/cli/messages.txt` writes the messages anew; read the difference before committing it.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np
from click.testing import CliRunner
from sklearn.base import BaseEstimator, ClassifierMixin

from foldwise.api import assess
from foldwise.cli import program
from foldwise.errors import FoldwiseError


def table(n: int = 60, **changes: list[object]) -> str:
    """Text of a CSV file with two numbers, a town and a class; a column may be replaced."""
    rng = np.random.default_rng(0)
    columns: dict[str, list[object]] = {
        "age": rng.integers(20, 60, n).tolist(),
        "dose": rng.normal(5, 1, n).round(3).tolist(),
        "town": [f"t{at % 6}" for at in range(n)],
        "ill": ["yes" if at % 3 else "no" for at in range(n)],
    } | changes
    rows = zip(*columns.values(), strict=True)
    return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


@dataclass(frozen=True)
class Case:
    """One mistake: what the user types, and the files that are there."""

    name: str
    arguments: str
    files: dict[str, bytes] = field(default_factory=dict)

    def run(self) -> str:
        """Exit code and what was printed on stderr; nothing may be on stdout unless the command succeeded."""
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            for name, content in {"rows.csv": table().encode(), **self.files}.items():
                Path(name).write_bytes(content)
            before = sorted(entry.name for entry in Path().iterdir())
            result = CliRunner().invoke(program, self.arguments.replace("\n", " "), catch_exceptions=False)
            left = [
                name
                for name in sorted(entry.name for entry in Path().iterdir())
                if name not in before and name not in (".foldwise", "__pycache__")
            ]
        assert result.exit_code in (0, 5) or not result.stdout, result.stdout
        assert result.exit_code == 0 or not left, left
        return f"exit {result.exit_code}\n{result.stderr.strip()}"


ASSESS = "assess rows.csv --target ill --model tree --plan kfold(5) --no-store"


def with_column(**changes: list[object]) -> dict[str, bytes]:
    return {"rows.csv": table(**changes).encode()}


CASES = [
    Case("a file that is not there", "assess row.csv --target ill"),
    Case("a folder instead of a file", "assess . --target ill"),
    Case("an empty file", "assess empty.csv --target ill", {"empty.csv": b""}),
    Case("a file with a header only", "assess short.csv --target ill", {"short.csv": b"age,ill\n"}),
    Case("a file of an unknown kind", "assess rows.doc --target ill", {"rows.doc": b"age,ill\n1,2\n"}),
    Case("no target", "assess rows.csv"),
    Case("an unknown column", "assess rows.csv --target il"),
    Case("a target with one class", ASSESS, with_column(ill=["yes"] * 60)),
    Case("a target with gaps", ASSESS, with_column(ill=["", *["yes", "no"] * 29, "yes"])),
    Case("a format that is not known", f"{ASSESS} --file-format cvs"),
    Case("a sheet of a text file", f"{ASSESS} --sheet people"),
    Case("a workbook that is none", "assess rows.xlsx --target ill", {"rows.xlsx": b"age,ill\n"}),
    Case("nothing on standard input", "assess - --target ill"),
    Case("a column without a value", ASSESS, with_column(dose=[""] * 60)),
    Case("infinite values", ASSESS, with_column(dose=["inf", *range(59)])),
    Case("two columns of the same name", ASSESS, {"rows.csv": table().replace("dose", "age", 1).encode()}),
    Case("numbers mixed with texts", ASSESS, with_column(dose=["unknown", *(at % 9 for at in range(59))])),
    Case("another encoding", ASSESS, {"rows.csv": table().replace("t1", "Zürich").encode("latin-1")}),
    Case("lines of different lengths", ASSESS, {"rows.csv": (table() + "1,2,3\n").encode()}),
    Case("more parts than rows", "assess rows.csv --target ill --plan kfold(100)"),
    Case("a negative weight", f"{ASSESS} --weights dose", with_column(dose=[-1, *range(59)])),
    Case("weights that are texts", f"{ASSESS} --weights town"),
    Case("an unknown model", "assess rows.csv --target ill --model forrest"),
    Case("a model in the place of the file", "assess lda --target ill"),
    Case("a model beside the file", "assess lda rows.csv --target ill"),
    Case("models in the place of files", "compare lda knn rows.csv --target ill"),
    Case("a model in a module that is not there", f"{ASSESS} --model nets.small:net"),
    Case("a model in a file that is not there", f"{ASSESS} --model nets/small.py:net"),
    Case("an object that is not there", f"{ASSESS} --model sklearn.svm:SVCC"),
    Case("an object that is no model", f"{ASSESS} --model math:pi"),
    Case("a class that needs arguments", f"{ASSESS} --model sklearn.ensemble:VotingClassifier"),
    Case("a module that raises", f"{ASSESS} --model fwcase_raises:net", {"fwcase_raises.py": b"1/0"}),
    Case("a module that does not parse", f"{ASSESS} --model fwcase_wrong.py:net", {"fwcase_wrong.py": b"def f(:"}),
    Case("a model by what others call it", f"{ASSESS.replace('tree', 'nearest')}"),
    Case("a model without a name", f"{ASSESS.replace('tree', 'lasso')}"),
    Case("an unknown plan", "assess rows.csv --target ill --plan kfolds(5)"),
    Case("a plan that cannot be read", "assess rows.csv --target ill --plan kfold(5"),
    Case("an unknown measure", "assess rows.csv --target ill --measure acuracy"),
    Case("a measure that is not here", f"{ASSESS} --measure hinge"),
    Case("a measure that nobody knows", f"{ASSESS} --measure qwertz"),
    Case("an unknown interval method", "assess rows.csv --target ill --interval wilsson"),
    Case("a measure of another task", f"{ASSESS} --measure rmse"),
    Case("a method that is not valid for the plan", f"{ASSESS} --interval wilson"),
    Case("a model of another task", "assess rows.csv --target dose --model lda"),
    Case("a plan of groups without groups", "assess rows.csv --target ill --plan group-kfold(5)"),
    Case("a random plan with groups", "assess rows.csv --target ill --groups town --plan kfold(5)"),
    Case("a random plan with an order", "assess rows.csv --target ill --order age --plan kfold(5)"),
    Case("an order of texts", "assess rows.csv --target ill --order town"),
    Case("a level of 95", f"{ASSESS} --level 95"),
    Case("minus five jobs", f"{ASSESS} --jobs -5"),
    Case("a budget with nothing to spend it on", f"{ASSESS} --budget 0"),
    Case("an address of the web", "assess https://example.com/rows.csv --target ill"),
    Case("a word of scikit-learn", "assess rows.csv --target ill --cv 5"),
    Case("the target as groups", f"{ASSESS} --groups ill"),
    Case("one group", "assess rows.csv --target ill --model tree --groups town", with_column(town=["t"] * 60)),
    Case(
        "one group and a plan for groups",
        f"{ASSESS.replace('kfold(5)', 'group-kfold(5)')} --groups town",
        with_column(town=["t"] * 60),
    ),
    Case("more parts than anybody has rows", "assess rows.csv --target ill --plan kfold(1e9)"),
    Case("weights beyond numbers", f"{ASSESS} --weights dose", with_column(dose=[1e308] * 60)),
    Case("a negative seed", f"{ASSESS} --seed -1"),
    Case("no jobs", f"{ASSESS} --jobs 0"),
    Case("an unknown role", f"{ASSESS} --role age=number"),
    Case("a role that is nothing like one", f"{ASSESS} --role age=zz"),
    Case("a role without a column", f"{ASSESS} --role age"),
    Case("a positive class that does not occur", f"{ASSESS} --positive maybe"),
    Case("costs of the wrong shape", f"{ASSESS} --costs 0,1,2;1,0,2"),
    Case("costs that are no numbers", f"{ASSESS} --costs '0,one;1,0'"),
    Case("an interval that is known to be wrong", f"{ASSESS} --interval naive-t"),
    Case("a width that is no width", f"{ASSESS} --until 0"),
    Case("an unknown estimate", f"{ASSESS} --estimate poled"),
    Case("a folder for predictions that is not there", f"{ASSESS} --save nowhere/rows.npz"),
    Case("predictions of an unknown kind", f"{ASSESS} --save rows.xlsx"),
    Case("a store that is a folder", "assess rows.csv --target ill --model tree --store ."),
    Case("a store and no store", f"{ASSESS} --store fits.db"),
    Case("a gate that is no condition", f"{ASSESS} --fail-if 'error >> 0.1'"),
    Case("a gate on an unknown measure", f"{ASSESS} --fail-if 'eror > 0.1'"),
    Case("a gate that cannot be decided", f"{ASSESS.replace('kfold(5)', 'loo')} --fail-if 'ece > 0.5'"),
    Case("a gate on a measure of another task", f"{ASSESS} --fail-if 'rmse > 1'"),
    Case("a gate that trips", f"{ASSESS} --fail-if 'accuracy < 0.99' --json"),
    Case("a sealed file that is not there", "unseal rows.sealed --data rows.csv --target ill --model tree"),
    Case("sealing without a target", "seal rows.csv"),
    Case("sealing everything", "seal rows.csv --target ill --share 1"),
    Case("sealing twice", "seal rows.csv --target ill", {"rows.sealed": b"", "rows.ledger": b""}),
    Case("an unknown sample", "demo irs"),
    Case("an unknown command", "asses rows.csv"),
    Case("an unknown option", "assess rows.csv --targt ill"),
]


class Crashing(ClassifierMixin, BaseEstimator):
    """Fails to fit."""

    def fit(self, X, y):
        message = "the solver\ndiverged"
        raise RuntimeError(message)

    def predict(self, X):
        return X


class Silent(ClassifierMixin, BaseEstimator):
    """Predicts NaN."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.shape_ = X.shape
        return self

    def predict(self, X):
        return np.full(len(X), np.nan)


def in_python(model: BaseEstimator) -> str:
    """Message of a model that misbehaves, which has no name on the command line."""
    rows = np.random.default_rng(0).normal(size=(30, 2))
    try:
        assess(model, rows, np.arange(30) % 2, plan="kfold(5)")
    except FoldwiseError as error:
        return f"{type(error).__name__}\n{error}"
    return "no error"


IN_PYTHON = {"a model that crashes": Crashing(), "a model that predicts NaN": Silent()}


def messages() -> dict[str, str]:
    """Every message by the name of its case."""
    return {case.name: case.run() for case in CASES} | {name: in_python(model) for name, model in IN_PYTHON.items()}


def written(said: dict[str, str]) -> str:
    """One block per case."""
    return "\n\n".join(f"# {name}\n{text}" for name, text in said.items()) + "\n"


if __name__ == "__main__":
    click.echo(written(messages()), nl=False)
    sys.exit(0)

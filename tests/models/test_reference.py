"""Models by where their code is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from foldwise.api import assess, experiment
from foldwise.data import sample
from foldwise.errors import InputError, UnknownNameError
from foldwise.models import as_models, import_model, is_reference

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE = """
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
print("imported")
model = KNeighborsClassifier(3)
def make(): return LogisticRegression(C=0.5)
def needs(depth): return LogisticRegression()
def fails(): raise RuntimeError("no  net")
class Net(KNeighborsClassifier): pass
class Space:
    inner = model
number = 3
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the user's with two modules; what is imported from it is forgotten."""
    (tmp_path / "fwuser_models.py").write_text(CODE)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "fwuser_nets.py").write_text("from fwuser_nothing import net\n")
    (tmp_path / "fwuser_exits.py").write_text("raise SystemExit(2)\n")
    (tmp_path / "colorsys.py").write_text("model = 3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("fwuser_")]:
        del sys.modules[name]


def test_an_instance_a_class_and_a_function_are_models() -> None:
    assert import_model("fwuser_models:model").n_neighbors == 3
    assert type(import_model("fwuser_models:Net")).__name__ == "Net"
    assert import_model("fwuser_models:make").C == 0.5
    assert isinstance(import_model("sklearn.svm:SVC"), SVC)


def test_a_file_and_an_attribute_are_found(home: Path) -> None:
    assert import_model("./fwuser_models.py:model") is import_model(f"{home}/fwuser_models.py:Space.inner")


def test_a_model_is_called_as_its_object_is() -> None:
    named = as_models(["fwuser_models:make,lda", "fwuser_models.py:make"], sample("iris"))
    assert list(named) == ["make", "lda", "make-2"]
    assert isinstance(named["make-2"], LogisticRegression)


def test_workers_can_import_it_too() -> None:
    found = assess(["fwuser_models:Net", "fwuser_models:make"], sample("iris"), plan="kfold(3)", jobs=1, timeout=60)
    assert not found.failures
    assert found.finding("Net", "error").estimate.value < 0.1


def test_what_the_module_prints_does_not_get_into_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    import_model("fwuser_models:model")
    assert capsys.readouterr() == ("", "imported\n")


def test_a_name_without_a_colon_is_none() -> None:
    assert not is_reference("random-forest")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fwuser_model:model", "there is no module 'fwuser_model'; try a module in this folder"),
        ("fwuser_models.deeper:model", "there is no module 'fwuser_models.deeper'; try"),
        ("sub/fwuser_nets.py:net", "importing sub/fwuser_nets.py failed: ModuleNotFoundError: No"),
        ("fwuser_exits:net", "importing fwuser_exits failed: SystemExit: 2"),
        ("fwuser_models:needs", "TypeError: needs() missing 1 required positional argument: 'depth'"),
        ("fwuser_models:fails", "calling fwuser_models:fails failed: RuntimeError: no net"),
        ("fwuser_models:number", "'fwuser_models:number' is no estimator with fit and predict, but of type int; try"),
        ("nets.py:net", "there is no file 'nets.py'; try package.module:object"),
        ("colorsys.py:model", "since 'colorsys' is the name of another module; try another name for the file"),
        ("https://x.org/y", "'https://x.org/y' does not say where a model is; try package.module:object"),
        (":model", "':model' does not say where a model is"),
        ("my models:model", "'my models' is no name of a module"),
    ],
)
def test_what_is_no_model_is_told_in_one_sentence(text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        as_models(text, sample("iris"))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_misspelt_object_gets_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="there is no object in 'fwuser_models' called 'needz'; try 'needs'"):
        import_model("fwuser_models:needz")
    with pytest.raises(UnknownNameError, match="called 'needz'"):
        experiment("lda,fwuser_models:needz", [sample("iris")])


def test_a_model_of_the_other_task_is_refused() -> None:
    with pytest.raises(InputError, match="LogisticRegression is for classification, and this is regression"):
        as_models("fwuser_models:make", sample("auto-mpg"))

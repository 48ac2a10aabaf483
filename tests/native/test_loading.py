"""Which kernels run: compiled ones where they were built, unless a switch turns them off; broken ones are reported."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

import foldwise
from foldwise import native


def test_a_switch_turns_the_compiled_kernels_off():
    environment = {**os.environ, "FOLDWISE_NATIVE": "0"}
    command = [sys.executable, "-m", "foldwise", "--version"]
    said = subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout
    assert said == f"foldwise {foldwise.__version__}, numpy kernels (FOLDWISE_NATIVE=0)\n"


@pytest.fixture
def switched_on(monkeypatch, tmp_path):
    """A folder for modules, where the kernels are not turned off."""
    monkeypatch.delenv("FOLDWISE_NATIVE", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("switched_on")
def test_kernels_that_were_not_built_are_no_error():
    assert native.load_kernels("kernels_not_built") is None
    assert native.kernels_in_use(compiled=False) == "numpy kernels (no compiled ones)"


def test_kernels_that_cannot_be_loaded_are_reported(switched_on):
    damaged = switched_on / f"kernels_damaged{EXTENSION_SUFFIXES[0]}"
    damaged.write_bytes(b"no machine code")
    with pytest.raises(native.BrokenKernelsError, match=r"kernels_damaged.*FOLDWISE_NATIVE=0") as caught:
        native.load_kernels("kernels_damaged")
    assert str(damaged) in str(caught.value)
    assert isinstance(caught.value, ImportError)


def test_what_the_kernels_lack_is_not_taken_for_their_absence(switched_on):
    (switched_on / "kernels_lacking.py").write_text("import no_such_dependency\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_dependency"):
        native.load_kernels("kernels_lacking")


def test_which_kernels_run_is_said_in_a_few_words(monkeypatch):
    assert native.kernels_in_use(compiled=True) == "compiled kernels"
    monkeypatch.setenv("FOLDWISE_NATIVE", "0")
    assert native.kernels_in_use(compiled=False) == "numpy kernels (FOLDWISE_NATIVE=0)"
    assert native.load_kernels() is None

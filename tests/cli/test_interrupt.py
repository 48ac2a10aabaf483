"""Ctrl-C on the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from foldwise.cli import interrupt
from foldwise.cli.interrupt import Stops
from tests.cli.running import IRIS

if TYPE_CHECKING:
    from pathlib import Path


def test_ctrl_c_ends_in_order_then_waits_then_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(interrupt, "END", ended.append)
    stops = Stops()
    with pytest.raises(KeyboardInterrupt):
        stops(signal.SIGINT, None)
    stops(signal.SIGINT, None)
    assert ended == []
    stops(signal.SIGINT, None)
    assert ended == [130]


def test_work_that_goes_on_after_ctrl_c_is_interrupted_again() -> None:
    stops = Stops()
    stops.check()
    with pytest.raises(KeyboardInterrupt):
        stops(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt):
        stops.check(3, 10, "svm")


def interrupted(pressed: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Assess a model whose first line of `fit` is the given one."""
    script = (
        "import signal, sys\n"
        "from contextlib import suppress\n"
        "from sklearn.svm import SVC\n"
        "fit = SVC.fit\n"
        "def pressed(self, *rows, **more):\n"
        f"    {pressed}\n"
        "    return fit(self, *rows, **more)\n"
        "SVC.fit = pressed\n"
        "from foldwise.__main__ import main\n"
        "main()"
    )
    asked = ["assess", IRIS, "-t", "species", "-m", "svm", "-p", "kfold(5)", "--jobs", "1", "--no-store", *more]
    return subprocess.run(
        [sys.executable, "-c", script, *asked], capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize("more", [[], ["--quiet"]])
def test_an_interruption_that_compiled_code_drops_still_ends_the_command(more: list[str]) -> None:
    """numpy drops what is raised while it looks up an attribute; here a fit does."""
    done = interrupted("with suppress(KeyboardInterrupt): signal.raise_signal(signal.SIGINT)", *more)
    assert done.returncode == 130, done.stderr
    assert "Stopped after 6 of 10 fits" in done.stderr


def test_an_interruption_within_exec_ends_with_130_and_not_by_a_signal(tmp_path: Path) -> None:
    """Python looks at how a module ended, not at how a script did."""
    (tmp_path / "pressed.py").write_text(
        "import signal, click\n"
        "from foldwise.__main__ import main\n"
        "click.Group.invoke = lambda *_: exec('signal.raise_signal(signal.SIGINT)')\n"
        "main()"
    )
    command = [sys.executable, "-m", "pressed", "plans"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (130, "\nStopped.\n")

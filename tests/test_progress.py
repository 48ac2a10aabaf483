"""How far the work is, on stderr."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise
from foldwise import progress
from foldwise.progress import Log, Meter


class Terminal(io.StringIO):
    """A stand-in for stderr."""

    def isatty(self):
        return True


class Clock:
    """Seconds that go by when asked to."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def shown(screen, steps, *, total=3, things="fits"):
    """What a run writes on stderr, given the fits done at some seconds; stdout stays clean."""
    clock, out = Clock(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(screen), Meter(things, clock=clock) as meter:
        for now, done in steps:
            clock.now = now
            meter(done, total, "lda")
    assert out.getvalue() == ""
    return re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", screen.getvalue())


def test_a_terminal_sees_the_model_and_the_fits(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    assert re.search(r"lda +━+ 3 of 3 fits", shown(Terminal(), [(1.5, 1), (2, 3)]))


@pytest.mark.parametrize("screen", [Terminal(), io.StringIO()])
def test_nothing_is_shown_of_short_work(screen):
    assert shown(screen, [(0.1, 1), (0.9, 2), (5, 3)]) == ""


def test_a_pipe_sees_a_line_a_minute():
    steps = [(second, second) for second in range(10, 600, 10)]
    lines = shown(io.StringIO(), steps, total=600).splitlines()
    assert len(lines) == 9
    assert lines[0] == "60 of 600 fits done, about 9 min left (lda)"
    assert lines[-1] == "540 of 600 fits done, about 60 s left (lda)"


def test_a_second_run_of_the_same_call_gets_its_own_bar(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    text = shown(Terminal(), [(2, 1), (3, 3), (4, 2), (5, 3)])
    assert text.count("3 of 3 fits") >= 2


def test_names_cannot_steer_the_terminal():
    clock = Clock()
    with redirect_stderr(io.StringIO()) as screen, Meter(clock=clock) as meter:
        clock.now = 61.0
        meter(1, 3, "a\x1b[2Jb")
    assert "\x1b" not in screen.getvalue()


def test_a_notebook_without_widgets_sees_one_line_that_is_written_over(monkeypatch):
    shell = type("ZMQInteractiveShell", (), {})()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(progress, "find_spec", lambda _: None)
    text = shown(io.StringIO(), [(2, 1), (3, 2), (4, 3)])
    assert text.count("\r") == 3
    assert text.endswith("3 of 3 fits \n")


def test_the_bar_goes_when_the_work_is_stopped(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    clock, bars = Clock(), []

    def work():
        with Meter(clock=clock) as meter:
            clock.now = 2.0
            meter(1, 3, "lda")
            bars.append(meter.display)
            assert bars[0].live.is_started
            raise KeyboardInterrupt

    with redirect_stderr(Terminal()), pytest.raises(KeyboardInterrupt):
        work()
    assert not bars[0].live.is_started


def test_a_log_that_has_nothing_to_go_by_still_says_something():
    clock = Clock()
    log = Log("datasets", clock, 0.0)
    clock.now = 60.0
    with redirect_stderr(io.StringIO()) as screen:
        log.show(0, 10, "lda")
        log.close()
    assert screen.getvalue() == "0 of 10 datasets done, about 10 min left (lda)\n"


class Constant(ClassifierMixin, BaseEstimator):
    """Predicts the first class, and is fitted one resample after the other."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def test_python_shows_a_bar_by_default_and_leaves_stdout_alone(monkeypatch, capsys):
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    asked = {"plan": "kfold(5)", "jobs": 1, "measures": "error"}
    foldwise.assess(Constant(), foldwise.sample("iris"), **asked)
    out, shown = capsys.readouterr()
    assert out == ""
    assert "fits" in shown
    foldwise.assess(Constant(), foldwise.sample("iris"), **asked, progress=False)
    assert capsys.readouterr() == ("", "")


class Result:
    """Figures of some repeats."""

    def __init__(self, text):
        self.text = text

    def first_figures(self):
        return self.text


def looked_at(screen):
    """What is written where figures come between the fits."""
    clock = Clock()
    with redirect_stderr(screen), Meter(clock=clock) as meter:
        clock.now = 2.0
        meter(1, 3, "lda")
        meter.look(Result("error 0.12"))
        meter(2, 3, "lda")
    return screen.getvalue()


def test_figures_that_stand_are_shown_above_the_bar(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    shown = looked_at(Terminal())
    assert re.search(r"error 0\.12[^\n]*\n[^\n]*\n[^\n]*lda", re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", shown))


def test_figures_that_stand_are_written_to_pipes_and_notebooks(monkeypatch):
    assert looked_at(io.StringIO()) == "error 0.12\n"
    shell = type("ZMQInteractiveShell", (), {})()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(progress, "find_spec", lambda _: None)
    assert "\nerror 0.12\n" in looked_at(io.StringIO())

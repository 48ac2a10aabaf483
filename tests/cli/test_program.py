"""The program as a whole: help, version, speed of its start, and what becomes of surprises."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from click.testing import CliRunner

import foldwise
from foldwise import native
from foldwise.cli import program
from foldwise.cli.program import report_bug
from foldwise.errors import FoldwiseError
from tests.cli.running import foldwise as run
from tests.cli.running import process


def test_the_help_lists_every_command_within_80_columns() -> None:
    text = run("--help").stdout
    assert list(program.commands) == [
        "assess",
        "compare",
        "select",
        "improve",
        "diagnose",
        "score",
        "compare-unpaired",
        "permutation-test",
        "certify",
        "predict",
        "report",
        "runs",
        "show",
        "export",
        "forget",
        "demo",
        "explain",
        "seal",
        "unseal",
        "models",
        "plans",
        "measures",
        "methods",
        "estimates",
        "tests",
        "improvements",
        "diagnoses",
        "checks",
    ]
    for name in program.commands:
        assert f"\n  {name} " in text
        assert max(map(len, run(name, "--help").stdout.split("\n"))) <= 80
    assert max(map(len, text.split("\n"))) <= 80
    assert "..." not in text.partition("Commands:")[2]  # no sentence is cut


def test_the_version_is_that_of_the_package() -> None:
    assert (
        run("--version").stdout
        == f"foldwise {foldwise.__version__}, {native.kernels_in_use(compiled=native.COMPILED)}\n"
    )


def test_python_m_is_the_same_program() -> None:
    assert (
        process("--version").stdout
        == f"foldwise {foldwise.__version__}, {native.kernels_in_use(compiled=native.COMPILED)}\n"
    )


def test_the_help_loads_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "foldwise", "assess", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.split("\n")}
    assert "click" in loaded
    assert loaded.isdisjoint(["sklearn", "pandas", "scipy", "numpy", "rich"])


def test_the_help_is_there_at_once() -> None:
    """At most 0.3 s of CPU time, best of three: the machine may be busy."""
    spent = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(spent) <= 0.3


def test_a_surprise_is_told_in_one_line_and_asks_for_a_report(capsys, monkeypatch) -> None:
    monkeypatch.delenv("FOLDWISE_DEBUG", raising=False)
    error = ZeroDivisionError("division\nby zero")
    report_bug(type(error), error, None)
    assert capsys.readouterr().err == (
        "unexpected ZeroDivisionError: division by zero\n"
        "please report this with what you did; FOLDWISE_DEBUG=1 shows where it happened\n"
    )


def test_an_error_of_ours_before_a_command_runs_is_no_surprise(capsys) -> None:
    error = FoldwiseError("the compiled kernels cannot be loaded", hint="FOLDWISE_NATIVE=0")
    report_bug(type(error), error, None)
    assert capsys.readouterr().err == "error: the compiled kernels cannot be loaded; try FOLDWISE_NATIVE=0\n"


def test_a_surprise_exits_with_1_and_shows_where_only_in_debug_mode() -> None:
    code = "from foldwise.cli import main, program; program.commands['models'].callback = lambda **_: 1 / 0; main()"
    for debug, shown in (("0", False), ("1", True)):
        done = subprocess.run(
            [sys.executable, "-c", code, "models"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "FOLDWISE_DEBUG": debug},
        )
        assert done.returncode == 1
        assert done.stdout == ""
        assert "unexpected ZeroDivisionError: division by zero\n" in done.stderr
        assert ("Traceback" in done.stderr) is shown


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "foldwise", "assess", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
        running.wait(timeout=60)
    assert running.returncode == 141
    assert said == b""


def test_the_shell_can_complete_commands() -> None:
    done = process(_FOLDWISE_COMPLETE="bash_complete", COMP_WORDS="foldwise asse", COMP_CWORD="1")
    assert done.stdout == "plain,assess\n"


def test_the_shell_can_complete_names() -> None:
    asked = {"COMP_WORDS": "foldwise assess rows.csv --model random", "COMP_CWORD": "4"}
    done = CliRunner().invoke(program, prog_name="foldwise", env={"_FOLDWISE_COMPLETE": "bash_complete", **asked})
    assert done.stdout == "plain,random-forest\n"


def test_ctrl_c_ends_with_130_while_the_program_loads_and_when_it_ends() -> None:
    loading = (
        "import signal, sys\n"
        "from foldwise.__main__ import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        name == 'foldwise.cli' and signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "main()"
    )
    ending = (  # what is registered first is called last
        "import atexit, signal\n"
        "atexit.register(signal.raise_signal, signal.SIGINT)\n"
        "from foldwise.cli import program\n"
        "from foldwise.cli.program import main\n"
        "program.invoke = lambda ctx: ctx.exit(130)\n"
        "main()"
    )
    for script in (loading, ending):
        done = subprocess.run([sys.executable, "-c", script, "plans"], capture_output=True, check=False, timeout=300)
        assert done.returncode == 130, done.stderr
        assert b"Traceback" not in done.stderr

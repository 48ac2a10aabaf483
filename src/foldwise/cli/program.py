"""The program: its commands, and what becomes of errors, notes and interruptions."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import traceback
import warnings
from typing import TYPE_CHECKING, NoReturn, final

import click

from foldwise import __version__
from foldwise.cli.assess import assess
from foldwise.cli.catalogue import (
    checks,
    diagnoses,
    estimates,
    improvements,
    measures,
    methods,
    models,
    plans,
    tests,
)
from foldwise.cli.certify import certify
from foldwise.cli.compare import compare
from foldwise.cli.compare_unpaired import compare_unpaired
from foldwise.cli.demo import demo
from foldwise.cli.diagnose import diagnose
from foldwise.cli.explain import explain
from foldwise.cli.hint import OPTIONS_ELSEWHERE, in_options, model_option
from foldwise.cli.improve import improve
from foldwise.cli.interrupt import INTERRUPTED, STOPS
from foldwise.cli.option import KEPT, QUIET
from foldwise.cli.permutation_test import permutation_test
from foldwise.cli.predict import predict
from foldwise.cli.report import report
from foldwise.cli.runs import export, forget, runs, show
from foldwise.cli.score import score
from foldwise.cli.sealing import seal, unseal
from foldwise.cli.select import select
from foldwise.cli.stderr import say
from foldwise.errors import FoldwiseError, FoldwiseWarning, Interrupted, printable
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from types import TracebackType

    from foldwise.typing import Untyped

__all__ = ["WRONG", "main", "program"]

UNEXPECTED, WRONG, BROKEN_PIPE = 1, 3, 141

EPILOG = """\b
Exit codes
  0 done                       3 the data or the request is wrong
  1 unexpected, please report  4 done, but some fits failed
  2 wrong usage                5 --fail-if or --check tripped
                             130 interrupted

\b
Completion for bash, zsh and fish: put the output of
_FOLDWISE_COMPLETE=bash_source foldwise into your shell's start-up file.
"""


@final
class Program(click.Group):
    """A group of commands that turns whatever happens into one line on stderr and an exit code."""

    def invoke(self, ctx: click.Context) -> Untyped:
        """Run the command."""
        try:
            with warnings.catch_warnings():
                print_notes_once()
                return super().invoke(ctx)
        except FoldwiseError as error:
            say(f"error: {in_options(str(error))}")
            ctx.exit(WRONG)
        except click.NoSuchOption as error:
            ours = OPTIONS_ELSEWHERE.get(error.option_name)
            if ours is None:
                raise
            message = f"No such option '{error.option_name}'. Did you mean '{ours}'?"
            raise click.UsageError(message, ctx=error.ctx) from None
        except click.UsageError as error:
            if error.ctx is None or not (models := model_option(_extra_arguments(error))):
                raise
            message = f"{error.message}; models are options: {models}"
            raise click.UsageError(message, ctx=error.ctx) from None
        except Interrupted as stopped:
            kept = "nothing lost. The same command continues." if ctx.meta.get(KEPT) else "none of them kept."
            _end_interrupted(ctx, f"Stopped after {stopped.done:,} of {count_of(stopped.total, 'fit')}, {kept}")
        except KeyboardInterrupt:
            _end_interrupted(ctx, "Stopped.")
        except BrokenPipeError:
            # Whoever read the output has gone; what is still in the buffer must not raise again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(BROKEN_PIPE)


def _extra_arguments(error: click.UsageError) -> list[str]:
    """The arguments of a command that takes one file and was given more; none of any other error of usage."""
    if error.ctx is None or "extra argument" not in error.message:
        return []
    return [str(error.ctx.params.get("path", "")), *error.message.partition("(")[2].rstrip(")").split()]


def _end_interrupted(context: click.Context, said: str) -> NoReturn:
    click.echo(f"\n{said}", err=True)
    STOPS.ended = True
    context.exit(INTERRUPTED)


def print_notes_once() -> None:
    """Print each note once and ignore what other libraries warn about."""
    told: set[str] = set()

    def tell(message: Warning | str, *_: object, **__: object) -> None:
        text = printable(in_options(str(message)))
        context = click.get_current_context(silent=True)
        quiet = context is not None and context.meta.get(QUIET)
        if text not in told and not quiet:
            told.add(text)
            say(f"note: {text}")

    warnings.simplefilter("ignore")
    warnings.simplefilter("always", FoldwiseWarning)
    warnings.showwarning = tell


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's own order
    """Print the version, and whether the kernels are compiled or those of numpy."""
    if not wanted or context.resilient_parsing:
        return
    from foldwise import native

    click.echo(f"foldwise {__version__}, {native.kernels_in_use(compiled=native.COMPILED)}")
    context.exit()


@click.group(
    "foldwise",
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog=EPILOG,
    no_args_is_help=True,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, and which kernels run, and exit.",
)
def program() -> None:
    """Assess and compare classifiers and regressors, with valid intervals and tests.

    Try `foldwise demo` first, then `foldwise assess your.csv --target column`.
    """


COMMANDS = (
    *(
        assess,
        compare,
        select,
        improve,
        diagnose,
        score,
        compare_unpaired,
        permutation_test,
        certify,
        predict,
        report,
        runs,
        show,
        export,
        forget,
        demo,
        explain,
        seal,
        unseal,
    ),
    *(models, plans, measures, methods, estimates, tests, improvements, diagnoses, checks),
)
for command in COMMANDS:
    program.add_command(command)


def main() -> NoReturn:
    """Run the program; an unexpected error is told in one line."""
    sys.excepthook = report_bug
    signal.signal(signal.SIGINT, STOPS)
    # When Python itself ends it gives Ctrl-C back to the system, which would end the process by a signal and not with 130.
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    program(prog_name="foldwise")
    sys.exit(UNEXPECTED)  # never reached: click exits by itself


def report_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Tell of an unexpected error; with FOLDWISE_DEBUG=1 with its traceback."""
    if os.environ.get("FOLDWISE_DEBUG") == "1":
        traceback.print_exception(kind, error, trace)
    text = " ".join(str(error).split())
    if issubclass(kind, FoldwiseError):  # raised before a command runs, such as by kernels that cannot be loaded
        say(printable(f"error: {text}"))
        return
    line = printable(f"unexpected {kind.__name__}: {text}")
    click.echo(f"{line}\nplease report this with what you did; FOLDWISE_DEBUG=1 shows where it happened", err=True)

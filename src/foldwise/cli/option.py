"""Options that several commands share, and how their values become the arguments of the verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from foldwise.cli.hint import check_is_no_model
from foldwise.errors import InputError, UnknownNameError, several_targets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.data import Dataset

__all__ = [
    "DATA_NAMES",
    "FIT_NAMES",
    "KEPT",
    "QUIET",
    "LazyChoice",
    "adjust_option",
    "complete",
    "fail_if_option",
    "failure_option",
    "fit_arguments",
    "jobs_option",
    "json_option",
    "level_option",
    "measures_option",
    "name_option",
    "one_measure_option",
    "one_model_option",
    "one_target",
    "only_one",
    "quiet_option",
    "read_options",
    "read_rows_of_file",
    "rope_option",
    "seed_option",
    "segment_option",
    "timeout_option",
    "with_data_options",
    "with_fit_options",
    "with_format_options",
    "with_model_options",
    "with_options",
    "with_plan_option",
    "with_reading_options",
    "with_unordered_options",
]

FIT_NAMES = ("plan", "level", "seed", "jobs", "timeout", "memory_limit", "engine")
"""Options of all verbs that fit models, which are arguments of the same name."""
ROLES = ("categorical", "drop", "feature", "numeric")
"""What is offered as the use of a column; ``keep``, as it is, is for estimators of the user's own."""
QUIET, KEPT = "foldwise.quiet", "foldwise.kept"
"""Facts about the run that travel with click's context: print no notes; finished fits are in a store."""
Function = TypeVar("Function", bound="Callable[..., Any]")


class LazyChoice(click.Choice):  # type: ignore[type-arg]  # no parameters before click 8.4
    """A choice among names that are looked up when they are needed, since what holds them is slow to import."""

    case_sensitive = True

    def __init__(self, names: Callable[[], Sequence[str]]) -> None:
        self.names = names

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]  # an attribute of click's own
        """The names."""
        return tuple(self.names())


def one_target(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str | None:
    """Take the one column that was named; a second one would be a second target."""
    if len(set(given)) > 1:
        received = f"--{option.name} names {len(given)} columns"
        raise several_targets(received, hint=f"--{option.name} {given[0]}")
    return given[0] if given else None


def only_one(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str | None:
    """Take the one value that was given; a second one would be dropped in silence."""
    if len(set(given)) > 1:
        message = f"{option.opts[-1]} is given {len(given)} times, and one is taken here: {', '.join(given)}"
        raise InputError(message, hint=f"{option.opts[-1]} {given[0]}")
    return given[0] if given else None


ORDER = click.option("--order", metavar="COLUMN", help="Time of the rows: the future is never trained on.")
READING_OPTIONS = (
    click.option(
        "--missing",
        metavar="TEXT",
        multiple=True,
        help="Texts that stand for a missing value, in place of the usual ones.",
    ),
    click.option("--query", metavar="SQL", help="What to read from an SQLite database."),
    click.option("--delimiter", metavar="TEXT", help="Field separator of a text file. Without: found out."),
    click.option("--encoding", metavar="NAME", help="Encoding of a text file that is not UTF-8."),
    click.option("--sheet", metavar="NAME", help="Sheet of an Excel file, by name or number."),
    click.option(
        "--file-format",
        metavar="NAME",
        help="Format of FILE, such as csv or jsonl, if not clear from its name, or if FILE is - (standard input).",
    ),
    click.option("--unpacked", type=float, metavar="GB", help="Most that a packed file may unpack to; 4 by default."),
)
DATA_OPTIONS = (
    click.option("-t", "--target", metavar="COLUMN", multiple=True, callback=one_target, help="What to predict."),
    click.option(
        "--task", type=click.Choice(["classification", "regression"]), help="Needed only if not clear from the target."
    ),
    click.option("--groups", metavar="COLUMN", help="Rows with the same value belong together, such as one patient."),
    ORDER,
    click.option("--weights", metavar="COLUMN", help="How much each row counts."),
    click.option("--positive", metavar="CLASS", help="The class that precision, recall and AUC are about."),
    click.option(
        "--costs",
        "--cost",
        metavar="TABLE",
        help="Costs of mistakes: fn=10,fp=1; or '0,1;10,0' or a file, true classes down, predicted across.",
    ),
    click.option("--feature", "features", metavar="COLUMN", multiple=True, help="Predict from these columns only."),
    click.option("--drop", metavar="COLUMN", multiple=True, help="Leave a column out."),
    click.option(
        "--role",
        "roles",
        metavar="COLUMN=ROLE",
        multiple=True,
        help="Use a column as numeric, categorical, feature or drop.",
    ),
    *READING_OPTIONS,
    click.option(
        "--drop-missing-target", is_flag=True, help="Leave out rows whose target is missing, and say how many."
    ),
)
"""How to read a file, in the order of the help page; repeatable ones may be given several times."""
DATA_NAMES = (
    *("target", "task", "groups", "order", "weights", "positive", "costs", "features", "drop", "roles", "missing"),
    *("query", "delimiter", "encoding", "unpacked", "sheet", "file_format", "drop_missing_target"),
)
"""The arguments of `foldwise.read` that these options set."""


def with_data_options(function: Function) -> Function:
    """Add the options that say how to read a file."""
    return with_options(function, DATA_OPTIONS)


def with_reading_options(function: Function) -> Function:
    """Add the options that say how to read a file of rows to predict."""
    return with_options(function, READING_OPTIONS)


def with_unordered_options(function: Function) -> Function:
    """Add the options that say how to read a file, for commands that refuse rows in time order."""
    return with_options(function, [option for option in DATA_OPTIONS if option is not ORDER])


def with_model_options(function: Function) -> Function:
    """Add ``--model`` and ``--no-baseline``."""
    names = click.option(
        "-m",
        "--model",
        "models",
        metavar="NAME",
        multiple=True,
        shell_complete=complete("models"),
        help="A model (foldwise models), or your own as package.module:object or file.py:object; repeatable. "
        "Without: a linear one, neighbours, a forest.",
    )
    baseline = click.option("--no-baseline", is_flag=True, help="Leave out the model that ignores the features.")
    return with_options(function, (names, baseline))


def segment_option(function: Function) -> Function:
    """Add ``--segment``."""
    return click.option(
        "--segment",
        "segments",
        metavar="COLUMN",
        multiple=True,
        callback=only_one,
        help="Give every part of the rows its own figures; no feature.",
    )(function)


def with_format_options(function: Function) -> Function:
    """Add ``--sheet`` and ``--file-format``, for commands that read predictions."""
    sheet = click.option("--sheet", metavar="NAME", help="Sheet of an Excel file, by name or number.")
    text = "Format of FILE, such as csv or jsonl, if not clear from its name, or if FILE is - (standard input)."
    return with_options(function, (sheet, click.option("--file-format", metavar="NAME", help=text)))


def with_plan_option(function: Function) -> Function:
    """Add ``--plan``."""
    return click.option(
        "-p",
        "--plan",
        metavar="TEXT",
        shell_complete=complete("plans"),
        help="How to resample (foldwise plans), such as 'kfold(10, repeats=3)'.",
    )(function)


def measures_option(text: str) -> Callable[[Function], Function]:
    """Add ``--measure``, with what several of them mean here."""
    return click.option(
        "--measure", "measures", metavar="NAME", multiple=True, shell_complete=complete("measures"), help=text
    )


def one_measure_option(text: str) -> Callable[[Function], Function]:
    """Add ``--measure`` where there is one, with what it is for."""
    return click.option(
        "--measure", metavar="NAME", multiple=True, callback=only_one, shell_complete=complete("measures"), help=text
    )


def one_model_option(text: str) -> Callable[[Function], Function]:
    """Add ``--model`` where there is one."""
    return click.option(
        "-m",
        "--model",
        metavar="NAME",
        required=True,
        multiple=True,
        callback=only_one,
        shell_complete=complete("models"),
        help=text,
    )


def with_fit_options(function: Function) -> Function:
    """Add ``--seed``, ``--jobs``, ``--timeout``, ``--memory-limit`` and ``--engine``."""
    engine = click.option(
        "--engine",
        type=click.Choice(["auto", "generic"]),
        default="auto",
        show_default=True,
        help="generic fits every resample on its own.",
    )
    return with_options(function, (seed_option, jobs_option, timeout_option, engine))


def seed_option(function: Function) -> Function:
    """Add ``--seed``."""
    return click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")(
        function
    )


def jobs_option(function: Function) -> Function:
    """Add ``--jobs``."""
    return click.option("-j", "--jobs", type=int, help="Processes, -1 for all cores. Without: as many as pay off.")(
        function
    )


def timeout_option(function: Function) -> Function:
    """Add ``--timeout`` and ``--memory-limit``."""
    seconds = click.option(
        "--timeout", type=float, metavar="SECONDS", help="End a fit that takes longer; it then fails."
    )
    size = click.option("--memory-limit", metavar="SIZE", help="End a fit that takes more memory, such as 2GB.")
    return with_options(function, (seconds, size))


def level_option(text: str) -> Callable[[Function], Function]:
    """Add ``--level``, with what it is the level of."""
    return click.option("--level", type=float, default=0.95, show_default=True, help=text)


def name_option(flag: str, catalogue: str, text: str, former: str = "") -> Callable[[Function], Function]:
    """Add an option whose value is ``auto`` or a name of a catalogue; its former name works too."""
    names = (flag, former, flag.lstrip("-")) if former else (flag,)
    return click.option(*names, metavar="NAME", default="auto", shell_complete=complete(catalogue), help=text)


def rope_option(function: Function) -> Function:
    """Add ``--rope``."""
    return click.option("--rope", type=float, metavar="SIZE", help="The largest difference that does not matter.")(
        function
    )


def _adjustments() -> tuple[str, ...]:
    from foldwise.comparisons import ADJUSTMENTS

    return tuple(ADJUSTMENTS)


def adjust_option(function: Function) -> Function:
    """Add ``--adjust``."""
    return click.option(
        "--adjust",
        type=LazyChoice(_adjustments),
        default="holm",
        show_default=True,
        help="How p-values of several pairs are adjusted.",
    )(function)


def fail_if_option(function: Function) -> Function:
    """Add ``--fail-if``."""
    return click.option(
        "--fail-if",
        "conditions",
        metavar="TEXT",
        multiple=True,
        help="Exit with 5 if an interval reaches this limit: 'error > 0.1'.",
    )(function)


def fit_arguments(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments that all verbs that fit several models share, among the options."""
    shared = {name: given[name] for name in FIT_NAMES}
    return {**shared, "baseline": not given["no_baseline"]}


def failure_option(text: str) -> Callable[[Function], Function]:
    """Add ``--on-failure``, with what going on means here."""
    return click.option(
        "--on-failure", type=click.Choice(["raise", "record"]), default="raise", show_default=True, help=text
    )


def with_options(function: Function, options: Sequence[Callable[[Function], Function]]) -> Function:
    """Add options in the order of the help page."""
    for option in reversed(options):
        function = option(function)
    return function


def json_option(function: Function) -> Function:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(function)


def quiet_option(function: Function) -> Function:
    """Add ``--quiet``."""
    return click.option(
        "-q",
        "--quiet",
        is_flag=True,
        expose_value=False,
        callback=_hush,
        is_eager=True,
        help="Print the result only: no progress, no warnings.",
    )(function)


def _hush(context: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's own signature
    if value:
        context.meta[QUIET] = True


def read_options(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments of `foldwise.read` among the options, without those that were not given."""
    options = {name: given.get(name) for name in DATA_NAMES}
    options |= {"segments": given.get("segments"), "roles": dict(_role(text) for text in given["roles"])}
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
    if options["delimiter"] is not None:
        options["delimiter"] = options["delimiter"].replace("\\t", "\t")
    return {name: value for name, value in options.items() if value not in (None, [], {}, False)}


def read_rows_of_file(path: str, given: dict[str, Any]) -> Dataset:
    """Read a file as the options say; where rows of it are sealed, that is said."""
    from foldwise.data import read, warn_of_original

    check_is_no_model(path)
    dataset = read(path, **read_options(given))
    warn_of_original(dataset, path)
    return dataset


def _role(text: str) -> tuple[str, str]:
    name, separator, role = text.rpartition("=")
    if not separator:
        message = f"'{text}' is not of the form COLUMN=ROLE, such as age=numeric"
        raise click.BadParameter(message, param_hint="'--role'")
    if role not in (*ROLES, "keep"):
        raise UnknownNameError.of("role", role, ROLES)
    return name, role


def complete(catalogue: str) -> Callable[[click.Context, click.Parameter, str], Sequence[str]]:
    """Offer the names of a catalogue to the shell."""

    def names(_: click.Context, __: click.Parameter, incomplete: str) -> Sequence[str]:
        from foldwise.explanations import rows_of_catalogue

        return [row["name"] for row in rows_of_catalogue(catalogue) if row["name"].startswith(incomplete)]

    return names

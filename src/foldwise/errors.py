"""Every exception and warning foldwise raises.

The tree::

    Exception
      FoldwiseError            anything foldwise refuses or cannot do
        InputError             the data or an argument is wrong (also a ValueError)
          UnknownNameError     a model, plan, measure or method that does not exist
          UnknownArgumentError an argument that a verb does not have (also a TypeError)
        PlanError              the plan does not fit the data (also a ValueError)
        FitError               a model failed to fit or to predict
        MeasureError           a measure cannot be computed from these predictions (also a ValueError)
        ValidityError          the request would give a number that is not valid (also a ValueError)
        SealError              the sealed test set was asked for something it must not give
        MissingExtraError      an optional dependency is not installed (also an ImportError)
    KeyboardInterrupt
      Interrupted              Ctrl-C during a run; carries what was finished
    UserWarning
      FoldwiseWarning          something the user should know and that does not stop the work
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.typing import Given

__all__ = [
    "FitError",
    "FoldwiseError",
    "FoldwiseWarning",
    "InputError",
    "Interrupted",
    "MeasureError",
    "MissingExtraError",
    "PlanError",
    "SealError",
    "UnknownArgumentError",
    "UnknownNameError",
    "ValidityError",
    "nearest",
    "need_charts",
    "printable",
    "refuse_segment_all",
    "several_targets",
]


LONGEST = 2000
"""Signs of a message; what was received may be a whole file."""
MOST_NAMES = 40
"""Known names that a message lists; a longer list is a catalogue, and the command line has one."""
ALIKE, WORD = 0.65, 4
"""How alike a known name must be spelt to be meant, and letters of a word that may be a part of one."""

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Signs that steer a terminal, turn the order of what follows round, or are none at all."""


def printable(text: str) -> str:
    r"""Write signs that would steer the terminal as escapes: names come from files, and files from anyone.

    Examples
    --------
    >>> printable("red \x1b[31m")
    'red \\x1b[31m'
    """
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode("ascii"), text)


class FoldwiseError(Exception):
    """Anything foldwise refuses or cannot do; `hint` is what to try instead."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        """Give the message, followed by what to try."""
        message = str(self.args[0])
        short = message if len(message) <= LONGEST else f"{message[: LONGEST - 500]} … {message[-500:]}"
        text = f"{short}; try {self.hint}" if self.hint else short
        return printable(" ".join(text.split("\n")))


class InputError(FoldwiseError, ValueError):
    """The data or an argument is wrong."""


class UnknownNameError(InputError):
    """A name that is in no catalogue; the nearest known name is suggested."""

    @classmethod
    def of(
        cls, what: str, name: str, known: Iterable[str], *, meant: Mapping[str, str] | None = None, listing: str = ""
    ) -> UnknownNameError:
        """Build the message for an unknown `what` called `name`.

        Parameters
        ----------
        what
            What was looked for.
        name
            What it was called.
        known
            The names that there are.
        meant
            What to try for names that mean something elsewhere.
        listing
            The catalogue that lists the names; where it is empty they are listed in the message.

        Examples
        --------
        >>> str(UnknownNameError.of("measure", "acuracy", ["accuracy", "error"]))
        "there is no measure called 'acuracy'; try 'accuracy'"
        >>> str(UnknownNameError.of("measure", "hinge", ["phi"], meant={"hinge": "'log-loss'"}))
        "there is no measure called 'hinge'; try 'log-loss'"
        """
        hint = (meant or {}).get("-".join(str(name).lower().replace("_", " ").split())) or nearest(str(name), known)
        return cls(f"there is no {what} called '{name}'", hint=hint or _listed(sorted(known), listing))


class UnknownArgumentError(InputError, TypeError):
    """An argument that a verb does not have; `hint` is the word it has for it."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Quote the known name that is spelt most like another; empty where none is.

    Where the known names are the keys of a dictionary of texts, the text is quoted: the name that another one is for.

    Examples
    --------
    >>> nearest("acuracy", ["accuracy"]), nearest("forest", ["random-forest"]), nearest("hinge", ["phi"])
    ("'accuracy'", "'random-forest'", '')
    >>> nearest("sensitivty", {"sensitivity": "recall"})
    "'recall'"
    """
    names, lower_name = {str(one).lower(): one for one in known}, name.lower()
    close_names = get_close_matches(lower_name, names, n=1, cutoff=ALIKE)
    within = sorted((name for name in names if len(lower_name) >= WORD and lower_name in name), key=len)
    if not close_names and not within:
        return ""
    match = names[[*close_names, *within][0]]
    other = known[match] if isinstance(known, Mapping) else None
    return f"'{other if isinstance(other, str) else match}'"


def _listed(names: Sequence[str], listing: str) -> str:
    """Every name there is, or where they are listed."""
    if listing:
        return f"foldwise.explain('{listing}'), which lists them"
    if len(names) == 1:
        return f"'{names[0]}'"
    return f"one of {', '.join(names[:MOST_NAMES])}{', …' if len(names) > MOST_NAMES else ''}"


def several_targets(received: str, hint: str = "one target at a time, such as y[:, 0]") -> InputError:
    """Say plainly that several targets for each row are not assessed; every door uses the same sentence.

    Examples
    --------
    >>> print(several_targets("y has 3 columns"))
    y has 3 columns, and multi-label and multi-output targets are out of scope; try one target at a time, such as y[:, 0]
    """
    return InputError(f"{received}, and multi-label and multi-output targets are out of scope", hint=hint)


def refuse_segment_all(names: Iterable[str]) -> None:
    """Refuse a segment called as all rows are: its figures could not be told from theirs.

    Examples
    --------
    >>> refuse_segment_all(["north", "south"])
    """
    if "all" in names:
        message = "a segment is called 'all', which is what the figures of all rows are called"
        raise InputError(message, hint="another value for it, such as 'everywhere'")


class PlanError(FoldwiseError, ValueError):
    """The plan does not fit the data."""


class FitError(FoldwiseError):
    """A model failed to fit or to predict."""


class MeasureError(FoldwiseError, ValueError):
    """A measure cannot be computed from these predictions."""


class ValidityError(FoldwiseError, ValueError):
    """The request would give a number that is not valid; `hint` names the valid alternative."""


class SealError(FoldwiseError):
    """The sealed test set was asked for something it must not give."""


class MissingExtraError(FoldwiseError, ImportError):
    """An optional dependency is not installed."""

    @classmethod
    def of(cls, what: str, extra: str) -> MissingExtraError:
        """Say which extra brings `what`.

        Examples
        --------
        >>> str(MissingExtraError.of("reading Parquet files", "parquet"))
        "reading Parquet files needs an optional package; try pip install 'foldwise[parquet]'"
        """
        return cls(f"{what} needs an optional package", hint=f"pip install 'foldwise[{extra}]'")


def need_charts() -> None:
    """Say which extra draws charts, where it is missing."""
    try:
        import altair as alt  # noqa: F401 - only whether it is there
    except ImportError as error:
        what = "charts"
        raise MissingExtraError.of(what, "charts") from error


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run: `done` of `total` fits were finished; their predictions are in `predictions`.

    The first `repeats` repeats of the plan were complete; where there are any, `result` is what `assess` makes of them.
    """

    def __init__(self, done: int, total: int, predictions: Given = None, *, repeats: int = 0) -> None:
        super().__init__(f"stopped after {done} of {total} fits")
        self.done = done
        self.total = total
        self.predictions = predictions
        self.repeats = repeats
        self.result: Given = None


class FoldwiseWarning(UserWarning):
    """Something the user should know and that does not stop the work."""

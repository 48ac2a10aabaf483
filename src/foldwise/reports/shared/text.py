"""The pieces of a report in text: paragraphs, lines with two ends, tables of numbers, leaderboards with drawn intervals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, final

from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pandas as pd

    from foldwise.reports.shared.leaderboard import Board, Line, Scale

__all__ = ["BLUE", "BOLD", "DIM", "Page", "command_lines", "cut", "described", "interval_bar", "paragraph", "two_ends"]

BOLD, DIM, BLUE, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"
FIXED_SPACE = "\u00a0"
MOST_CLASSES = 6
"""A confusion matrix of more classes does not fit the page."""
MOST_LISTED = 12
"""Of more classes only the worst are listed."""

SHORTEST_NAME = 10
"""To which names are cut on narrow pages."""


@final
@dataclass(frozen=True)
class Page:
    """What a report is written on.

    Parameters
    ----------
    width
        Columns of the page.
    color
        Whether to use colours and bold type.
    margin
        Width of the column of places, before the names.
    gap
        Spaces between the columns of a leaderboard.
    longest_name
        Longer names are cut.
    narrowest_bar, widest_bar
        Least and most cells of a drawn interval.
    who
        What is compared.
    """

    width: int = 80
    color: bool = False
    margin: int = 2
    gap: int = 1
    longest_name: int = 24
    narrowest_bar: int = 8
    widest_bar: int = 1000
    who: str = "model"

    def styled(self, text: str, style: str) -> str:
        """Write in colour or bold type, where the page has it."""
        return f"{style}{text}{PLAIN}" if self.color and text else text

    def board(
        self,
        board: Board,
        level: float,
        *,
        ranked: bool,
        values: Sequence[str] | None = None,
        marks: Callable[[int], Sequence[str]] | None = None,
    ) -> Iterator[str]:
        """One line per model: place, name, value, interval, and the interval drawn on a common scale.

        Parameters
        ----------
        board
            The models in order, under one measure.
        level
            Level of the intervals.
        ranked
            Whether to give the places.
        values
            The values, where something is said beside them.
        marks
            What is said at the end of each line, given the room that is left for it.
        """
        value_texts = values or [board.digits.show(line.finding.estimate.value) for line in board.lines]
        spans = [
            line.finding.unknown if line.finding.interval is None else board.digits.interval(*line.ends)
            for line in board.lines
        ]
        heading = f"{level_text(level)} interval"
        name = min(self.longest_name, max(len(self.who), *(len(line.label) for line in board.lines)))
        span = max(map(len, [heading, *spans]))
        mark_width = 0 if marks is None else 1 + max(map(len, marks(0)))
        free = self.width - (self.margin + 4 * self.gap + name + span)
        shown_as = board.fitting(free - self.narrowest_bar - mark_width)
        value = max(map(len, [shown_as, *value_texts]))
        over = value + self.narrowest_bar + mark_width - free
        if over > 0:  # a narrow page: names are cut further, numbers and drawings never
            cut_by = min(over, max(0, name - SHORTEST_NAME))
            name, free = name - cut_by, free + cut_by
        mark_texts = [""] * len(value_texts) if marks is None else list(marks(free - value - self.narrowest_bar - 1))
        room = free - value - (0 if marks is None else 1 + max(map(len, mark_texts)))
        cells = max(self.narrowest_bar, min(self.widest_bar, room))
        scale, gap = board.scale(cells), " " * self.gap
        axis = _axis(board, scale, cells)
        head = (f"{'#' if ranked else '':>{self.margin}}", f"{self.who:<{name}}", f"{shown_as:>{value}}")
        yield self.styled(gap.join([*head, f"{heading:<{span}}", axis]).rstrip(), BOLD)
        for line, number, ends, mark in zip(board.lines, value_texts, spans, mark_texts, strict=True):
            place = "" if not ranked else str(line.place) if line.place else "-"
            texts = (f"{place:>{self.margin}}", f"{cut(line.label, name):<{name}}", f"{number:>{value}}")
            drawn = interval_bar(line, scale, cells) if marks is None or scale.holds(line) else ""
            bar = drawn if marks is None else f"{drawn:<{cells}} {mark}"
            yield self._line(gap.join([*texts, f"{ends:<{span}}"]) + gap, bar, dim=line.is_baseline)

    def _line(self, text: str, bar: str, *, dim: bool) -> str:
        return self.styled(text + bar, DIM) if dim else text + self.styled(bar, BLUE)

    def grid(self, headings: Sequence[str], names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """A table of numbers with named rows; long names are cut, numbers never."""
        margin = " " * (self.margin + self.gap)
        first, room = self._widths(headings, names)
        sizes = [max(min(len(head), room), *(len(row[at]) for row in rows)) for at, head in enumerate(headings[1:])]
        heads = [f"{cut(head, size):>{size}}" for head, size in zip(headings[1:], sizes, strict=True)]
        yield f"{margin}{cut(headings[0], first):<{first}}  {'  '.join(heads)}"
        for name, row in zip(names, rows, strict=True):
            cells = "  ".join(f"{text:>{size}}" for text, size in zip(row, sizes, strict=True))
            yield f"{margin}{cut(name, first):<{first}}  {cells}"

    def _widths(self, headings: Sequence[str], names: Sequence[str]) -> tuple[int, int]:
        """Width of the names of a grid, and the room for each of its other columns."""
        first = min(self.longest_name, max(len(headings[0]), *(len(name) for name in names)))
        return first, max(5, (self.width - self.margin - self.gap - first) // (len(headings) - 1) - 2)

    def _confusion(self, names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """A confusion matrix; classes are numbered where names that are cut would read alike."""
        corner, heads = "truth ↓  predicted →", list(names)
        room = self._widths([corner, *heads], names)[1]
        if len({cut(head, room) for head in heads}) < len(heads):
            heads = [f"({at})" for at in range(1, len(names) + 1)]
            names = [f"{head} {name}" for head, name in zip(heads, names, strict=True)]
        yield from self.grid([corner, *heads], names, rows)

    def classes(
        self, confusion: pd.DataFrame, rates: pd.DataFrame, tests: int = 1, *, weighted: bool = False
    ) -> Iterator[str]:
        """Where one classifier errs: the confusion matrix, a mean where rows were tested several times, and precision beside recall beside F1."""
        if len(confusion) <= MOST_CLASSES:
            counts = confusion.to_numpy()
            decimals = 0 if (counts == counts.round()).all() else 1
            rows = [[f"{count:,.{decimals}f}" for count in row] for row in counts]
            yield ""
            yield from self._confusion([str(name) for name in confusion.index], rows)
            made = ["sums of weights"] if weighted else []
            made += [f"means of {tests} predictions of each row"] if tests > 1 else []
            if made:
                yield f"{' ' * (self.margin + self.gap)}counts are {', '.join(made)}"
        heading = "class"
        if len(rates) > MOST_LISTED:
            heading, rates = f"class ({MOST_LISTED} worst of {len(rates)})", rates.sort_values("f1").head(MOST_LISTED)
        rows = [
            [*(f"{rate:.3f}" if rate == rate else "-" for rate in found), f"{count:,.0f}"]
            for *found, count in rates.to_numpy()
        ]
        yield ""
        yield from self.grid([heading, "precision", "recall", "F1", "rows"], [str(name) for name in rates.index], rows)


def _axis(board: Board, scale: Scale, cells: int) -> str:
    """Ends of the scale, written over the bars."""
    low, high = board.digits.show(scale.low), board.digits.show(scale.high)
    gap = cells - len(low) - len(high)
    return low + " " * gap + high if gap > 0 and scale.exists else ""


def interval_bar(line: Line, scale: Scale, cells: int) -> str:
    """Draw an interval; a baseline that is off the scale is named instead."""
    if not scale.exists or not scale.holds(line):
        return "baseline" if line.is_baseline else ""
    value = line.finding.estimate.value
    low, middle, high = (round(scale.place(end) * (cells - 1)) for end in (line.ends[0], value, line.ends[1]))
    marks = [" "] * cells
    marks[low : high + 1] = "─" * (high - low + 1)
    marks[low], marks[high] = "├", "┤"
    marks[middle] = "●"
    return "".join(marks).rstrip()


def cut(text: str, size: int) -> str:
    """Leave out the middle: names that begin alike end differently.

    Examples
    --------
    >>> cut("model of March, run 17", 12)
    'model …un 17'
    """
    end = (size - 1) // 2
    return text if len(text) <= size else f"{text[: size - 1 - end]}…{text[len(text) - end :]}"


def paragraph(title: str, text: str, width: int, *, margin: int = 8) -> list[str]:
    """Text behind a title in the margin, wrapped; a number and its sign stay together.

    Examples
    --------
    >>> paragraph("Notes", "few rows, 95 % of one class", 28)
    ['Notes   few rows, 95 % of', '        one class']
    """
    whole = text.replace(" %", f"{FIXED_SPACE}%")
    lines = wrap(whole, width - margin, break_on_hyphens=False) or [""]
    return [f"{'' if at else title:<{margin}}{line.replace(FIXED_SPACE, ' ')}" for at, line in enumerate(lines)]


WORD = re.compile(r"""(?:--?[a-z][\w-]*\s+(?=[^-\s]))?(?:[^\s'"]|'[^']*'|"[^"]*")+""")
"""A word of a command, with what is quoted in it; an option and its value stay together."""


def command_lines(command: str, width: int, *, margin: int = 8) -> list[str]:
    r"""A command that can be copied as it is printed: where it is too long, its lines end with a backslash.

    Examples
    --------
    >>> command_lines("foldwise assess 'my rows.csv' --target y", 34, margin=2)
    ["  foldwise assess 'my rows.csv' \\", '    --target y']
    """
    lines, room = [""], width - margin - 2
    for word in WORD.findall(command):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(f"  {word}")
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    whole = [f"{' ' * margin}{line}" for line in lines]
    return [*(f"{line} \\" for line in whole[:-1]), whole[-1]]


def described(text: str, width: int) -> list[str]:
    """Lines of a description, those that are too long wrapped."""
    return [part for line in text.split("\n") for part in wrap(line, width, subsequent_indent="  ") or [""]]


def two_ends(title: str, left: str, right: str, width: int) -> list[str]:
    """A titled line with a remark at the right margin, or below where it does not fit.

    Examples
    --------
    >>> two_ends("plan", "kfold(10)", "10 fits", 30)
    ['  plan    kfold(10)    10 fits']
    """
    text = f"  {title:<8}{left}"
    if len(text) + 2 + len(right) <= width:
        return [text + (right.rjust(width - len(text)) if right else "")]
    return [*wrap(text, width, subsequent_indent=" " * 10), *([f"          {right}"] if right else [])]

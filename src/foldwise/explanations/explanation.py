"""The result of `explain`: everything that is known about what a name stands for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any, final

from foldwise.explanations.catalogues import CATALOGUES, rows_of_catalogue
from foldwise.explanations.facts import facts_of
from foldwise.explanations.members import members_called
from foldwise.explanations.page import WIDTH, page_of
from foldwise.phrases import method_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.typing import Given

__all__ = ["Explanation", "explained"]

SCHEMA_VERSION = 1
OTHER_TITLES = {"intervals": "methods", "comparisons": "tests", "metrics": "measures"}


@final
@dataclass(frozen=True, eq=False)
class Explanation:
    """What is known about a member of a catalogue, or the list of all of them.

    Parameters
    ----------
    name
        What was asked for.
    entries
        One for every kind of thing that has the name, as plain data.
    catalogue
        Whether the entries are the rows of a catalogue.

    Examples
    --------
    >>> import foldwise
    >>> [entry["kind"] for entry in foldwise.explain("influence").entries]
    ['interval', 'test']
    """

    name: str
    entries: tuple[Mapping[str, Any], ...]
    catalogue: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {"schema_version": SCHEMA_VERSION, "verb": "explain", "rows": [dict(entry) for entry in self.entries]}

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"

    def __repr__(self) -> str:
        """One line: what is explained."""
        kinds = (
            f"{len(self.entries)} {self.name}" if self.catalogue else ", ".join(entry["kind"] for entry in self.entries)
        )
        return f"<Explanation of {self.name}: {kinds}>"

    def __str__(self) -> str:
        """Text as the command line prints it."""
        if not self.catalogue:
            return "\n\n\n".join(page_of(entry) for entry in self.entries)
        return "\n".join(_line(entry) for entry in self.entries)


def explained(what: Given) -> Explanation:
    """Explain a member by its name or as an object, or list a catalogue by its title.

    Examples
    --------
    >>> explained("plans").entries[0]["name"], explained("kfold").entries[0]["kind"]
    ('kfold', 'plan')
    """
    title = method_name(what) if isinstance(what, str) else ""
    title = OTHER_TITLES.get(title, title)
    if title in CATALOGUES:
        return Explanation(title, tuple(rows_of_catalogue(title)), catalogue=True)
    found = members_called(what)
    entries = tuple(facts_of(kind, member) for kind, member in found.items())
    return Explanation(what.strip() if isinstance(what, str) else str(entries[0]["name"]), entries)


def _line(row: Mapping[str, Any]) -> str:
    """A member of a catalogue and what it is, in as many lines as it takes."""
    told = row.get("what it is") or row.get("what it does") or ""
    return fill(f"{row['name']:<26}  {told}", WIDTH, subsequent_indent=" " * 28)

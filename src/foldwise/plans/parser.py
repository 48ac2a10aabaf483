"""Plans from text, and from whatever else stands for a plan."""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks import shown
from foldwise.errors import InputError, PlanError, UnknownNameError
from foldwise.plans.catalogue import PLANS
from foldwise.plans.kfold import KFold
from foldwise.plans.plan import Plan
from foldwise.plans.predefined import Predefined
from foldwise.plans.splitter import FromSplitter

if TYPE_CHECKING:
    from dataclasses import Field

__all__ = ["PLAN_ALIASES", "as_plan", "parse"]

FAMILIES: dict[str, type[Plan]] = {family.name: family.plan for family in PLANS}
PLAN_ALIASES = {
    "oob": "bootstrap",
    "leave-one-out": "loo",
    "leaveoneout": "loo",
    "loocv": "loo",
    "leave-p-out": "lpo",
    "k-fold": "kfold",
    "cv": "kfold",
    "cross-validation": "kfold",
    "stratified-kfold": "kfold",
    "stratifiedkfold": "kfold",
    "train-test-split": "holdout",
    "split": "holdout",
    "hold-out": "holdout",
    "shufflesplit": "subsample",
    "shuffle-split": "subsample",
    "monte-carlo": "subsample",
    "time-series-split": "forward",
    "timeseriessplit": "forward",
    "groupkfold": "group-kfold",
    "stratified-group-kfold": "stratified-group",
    "leave-one-group-out": "leave-group-out",
    "logo": "leave-group-out",
}
"""Other names of the plans, scikit-learn's among them."""
FOREIGN_NAMES = {
    "repeatedkfold": "'kfold(10, repeats=3)'",
    "repeated-kfold": "'kfold(10, repeats=3)'",
    "repeated-stratified-kfold": "'kfold(10, repeats=3)', which is stratified",
    "rolling": "'forward(5)'",
    "walk-forward": "'forward(5)'",
    "expanding": "'forward(5)'",
    "blocked": "'purged(6)' for rows in time order, 'group-kfold(5)' for groups",
    "jackknife": "'loo'",
    "none": "'resubstitution', which tests the rows that were trained on",
}
"""What is asked for elsewhere and has another name or form here."""
TOKEN = re.compile(
    r"""\s*(?:(?P<times>\d+x\d+\b)
      | (?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
      | (?P<word>[^\W\d][\w-]*)
      | '(?P<quoted>(?:[^']|'')*)'
      | (?P<mark>[(),=/]))""",
    re.VERBOSE,
)
DRAWN_ALWAYS = ("shuffle", "random_state", "seed")
"""Arguments of splitters elsewhere that say how rows are drawn."""
WORDS = {"true": True, "false": False, "none": None}


@lru_cache(maxsize=100)
def parse(text: str) -> Plan:
    """Read a plan from its text form; names and words in any case.

    Raises
    ------
    UnknownNameError
        There is no such plan.
    PlanError
        The text cannot be read, or an argument is wrong.

    Examples
    --------
    >>> parse("KFold(10, repeats=3)")
    KFold(k=10, repeats=3, stratify=True)
    >>> parse("5x2") == parse("kfold(2, repeats=5)")
    True
    >>> parse("holdout(1/4)").test
    0.25
    """
    reader = _Reader(text, _tokens(text))
    plan = reader.plan()
    reader.end()
    return plan


def as_plan(plan: object) -> Plan:
    """Turn whatever stands for a plan into one.

    A plan stays as it is; text is parsed; a whole number k is ``kfold(k)``; an object with scikit-learn's `split` is asked
    for its rows; an array of part numbers or a list of (train, test) pairs is taken as it is.

    Examples
    --------
    >>> str(as_plan(5)), str(as_plan([([0, 1], [2]), ([1, 2], [0])]))
    ('kfold(5)', 'predefined')
    """
    if isinstance(plan, Plan):
        return plan
    if isinstance(plan, str):
        return parse(plan)
    if isinstance(plan, (int, np.integer)) and not isinstance(plan, bool):
        return KFold(int(plan))
    if callable(getattr(plan, "split", None)):
        return FromSplitter(plan)
    if plan is not None and hasattr(plan, "__iter__"):
        return Predefined(plan)
    message = f"a plan is a text such as 'kfold(10)', a splitter or a list of (train, test) pairs, not {shown(plan)}"
    raise InputError(message, hint="'kfold(10, repeats=3)'")


def _tokens(text: str) -> list[tuple[str, str]]:
    """Cut the text into (kind, text) pairs."""
    tokens = []
    at = 0
    rest = text.rstrip()
    while at < len(rest):
        match = TOKEN.match(rest, at)
        if match is None:
            raise _unreadable(text, f"'{rest[at:].strip()[0]}' is not expected")
        kind = str(match.lastgroup)
        tokens.append((kind, match.group(kind)))
        at = match.end()
    return tokens


def _unreadable(text: str, why: str) -> PlanError:
    return PlanError(f"'{text}' cannot be read as a plan: {why}", hint="'kfold(10, repeats=3)'")


@final
@dataclass
class _Reader:
    """Reads tokens from left to right."""

    text: str
    tokens: list[tuple[str, str]]
    at: int = field(default=0)

    def plan(self) -> Plan:
        """Read a name and, in brackets, its arguments."""
        kind, name = self.next("a name")
        if kind == "times":
            repeats, k = name.split("x")
            return self.build(KFold, {"k": int(k), "repeats": int(repeats)})
        if kind != "word":
            raise _unreadable(self.text, f"'{name}' is not a name")
        plain = name.lower().replace("_", "-")
        known = PLAN_ALIASES.get(plain, plain)
        if known not in FAMILIES:
            raise UnknownNameError.of("plan", name, {**FAMILIES, **PLAN_ALIASES}, meant=FOREIGN_NAMES, listing="plans")
        return self.build(FAMILIES[known], {})

    def build(self, family: type[Plan], values: dict[str, Any]) -> Plan:
        """Read the arguments and make the plan."""
        parts: tuple[Field[Any], ...] = fields(family)  # type: ignore[arg-type]
        free = [part for part in parts if not part.kw_only and part.name not in values]
        if self.took("(") and not self.took(")"):
            self.argument(family, parts, free, values)
            while self.took(","):
                self.argument(family, parts, free, values)
            if not self.took(")"):
                raise _unreadable(self.text, "a ')' is missing")
        for part in parts:
            if part.default is MISSING and part.name not in values:
                message = f"{family.name} needs its argument {part.name}"
                raise PlanError(message, hint=_example(family))
        return family(**values)

    def argument(
        self, family: type[Plan], parts: tuple[Field[Any], ...], free: list[Field[Any]], values: dict[str, Any]
    ) -> None:
        """Read one argument, with its name or by its place."""
        if self.peek(1) == "=":
            name = self.next("a name")[1].lower().replace("-", "_")
            self.took("=")
            part = next((part for part in parts if part.name == name), None)
            if part is None:
                raise _unknown_argument(family, name, [part.name for part in parts])
        elif free:
            part = free[0]
        else:
            raise _too_many(family, [part.name for part in parts if part.kw_only], self.next("a value")[1])
        if part.name in values:
            message = f"{family.name} is given {part.name} twice"
            raise PlanError(message)
        if part in free:
            free.remove(part)
        values[part.name] = self.value(part)

    def value(self, part: Field[Any]) -> object:
        """Read a number, a fraction, a word, a quoted text or a plan."""
        # Annotations are kept as text; only a field that holds a plan reads a bare word as one.
        if part.type == "Plan" and self.kind() in {"word", "times"}:
            return self.plan()
        kind, text = self.next("a value")
        if kind == "quoted":
            return text.replace("''", "'")
        if kind == "word":
            return WORDS.get(text.lower(), text)
        if kind != "number":
            raise _unreadable(self.text, f"'{text}' is not a value")
        return self.fraction(text) if self.took("/") else _number(text)

    def fraction(self, above: str) -> float:
        """Read what is below the line."""
        kind, below = self.next("a number")
        if kind != "number" or float(below) == 0:
            raise _unreadable(self.text, f"'{above}/{below}' is not a fraction")
        return float(above) / float(below)

    def kind(self) -> str:
        """Kind of the token that comes next."""
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def peek(self, ahead: int) -> str:
        """Text of a token that is still to come."""
        at = self.at + ahead
        return self.tokens[at][1] if at < len(self.tokens) and self.tokens[at][0] == "mark" else ""

    def took(self, mark: str) -> bool:
        """Step over this mark, if it comes next."""
        is_there = self.peek(0) == mark
        self.at += is_there
        return is_there

    def next(self, wanted: str) -> tuple[str, str]:
        """Step over the token that comes next, whatever it is."""
        if self.at == len(self.tokens):
            raise _unreadable(self.text, f"{wanted} is missing")
        self.at += 1
        return self.tokens[self.at - 1]

    def end(self) -> None:
        """Nothing may follow the plan."""
        if self.at < len(self.tokens):
            raise _unreadable(self.text, f"'{self.tokens[self.at][1]}' is one too many")


def _number(text: str) -> float:
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    value = float(text)
    return int(value) if "e" in text.lower() and value.is_integer() else value


def _example(family: type[Plan]) -> str:
    return next(str(known.example) for known in PLANS if known.plan is family)


def _unknown_argument(family: type[Plan], name: str, known: list[str]) -> PlanError:
    close_names = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"{close_names[0]}=…" if close_names else f"one of {', '.join(known)}" if known else family.name
    if name in DRAWN_ALWAYS:
        hint = "the plan without it: rows are drawn at random, by the seed of the call"
    return PlanError(f"{family.name} has no argument {name}", hint=hint)


def _too_many(family: type[Plan], named: list[str], value: str) -> PlanError:
    hint = f"{named[0]}={value}" if named else _example(family)
    return PlanError(f"{family.name} does not take '{value}' without a name", hint=hint)

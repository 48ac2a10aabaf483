"""Properties that are computed once per value, and frozen dataclasses that fill their dictionary at once."""

import inspect
import pickle
from dataclasses import KW_ONLY, FrozenInstanceError, dataclass, field, replace

import pytest

from foldwise.cached import cached_property, changed, filled_at_once


@dataclass(frozen=True)
class Counted:
    """A value that counts how often it was asked to compute."""

    start: int

    @cached_property
    def calls(self):
        """How often."""
        self.__dict__["found"] = self.__dict__.get("found", 0) + 1
        return self.start + self.__dict__["found"]


def test_a_value_is_computed_once():
    one = Counted(10)
    assert [one.calls, one.calls] == [11, 11]
    assert Counted(20).calls == 21


def test_a_value_that_is_known_already_is_taken():
    one = Counted(10)
    one.__dict__["calls"] = 5
    assert one.calls == 5


def test_the_class_has_the_property_with_its_words():
    assert isinstance(Counted.calls, cached_property)
    assert Counted.calls.__doc__ == "How often."


@dataclass(frozen=True)
class Slow:
    """A value of every kind of field."""

    first: int
    second: str = "two"
    _: KW_ONLY
    third: list[int] = field(default_factory=list)
    length: int = field(init=False)

    def __post_init__(self):
        """Set what is not given."""
        self.__dict__["length"] = len(self.second)


@filled_at_once
@dataclass(frozen=True)
class Quick:
    """The same, filled at once."""

    first: int
    second: str = "two"
    _: KW_ONLY
    third: list[int] = field(default_factory=list)
    length: int = field(init=False)

    def __post_init__(self):
        """Set what is not given."""
        self.__dict__["length"] = len(self.second)


@pytest.mark.parametrize("given", [((1,), {}), ((1, "three"), {"third": [3]}), ((), {"first": 0, "second": ""})])
def test_a_class_that_is_filled_at_once_has_the_fields_that_it_had(given):
    quick, slow = Quick(*given[0], **given[1]), Slow(*given[0], **given[1])
    assert vars(quick) == vars(slow)
    assert repr(quick).replace("Quick", "Slow") == repr(slow)
    assert pickle.loads(pickle.dumps(quick)) == quick


def test_it_takes_the_arguments_that_it_took_and_stays_frozen():
    assert inspect.signature(Quick) == inspect.signature(Slow)
    assert Quick(1).third is not Quick(1).third
    with pytest.raises(TypeError, match="first"):
        Quick()
    with pytest.raises(TypeError, match="positional"):
        Quick(1, "two", [3])
    with pytest.raises(FrozenInstanceError):
        Quick(1).first = 2


def test_a_changed_value_is_what_replace_makes_of_it_without_what_was_computed():
    one = Counted(10)
    assert one.calls == 11
    assert changed(one, start=20) == replace(one, start=20)
    assert "calls" not in vars(changed(one, start=20))
    assert one.start == 10

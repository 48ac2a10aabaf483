"""Properties that are computed once per value."""

from dataclasses import dataclass

from foldwise.cached import cached_property


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

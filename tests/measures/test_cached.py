"""Values that are computed once."""

from foldwise.measures.cached import cached


class Counter:
    calls = 0

    @cached
    def value(self):
        """The value."""
        self.calls += 1
        return self.calls


def test_it_is_computed_once_for_each_owner():
    one, other = Counter(), Counter()
    assert [one.value, one.value, other.value] == [1, 1, 1]


def test_the_class_has_its_description():
    assert Counter.value.__doc__ == "The value."

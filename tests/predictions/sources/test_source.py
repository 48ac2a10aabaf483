"""What every source of predictions can do."""

import pytest

from foldwise.errors import UnknownNameError
from foldwise.predictions.sources.source import Source


class Empty(Source):
    """Two columns without rows."""

    name = "nothing"

    @property
    def names(self):
        return ("y", "p")

    @property
    def rows(self):
        return 0

    def chunks(self, columns):
        yield from ()


def test_columns_that_are_there_pass_and_the_nearest_is_named_for_one_that_is_not():
    Empty().check("y", "p")
    with pytest.raises(UnknownNameError, match="there is no column of nothing called 'pp'; try 'p'"):
        Empty().check("y", "pp")


def test_what_is_in_memory_has_no_size():
    assert Empty().size == 0


def test_a_source_that_cannot_be_read_is_none():
    with pytest.raises(TypeError, match="abstract"):
        Source()

"""Names of segments."""

import pytest

from foldwise.data import check_segments, order_segments
from foldwise.errors import InputError


def test_numbers_are_ordered_by_value_and_texts_by_letters():
    assert order_segments(["10", "9", "-1", "2.5"]) == ("-1", "2.5", "9", "10")
    assert order_segments(["10", "9", "b"]) == ("10", "9", "b")


def test_rows_without_a_segment_come_last():
    assert order_segments(["(none)", "z", "a"]) == ("a", "z", "(none)")
    assert order_segments(["10", "(none)", "9"]) == ("9", "10", "(none)")


@pytest.mark.parametrize(
    ("names", "said"), [(["all", "b"], "a segment is called 'all'"), (["(none)"], "which stands for rows without")]
)
def test_names_that_would_be_mistaken_are_refused(names, said):
    with pytest.raises(InputError, match=said):
        check_segments(names, unknown=True)

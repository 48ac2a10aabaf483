"""Names of segments."""

import numpy as np
import pytest

from foldwise.data import check_segments, name_moments, order_segments
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


def test_moments_are_named_as_finely_as_they_differ():
    found = [
        name_moments(np.array(given, dtype="datetime64[ns]")).tolist()
        for given in (["2024-01-31", "NaT"], ["2024-01-31T06:00", "2024-01-31"], ["2024-01-31T06:00:00.5"])
    ]
    assert found[0] == ["2024-01-31", "NaT"]
    assert found[1] == ["2024-01-31T06:00:00", "2024-01-31T00:00:00"]
    assert found[2] == ["2024-01-31T06:00:00.500000000"]

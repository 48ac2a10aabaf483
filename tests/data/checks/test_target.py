"""Targets."""

import numpy as np
import pytest

from foldwise.data.checks.target import (
    check_classes_possible,
    check_magnitude,
    check_numbers_possible,
    check_target,
    check_varies,
    no_target,
)
from foldwise.data.content import NumericContent
from foldwise.data.series import content_of_array
from foldwise.errors import InputError


def test_a_good_target_passes():
    content = content_of_array(np.array(["u", "v"]))
    check_target("y", content, None)
    check_classes_possible("y", content)
    check_numbers_possible("y", NumericContent(np.array([0.5])))
    check_varies("y", ["u", "v"])


def test_the_last_column_is_suggested():
    assert (
        str(no_target(["a", "class"]))
        == "no target was given; try target='class', or the column that is to be predicted"
    )


def test_the_number_of_missing_rows_and_the_first_are_named():
    with pytest.raises(InputError, match="missing in 2 of 4 rows, the first of them row 3"):
        check_target("y", NumericContent(np.array([1.0, 2, np.nan, np.nan])), None)


def test_a_value_with_decimals_is_shown():
    with pytest.raises(InputError, match=r"values with decimals, such as 2\.5"):
        check_classes_possible("y", NumericContent(np.array([1.0, 2.5])))


@pytest.mark.parametrize(
    ("what", "said"), [("truth", "truth is too large"), ("predictions of 'a'", "predictions of 'a' are too large")]
)
def test_what_is_too_large_is_told_in_a_sentence(what, said):
    with pytest.raises(InputError, match=said):
        check_magnitude(what, np.array([1e200]))

import pytest

from foldwise.diagnosing import PARTS, parts_called
from foldwise.errors import InputError, UnknownNameError


def test_all_by_default_and_named_ones_in_their_order():
    assert parts_called() == PARTS
    assert [one.name for one in parts_called(["slices", "bias_variance"])] == ["bias-variance", "slices"]


@pytest.mark.parametrize("given", [3, [3], "", []])
def test_what_names_no_part_is_refused(given):
    with pytest.raises(InputError):
        parts_called(given)


def test_an_unknown_part_is_told_the_nearest():
    with pytest.raises(UnknownNameError, match="calibration"):
        parts_called("calibratoin")

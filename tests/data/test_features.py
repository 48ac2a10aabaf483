"""Why a column is not wanted."""

import pytest

from foldwise.data.features import reason_unwanted
from foldwise.data.request import Request


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (Request(), ""),
        (Request(drop=("a",)), "on request"),
        (Request(roles={"a": "drop"}), "on request"),
        (Request(roles={"a": "numeric"}), ""),
        (Request(features=("b",)), "not asked for"),
        (Request(features=("a",)), ""),
        (Request(features=("b",), groups="a"), ""),
    ],
)
def test_a_column_is_unwanted_for_a_reason(request_, reason):
    assert reason_unwanted("a", request_) == reason

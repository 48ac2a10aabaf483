"""A result is logged by one call; how is tested in tests/tracking."""

import pytest

import foldwise
from foldwise.errors import InputError


def test_a_result_without_models_is_refused():
    pytest.importorskip("mlflow")
    with pytest.raises(InputError, match="a result of a verb is logged, and this is of type str"):
        foldwise.log_to_mlflow("assess")

"""What the user asked for."""

import pytest

from foldwise.data.request import DEFAULT_TOKENS, ReadRequest
from foldwise.errors import InputError, UnknownNameError


def test_names_are_told_from_arrays():
    request = ReadRequest(target="y", groups=[1, 2], order="day")
    assert request.by_name == {"target": "y", "order": "day"}


def test_categorical_columns_are_taken_literally():
    assert ReadRequest(roles={"zip": "categorical", "age": "numeric"}).as_text == {"zip"}


def test_the_usual_tokens_do_not_include_common_words():
    assert {"", "?", "NA", "NaN", "null", "None"} <= set(DEFAULT_TOKENS)
    assert not {"none", "no", "-", "0", "unknown"} & set(DEFAULT_TOKENS)


def test_an_option_without_a_use_is_refused():
    ReadRequest().refuse("query", because="databases")
    with pytest.raises(InputError, match="query= is for databases; try the call without query="):
        ReadRequest(query="SELECT 1").refuse("delimiter", "query", because="databases")


def test_an_unknown_role_is_refused():
    with pytest.raises(UnknownNameError, match="there is no role called 'ignore'"):
        ReadRequest(roles={"a": "ignore"})

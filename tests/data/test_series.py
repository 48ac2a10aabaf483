"""The same content whatever the column came from."""

from datetime import date, datetime
from decimal import Decimal

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from foldwise.data.content import DateContent, NumericContent, TextContent, as_texts
from foldwise.data.series import content_of, content_of_array, series_of
from foldwise.errors import InputError

MAKERS = {
    "pandas": lambda values: pd.Series(values, name="a"),
    "pandas objects": lambda values: pd.Series(values, name="a", dtype=object),
    "polars": lambda values: pl.Series("a", values, strict=False),
    "arrow": lambda values: pa.chunked_array([values]),
}
WIDE = MAKERS | {
    "polars": lambda values: pl.Series("a", values, dtype=pl.UInt64 if min(values) > 0 else pl.Int64),
    "arrow": lambda values: pa.chunked_array([pa.array(values, pa.uint64() if min(values) > 0 else pa.int64())]),
}


def content(native, **options):
    return content_of(nw.from_native(native, series_only=True), name="a", **options)


def plain(found):
    """Values as a list, missing as None."""
    if isinstance(found, TextContent):
        return [None if code < 0 else found.names[code] for code in found.codes]
    missing = np.isnan(found.values) if isinstance(found, NumericContent) else np.isnat(found.values)
    return [None if gone else value for value, gone in zip(found.values.tolist(), missing, strict=True)]


@pytest.mark.parametrize("make", MAKERS.values(), ids=list(MAKERS))
@pytest.mark.parametrize(
    ("values", "kind", "read"),
    [
        ([1, 2, None], NumericContent, [1, 2, None]),
        ([1.5, None, 2.0], NumericContent, [1.5, None, 2]),
        (["u", None, "v"], TextContent, ["u", None, "v"]),
        ([True, None, False], TextContent, ["True", None, "False"]),
        ([date(2026, 1, 2), None], DateContent, [datetime(2026, 1, 2), None]),
        (["2026-01-02", None], DateContent, [datetime(2026, 1, 2), None]),
        (
            ["2026-01-02T10:00+02:00", "2026-01-02 08:00"],
            DateContent,
            [datetime(2026, 1, 2, 8), datetime(2026, 1, 2, 8)],
        ),
        (["2026-02-30", "2026-02-28"], TextContent, ["2026-02-30", "2026-02-28"]),
        (["1", "2"], TextContent, ["1", "2"]),
        ([None, None], TextContent, [None, None]),
        ([Decimal("1.5"), Decimal(2)], NumericContent, [1.5, 2]),
    ],
)
def test_a_column_reads_the_same_from_every_library(make, values, kind, read):
    found, met = content(make(values))
    if read == [None, None]:
        assert found.missing == 2
    else:
        assert (type(found), plain(found), met) == (kind, read, ())


def test_moments_with_a_zone_are_counted_in_universal_time():
    native = pd.Series(pd.to_datetime(["2026-07-01 02:00"]).tz_localize("Europe/Berlin"), name="a")
    assert plain(content(native)[0]) == [datetime(2026, 7, 1)]
    objects = pd.Series([pd.Timestamp("2026-07-01 02:00", tz="Europe/Berlin"), None], name="a", dtype=object)
    assert plain(content(objects)[0]) == [datetime(2026, 7, 1), None]


def test_a_category_of_numbers_is_a_category():
    found, _ = content(pd.Series(pd.Categorical([10, 9, None], categories=[9, 10, 11]), name="a"))
    assert (plain(found), found.labels.tolist()) == (["10", "9", None], [10, 9])


def test_a_category_of_dates_is_a_date():
    assert plain(content(pd.Series(pd.Categorical(["2026-01-02"]), name="a"))[0]) == [datetime(2026, 1, 2)]


def test_texts_may_be_numbers_where_the_file_has_no_types():
    found, _ = content(pd.Series(["1", "2.5", None], name="a"), parse=True)
    assert plain(found) == [1, 2.5, None]


def test_numbers_among_texts_are_counted():
    found, _ = content(pd.Series([1, "u", "v", 2.5, None], name="a", dtype=object))
    assert plain(found) == ["1", "u", "v", "2.5", None]
    assert (found.mixture.numbers, found.mixture.texts, found.mixture.example) == (2, 2, "u")


def test_a_token_is_missing_and_reported_once():
    found, met = content(pl.Series("a", ["u", "-", "-", "?"]), tokens=["-", "NA"])
    assert (plain(found), met) == (["u", None, None, "?"], ("-",))


def test_without_its_tokens_a_mixture_is_numbers():
    found, met = content(pd.Series([1, 2, "unknown"], name="a", dtype=object), tokens=["unknown"])
    assert (plain(found), met) == ([1, 2, None], ("unknown",))


@pytest.mark.parametrize(
    ("array", "read"),
    [
        (np.array([1, 2], dtype=np.uint8), [1, 2]),
        (np.array([True, False]), ["True", "False"]),
        (np.array(["u", "v"]), ["u", "v"]),
        (np.array(["u", None], dtype=object), ["u", None]),
        (np.array(["2026-01-02"], dtype="datetime64[D]"), [datetime(2026, 1, 2)]),
    ],
)
def test_an_array_reads_like_a_series(array, read):
    assert plain(content_of_array(array)) == read


@pytest.mark.parametrize("native", [pd.DataFrame, pl.DataFrame])
def test_a_series_is_made_for_the_kind_of_frame(native):
    frame = nw.from_native(native({"x": [1, 2, 3]}), eager_only=True)
    for values in (["u", None, "v"], [1, 2, 3], [1.5, None, 2.5]):
        found, _ = content(MAKERS["polars"](values))
        made = series_of(found, "b", frame)
        assert made.implementation == frame.implementation
        assert (made.name, plain(content_of(made)[0])) == ("b", values)
    assert series_of(content(MAKERS["pandas"]([1, 2, 3]))[0], "b", frame).dtype == nw.Int64
    assert series_of(content(MAKERS["pandas"](["u", "v", "u"]))[0], "b", frame).dtype == nw.Categorical


@pytest.mark.parametrize("values", [[[1], [2]], [b"u", b"v"], [{"a": 1}, {"a": 2}], [1 + 2j, 3j]])
@pytest.mark.parametrize("make", [MAKERS["pandas objects"], pl.Series], ids=["pandas", "polars"])
def test_anything_else_is_not_understood(make, values):
    if make is pl.Series and isinstance(values[0], complex):
        native = pl.Series("a", values, dtype=pl.Object)
    else:
        native = make(values) if make is not pl.Series else pl.Series("a", values)
    with pytest.raises(InputError, match=r"column 'a' holds values of type \w+, which foldwise does not understand"):
        content(native)


def test_an_array_of_complex_numbers_is_not_understood():
    with pytest.raises(InputError, match="column 'y' holds values of type complex128"):
        content_of_array(np.array([1j]), name="y")


@pytest.mark.parametrize("make", WIDE.values(), ids=WIDE)
@pytest.mark.parametrize("start", [2**53, 2**63 - 20, -(2**63) + 1, 2**63])
def test_integers_that_floats_cannot_tell_apart_stay_apart(make, start):
    values = [start + at for at in range(12)]
    found, _ = content(make(values))
    assert found.distinct.tolist() == values
    assert found.labels.tolist() == values
    assert found.levels == 12
    assert as_texts(found).names == tuple(sorted(map(str, values)))


def test_long_integers_with_missing_values_stay_apart():
    values = pd.Series([2**53 + 1, None, 2**53], dtype="Int64", name="a")
    found, _ = content(values)
    assert (found.missing, found.distinct.tolist()) == (1, [2**53, 2**53 + 1])
    assert as_texts(found).names == (str(2**53), str(2**53 + 1))


def test_a_token_takes_no_neighbour_of_a_long_integer():
    found, met = content(pd.Series([2**53, 2**53 + 1], name="a"), tokens=[str(2**53 + 1)])
    assert (met, np.isnan(found.values).tolist()) == ((str(2**53 + 1),), [False, True])


def test_integers_beyond_64_bits_are_told_apart_and_too_large_ones_infinite():
    found, _ = content(MAKERS["pandas objects"]([2**70, 2**70 + 1, 10**400]))
    assert (len(found.distinct), found.values[2]) == (3, np.inf)
    assert content(MAKERS["pandas objects"]([str(2**70), str(2**70 + 1)]), parse=True)[0].distinct.size == 2

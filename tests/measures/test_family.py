"""Measures with parameters."""

import pytest

from foldwise.errors import InputError, UnknownNameError
from foldwise.measures import MeasureFamily, Parameter, measure
from foldwise.measures.definitions.ranks import LIFTS

DEPTH = Parameter("depth", 0.1, "share of the rows", 0, 1, "(]")


def test_the_same_parameter_gives_the_same_measure():
    assert LIFTS(depth=0.2) is LIFTS(depth=0.2) is LIFTS.parse(["0.20"]) is LIFTS.parse(["depth = 0.2"])
    assert LIFTS() is LIFTS(depth=0.1)


def test_the_name_leaves_out_what_is_at_its_default():
    assert (LIFTS().name, LIFTS(depth=0.25).name) == ("lift", "lift(0.25)")
    assert measure("ece(15, by=mass)").name == "ece"
    assert measure("ece(by=width)").name == "ece(by=width)"


@pytest.mark.parametrize(
    ("ends", "inside", "outside"), [("[]", [0, 1], [-0.1, 1.1]), ("()", [0.5], [0, 1]), ("(]", [1], [0])]
)
def test_the_ends_of_a_range_belong_to_it_or_not(ends, inside, outside):
    parameter = Parameter("p", 0.5, "a share", 0, 1, ends)
    assert all(parameter.holds(float(number)) for number in inside)
    assert not any(parameter.holds(float(number)) for number in outside)


def test_what_is_allowed_is_said_in_words():
    assert DEPTH.allowed == "a number in (0, 1]"
    assert Parameter("k", 1, "places", 1, float("inf"), "[)", whole=True).allowed == "a whole number in [1, inf)"
    assert Parameter("by", "mass", "bins", choices=("mass", "width")).allowed == "mass or width"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("lift(2)", InputError, r"depth, share of the rows taken from the top, is a number in \(0, 1\], not '2'"),
        ("lift(deep=0.1)", UnknownNameError, "no parameter of lift called 'deep'; try 'depth'"),
        ("top-accuracy(1.5)", InputError, r"k, number of classes, is a whole number in \[1, inf\), not '1.5'"),
        ("ece(by=size)", InputError, "by, bins of equal mass or equal width, is mass or width, not 'size'"),
        ("pinball(0.1, 0.2)", InputError, r"' 0.2' is no parameter of pinball; try 'pinball\(q\)'"),
        ("precision(0)", InputError, r"'0' is no parameter of precision; try 'precision\(undefined=…\)'"),
        ("mase", InputError, r"mase needs its scale, .* try 'mase\(scale\)'"),
        ("tweedie-deviance(0.5)", InputError, "no Tweedie distribution has the power 0.5"),
    ],
)
def test_a_wrong_parameter_is_refused_in_one_sentence(text, error, message):
    with pytest.raises(error, match=message):
        measure(text)


def test_a_family_of_ones_own():
    from dataclasses import replace

    family = MeasureFamily("top", lambda *, name, depth: replace(measure("lift"), name=name, high=depth), (DEPTH,))
    assert (family(depth=0.5).name, family(depth=0.5).high) == ("top(0.5)", 0.5)
    assert family.usage == "top(depth)"


@pytest.mark.parametrize(
    "text",
    ["f(1e200)", "macro-f(1e-9)", "ece(bins=1e15)", "tweedie-deviance(power=1e15)", "huber(1e200)", "mase(1e-308)",
     "d2-pinball(1e-308)", "partial-auc(1e-308)"],
)  # fmt: skip
def test_a_parameter_with_which_nothing_can_be_computed_is_refused(text):
    with pytest.raises(InputError, match=r"is a (whole )?number in"):
        measure(text)

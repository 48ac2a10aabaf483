"""What was found of one model under one measure, as a row."""

import math

from foldwise.estimates import Bias, Estimate, Target
from foldwise.intervals import Interval
from foldwise.measures import measure
from foldwise.reports import Finding

ESTIMATE = Estimate(0.2, "pooled", Target.RISK, Bias.PESSIMISTIC, 30, 2)


def test_a_row_has_the_interval_and_what_it_is_about():
    interval = Interval(0.1, 0.3, 0.95, "wilson", Target.PROXY, note="wide")
    row = Finding("m", measure("error"), ESTIMATE, interval, reason="the default").record("kfold(10)", 0.95)
    assert (row["value"], row["low"], row["high"], row["level"]) == (0.2, 0.1, 0.3, 0.95)
    assert (row["method"], row["target"], row["note"], row["reason"]) == ("wilson", "proxy", "wide", "the default")
    assert (row["plan"], row["fits"], row["bias"], row["undefined"]) == ("kfold(10)", 30, "pessimistic", 2)


def test_without_an_interval_the_row_says_why():
    row = Finding("m", measure("error"), ESTIMATE, None, reason="too few rows", positive="yes").record("loo", 0.9)
    assert math.isnan(row["low"])
    assert math.isnan(row["high"])
    assert (row["method"], row["target"], row["note"], row["positive"]) == ("none", "risk", "too few rows", "yes")

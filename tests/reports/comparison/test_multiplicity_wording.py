"""How many tests were made without adjustment across measures."""

from dataclasses import replace

import foldwise
from foldwise.reports.comparison.multiplicity_wording import not_adjusted

RESULT = foldwise.compare("lda, gaussian-nb", foldwise.sample("iris"), measures="error,log-loss")


def test_several_measures_without_adjustment_between_them_are_counted():
    (said,) = not_adjusted(RESULT)
    assert said.startswith("6 tests were made under 2 measures; p-values are adjusted for the pairs of each measure")
    assert said in " ".join(str(RESULT).split())
    assert "6 tests were made under 2 measures" in RESULT._repr_html_()


def test_no_adjustment_at_all_is_said_too():
    (said,) = not_adjusted(replace(RESULT, adjustment="none", across_measures=True))
    assert said.startswith("6 tests were made under 2 measures and none was adjusted")


def test_one_measure_or_an_adjustment_across_them_needs_no_word():
    assert list(not_adjusted(replace(RESULT, across_measures=True))) == []
    first = tuple(one for one in RESULT.judgements if one.comparison.measure.name == "error")
    assert list(not_adjusted(replace(RESULT, judgements=first))) == []

"""Calls of assess and compare take few steps: own functions are counted, since each of them costs a reader and a small call time."""

import sys
from collections import Counter
from pathlib import Path

import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise import intervals
from foldwise.intervals.interval import ValidityFacts

MOST_FILES, MOST_CALLS = 82, 600
"""Decision 0032 says why there are more files than the 40 that were aimed at."""
MOST_CALLS_OF_COMPARE = 4000
COMPREHENSIONS = ("<listcomp>", "<dictcomp>", "<setcomp>")
"""Frames that Python 3.12 and later do not make."""
ROOT = str(Path(foldwise.__file__).parent)
CACHED = str(Path(foldwise.__file__).parent / "cached.py")
"""In place of functools.cached_property, whose frames are not counted either."""
X, Y = load_breast_cancer(return_X_y=True)


def count_calls(call):
    """Own functions entered by one call, after one that filled what is kept between calls."""
    call()
    calls = Counter()

    def count(frame, event, _):
        code = frame.f_code
        own = code.co_filename.startswith(ROOT) and code.co_filename != CACHED
        if event == "call" and own and code.co_name not in COMPREHENSIONS:
            calls[code.co_filename, code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(before)
    return calls


@pytest.fixture(scope="module")
def counted():
    return count_calls(lambda: foldwise.assess(GaussianNB(), X, Y))


@pytest.fixture(scope="module")
def compared():
    return count_calls(lambda: foldwise.compare({"nb": GaussianNB(), "lda": LinearDiscriminantAnalysis()}, X, Y))


def test_few_files_are_visited(counted):
    assert len({path for path, _ in counted}) <= MOST_FILES


def test_few_functions_are_called(counted):
    assert counted.total() <= MOST_CALLS


def test_a_table_of_numbers_is_not_named_column_by_column(counted):
    names = {name: times for (path, name), times in counted.items() if path.endswith("data/table.py")}
    assert max(names.values()) <= 10


def test_facts_are_found_once_for_the_rows_a_measure_rests_on(monkeypatch):
    found = []
    asked = intervals.interval.too_few
    monkeypatch.setattr(intervals.interval, "too_few", lambda *of: found.append(of[1:]) or asked(*of))
    result = foldwise.assess(GaussianNB(), X, Y)
    scopes = {one.measure.scope for one in result.findings}
    assert len([of for of in found if of and of[0] is not None]) == len(scopes)
    assert (
        ValidityFacts.of(foldwise.measures.ModelScores(result.predictions, "gaussian-nb", result.measures[0])).plan
        == result.plan
    )


def test_compare_brings_the_predictions_of_a_model_together_once_for_all_measures_and_pairs(compared):
    sheets = sum(times for (_, name), times in compared.items() if name == "_sheet_of")
    assert (
        sheets <= 9
    )  # two models and the baseline: by the plan to assess them, by the plan and by samples to compare them


def test_compare_makes_each_figure_of_a_pair_once(compared):
    by_name = Counter()
    for (path, name), times in compared.items():
        if path.endswith(("influence.py", "loo_bootstrap.py")):
            by_name[name] += times
    assert by_name["pair_error"] <= 6  # of three pairs under the two measures that it serves
    assert compared.total() <= MOST_CALLS_OF_COMPARE

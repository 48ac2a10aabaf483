"""No name of a model or class closes the script of a page, or steers a terminal."""

import numpy as np
import pytest

import foldwise
from foldwise.reports.shared.markup import without_markup

BAD = "</script><script>alert(1)</script>"
ESC = "\x1b]0;owned\x07\x1b[2J"
rng = np.random.default_rng(4)
X = rng.normal(size=(60, 2))
Y = np.where(X[:, 0] + rng.normal(size=60) > 0, f"yes{BAD}", f"no{ESC}")


@pytest.fixture(scope="module")
def assessment():
    return foldwise.assess({BAD: "lda", ESC: "knn"}, X, Y, plan="kfold(3)")


def scripts(page):
    return page.count("</script>")


def test_charts_of_every_result_keep_their_script_to_the_end(assessment):
    plain = foldwise.assess("lda", X, X[:, 0] > 0, plan="kfold(3)").plot("error").to_html()
    score = foldwise.score(Y, {BAD: Y})
    for chart in (assessment.plot(), assessment.plot_curve("roc"), score.plot()):
        page = chart.to_html()
        assert scripts(page) == scripts(plain)
        assert "alert(1)" in page  # the name is still there


def test_a_chart_without_markup_is_given_as_it_is():
    chart = foldwise.score(["a", "b"] * 20, ["a", "b"] * 20).plot()
    assert without_markup(chart) is chart


def test_notebook_cards_and_texts_are_harmless(assessment):
    results = [
        assessment,
        foldwise.score(Y, {ESC: Y}),
        foldwise.compare({BAD: "lda", ESC: "knn"}, X, Y, plan="kfold(3)"),
    ]
    for result in results:
        assert BAD not in result._repr_html_()
        assert "\x1b" not in str(result)
        assert "\\x1b" in str(result)
        assert "\x1b" not in repr(result)


def test_errors_and_descriptions_are_harmless():
    with pytest.raises(foldwise.errors.FoldwiseError) as caught:
        foldwise.assess(ESC, X, Y)
    assert "\x1b" not in str(caught.value)
    assert "\x1b" not in foldwise.read(X, Y, name=ESC).describe()

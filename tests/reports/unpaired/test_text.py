"""Systems on different rows in a terminal."""

from foldwise.comparisons import Heterogeneity
from foldwise.reports.unpaired import overall_text, render
from tests.reports.unpaired.test_unpaired import RESULT


def test_the_report_says_whose_rows_and_which_test():
    text = render(RESULT)
    assert text.startswith("2 systems on different rows: spring 80, autumn 60\n  method  wilson, 95 %")
    assert "tests   two-proportions (error, accuracy)" in text
    assert "the systems were scored on different rows" in " ".join(text.split())
    assert max(map(len, text.split("\n"))) <= 80


def test_any_difference_is_written_with_its_degrees_of_freedom():
    assert overall_text(Heterogeneity(5.0, 0.0821, 2, "chi2")) == "χ² 5.00, 2 df, p 0.0821"
    assert overall_text(Heterogeneity(2.5, 0.1, (2.0, 31.27), "welch-f")) == "Welch's F(2, 31.3) 2.50, p 0.1000"

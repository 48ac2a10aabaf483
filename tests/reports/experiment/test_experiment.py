"""The experiment as text, chart and tables for papers."""

import re
from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import Verdict
from foldwise.estimates import Bias, Estimate, Target
from foldwise.measures import measure
from foldwise.reports import Cell, Experiment, Finding
from foldwise.reports.experiment.table import latex_text
from foldwise.reports.experiment.text import p_text, render
from tests.reference.make_comparisons import DEMSAR

AUC = measure("auc")
NAMES = ("c45", "m_1", "cf", "mcf")


def cell(dataset, model, value, verdict=None, cause=""):
    estimate = Estimate(value, "pooled", Target.RISK, Bias.PESSIMISTIC, 30)
    return Cell(dataset, model, AUC, None if cause else Finding(model, AUC, estimate, None), verdict, cause)


def demsar(failing=()):
    """Demšar's table, every model beside C4.5 'better' where it is higher by .01; some cells failed."""
    cells = []
    for at, row in enumerate(DEMSAR):
        for name, value in zip(NAMES, row.tolist(), strict=True):
            gap = value - row[0]
            verdict = (
                None
                if name == "c45"
                else Verdict.BETTER
                if gap > 0.01
                else Verdict.WORSE
                if gap < -0.01
                else Verdict.UNDECIDED
            )
            cause = "no memory" if (at, name) in failing else ""
            cells.append(cell(f"set {at + 1}", name, value, verdict, cause))
    return Experiment(tuple(cells), {}, NAMES, "c45", "", 0.95, "holm", 0)


RESULT = demsar()


def test_the_text_has_every_value_mark_and_count():
    text = render(RESULT)
    assert max(map(len, text.split("\n"))) <= 80
    assert re.search(r"set 1 +0\.763 +0\.768 +0\.771 +0\.798v", text)
    assert re.search(r"better/-/worse +6/8/0 +4/6/4 +10/3/1", text)
    assert "(1) c45, (2) m_1, (3) cf, (4) mcf" in text
    assert "Friedman: χ² 10.23, p = 0.017; Iman-Davenport F(3, 39) 3.69, p = 0.020." in text


def test_a_dataset_without_a_valid_test_is_named_where_wins_are_counted():
    cells = [replace(one, verdict=None) if one.dataset == "set 3" else one for one in RESULT.cells]
    some = replace(RESULT, cells=tuple(cells))
    assert some.untested() == ("set 3",)
    for text in (render(some), some.to_markdown(), some.to_latex()):
        assert "no test is valid on set 3" in text
    assert RESULT.untested() == ()
    assert "no test is valid" not in render(RESULT)


def test_the_diagram_joins_what_cannot_be_told_apart():
    lines = RESULT.diagram(method="nemenyi").split("\n")
    assert [line.split()[:2] for line in lines] == [
        ["rank", "model"],
        ["1.96", "mcf"],
        ["2.00", "m_1"],
        ["2.89", "cf"],
        ["3.14", "c45"],
    ]
    assert all("┃" in line for line in lines[1:])


def test_a_narrow_page_goes_on_below():
    text = render(RESULT, width=40)
    assert text.count("better/-/worse") == 2


def test_failed_cells_are_dashes_with_the_cause_below():
    result = demsar(failing={(0, "cf"), (3, "cf"), (4, "mcf")})
    text = render(result)
    assert re.search(r"set 1 +0\.763 +0\.768 +-! +0\.798v", text)
    assert "cf on set 1 and set 4: no memory" in text
    assert "3 datasets with failed cells are not ranked." in text
    assert "| ! |" in result.to_markdown()
    assert "! failed: cf on set 1 and set 4: no memory" in result.to_markdown()
    assert "% failed: mcf on set 5: no memory" in result.to_latex()
    assert "<li>failed: cf on set 1 and set 4: no memory</li>" in result._repr_html_()


def test_latex():
    text = RESULT.to_latex()
    assert text.startswith("\\begin{tabular}{lrrrr}\n\\toprule\nauc & c45 & m\\_1 & cf & mcf \\\\")
    assert r"set 1 & 0.763 & 0.768 & 0.771 & \textbf{0.798}$^{\circ}$ \\" in text
    assert r"set 10 & \textbf{1.000} & \textbf{1.000} & \textbf{1.000} & \textbf{1.000} \\" in text
    assert r"mean rank & 3.14 & 2.00 & 2.89 & 1.96 \\" in text
    assert text.count("&") % 4 == 0


def test_latex_text_is_escaped():
    assert latex_text("50 % of a_b{c}\\") == r"50 \% of a\_b\{c\}\textbackslash{}"


def test_markdown():
    lines = RESULT.to_markdown().split("\n")
    assert lines[0] == "| auc | c45 | m_1 | cf | mcf |"
    assert lines[2] == "| set 1 | 0.763 | 0.768 | 0.771 | **0.798** v |"
    assert len({line.count("|") for line in lines if line.startswith("|")}) == 1


def test_the_card():
    text = RESULT._repr_html_()
    assert ">0.798 v ●</td>" in text
    assert "<script" not in text


@pytest.mark.parametrize("method", ["wilcoxon", "nemenyi"])
def test_the_chart_has_one_point_per_model(method):
    chart = RESULT.plot(method=method)
    assert len(chart.layer[1].data.values) == 4
    assert chart.layer[2].mark.align == "right"
    assert "differences are undecided over 14 datasets" in chart.to_dict()["title"]["subtitle"]


def test_p_values_in_words():
    assert (p_text(0.2), p_text(0.0004)) == ("= 0.200", "< 0.001")


def test_models_that_differ_are_named():
    rng = np.random.default_rng(0)
    cells = [
        cell(f"d{i}", name, value)
        for i in range(10)
        for base in [rng.uniform(0.6, 0.9)]
        for name, value in (("low", base), ("high", base + 0.05))
    ]
    result = Experiment(tuple(cells), {}, ("low", "high"), "low", "", 0.95, "holm", 0)
    assert "high is better than low over datasets (Wilcoxon, p = 0.002 by holm)." in result.verdict()
    assert result.rope() == 0.01


def test_rows_that_were_left_out_are_told():
    X, y = np.arange(80.0).reshape(40, 2) % 7, [None if at % 10 == 0 else at % 2 for at in range(40)]
    files = {"some": (X, y), "whole": (X, [at % 2 for at in range(40)])}
    found = foldwise.experiment("lda,gaussian-nb", files, plan="kfold(5)", drop_missing_target=True)
    assert found.dropped_rows == found.to_dict()["dropped_rows"] == {"some": 4}
    assert "rows    left out as they have no target: some 4" in str(found)


def test_the_page_draws_the_critical_differences_with_their_numbers():
    drawn = RESULT._report(panels=True).drawings
    assert [one.name for one in drawn] == ["ranks"]
    names, ranks, joined = (column for _, column in drawn[0].columns)
    assert dict(zip(names, ranks.tolist(), strict=True)) == RESULT.mean_ranks()
    assert set(joined) == {"1"}
    assert RESULT._report(panels=False).drawings == ()
    text = RESULT._report(panels=True).to_html()
    assert text.count("<path class='joined'") == 1
    assert text.count("<path class='drop'") == 4
    assert "aria-label='Critical-difference diagram of the area under the ROC curve over 14 datasets" in text


def test_pairs_have_differences_with_intervals():
    table = next(one for one in RESULT.report().tables if one.title == "Pairs over datasets")
    assert len(table.bars) == len(table.rows) == 6
    assert table.heads[2:4] == ("difference", "95 % interval")


def test_ranks_that_differ_without_a_pair_are_explained():
    assert "though every single pair is undecided" in RESULT.verdict()


def test_the_class_a_measure_is_about_is_named_for_every_dataset():
    rng = np.random.default_rng(0)
    features, codes = rng.normal(size=(60, 2)), rng.integers(0, 2, 60)
    datasets = {
        "a": (features, codes),
        "b": (features, np.where(codes, "yes", "no")),
        "c": (features, rng.integers(0, 3, 60)),
    }
    found = foldwise.experiment("lda, gaussian-nb", datasets, plan="kfold(5)", measures="recall,error")
    said = "positive is '1' on a; positive is 'yes' on b; macro, the mean over the classes on c"
    assert f"recall: {said}" in " ".join(str(found).split())
    assert said in found.to_markdown()
    assert said in found.to_latex()
    assert said in found.report().tables[0].note
    assert "error: " not in str(found)
    alone = foldwise.experiment("lda, gaussian-nb", {"b": datasets["b"]}, plan="kfold(5)", measures="recall")
    assert "recall: positive is 'yes'\n" in str(alone)

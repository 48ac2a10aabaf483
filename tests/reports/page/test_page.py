"""One page with everything inside: what it holds, what it must not, and how large it gets."""

import base64
import hashlib
import json
import re

import numpy as np
import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.predictions import Predictions
from foldwise.reports import Report
from foldwise.reports.assessment.report import report_of
from foldwise.reports.page import page
from foldwise.reports.panels import panels_of
from tests.reports.findings import of_hostile_names
from tests.reports.report.results import VERBS, result_of


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for verb in VERBS:
        result_of(verb).report(folder / f"{verb}.html")
    return {verb: (folder / f"{verb}.html").read_text(encoding="utf-8") for verb in VERBS}


@pytest.mark.parametrize("verb", VERBS)
def test_the_verdict_comes_first_and_the_data_are_inside(pages, verb):
    text = pages[verb]
    assert text.index("class='verdict'") < text.index("<section")
    kept = re.search(r"id='foldwise-result'>(.*?)</script>", text, re.DOTALL)[1]
    assert json.loads(kept)["verb"] == verb


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_is_asked_of_the_network_and_no_style_is_inline(pages, verb):
    text = pages[verb]
    assert not re.findall(r"(?:src|href)=['\"](?!#)", text)
    assert " style=" not in text
    assert " on" not in re.sub(r">[^<]*<", "><", text).replace(" on ", "")


@pytest.mark.parametrize("verb", VERBS)
def test_the_policy_allows_the_style_and_the_script_of_the_page_and_nothing_else(pages, verb):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', pages[verb])[1]
    assert policy.startswith("default-src 'none'")
    blocks = re.findall(r"<(style|script)>(.*?)</\1>", pages[verb], re.DOTALL)
    hashes = {f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for _, text in blocks}
    assert hashes == set(re.findall(r"'sha256-[^']*'", policy))


def test_every_string_of_a_user_is_escaped():
    text = of_hostile_names().report().to_html()
    assert "<b>x</b>" not in text
    assert "<script>alert" not in text
    assert text.count("<script") == 1  # the JSON; without panels there is no code


def test_characters_that_turn_text_round_are_written_out():
    rows = Predictions.build(["a\u202e", "b"] * 20, {"m": ["b", "b"] * 20}, scores={"m": [0.1, 0.9] * 20})
    text = page(Report("score", "x\u202e", panels=panels_of(rows, ["m"], 0.95)))
    assert "\u202e" not in text
    assert "a\\u202e" in text


def test_hostile_names_cannot_end_the_data():
    names = {"</script><img src=x onerror=alert(1)>": [0, 1] * 20}
    rows = Predictions.build([0, 1] * 20, names)
    report = Report("score", "x", panels=panels_of(rows, list(names), 0.95), document={"a": "</script>"})
    text = page(report)
    assert text.count("</script>") == 3
    assert "<img" not in text


def test_the_size_does_not_grow_with_the_rows():
    def size(n):
        rng = np.random.default_rng(0)
        truth = rng.integers(0, 2, n)
        score = np.clip(truth * 0.3 + 0.7 * rng.random(n), 0, 1).round(6)
        rows = Predictions.build(truth, {"m": score > 0.5}, scores={"m": score})
        return len(page(Report("score", "x", panels=panels_of(rows, ["m"], 0.95))))

    assert size(40_000) < 1.1 * size(4_000) < 110_000


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        Report("assess", "x").save(tmp_path / "no" / "x.html")
    assert list(tmp_path.iterdir()) == []


def test_checks_that_found_nothing_are_told(pages):
    assert "checks found nothing</summary>" in pages["compare"]
    assert "found nothing" not in pages["score"]


@pytest.mark.parametrize("models", ["ridge, knn", "knn, ridge"])
def test_the_best_model_is_shown_first(models):
    found = foldwise.assess(models, foldwise.sample("auto-mpg"), plan="kfold(5)", measures="r2", baseline=False)
    report = report_of(found, panels=True)
    assert [panel.model for panel in report.panels] == [row[1] for row in report.tables[0].rows]

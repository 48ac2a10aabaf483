"""The value that `compare` returns: its table, its card and its questions."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.errors import UnknownNameError

IRIS = foldwise.sample("iris")
RESULT = foldwise.compare("lda, gaussian-nb, qda", IRIS)


def test_a_pair_can_be_asked_for_either_way_round():
    one, other = RESULT.judgement("lda", "qda"), RESULT.judgement("qda", "lda")
    assert one.comparison.difference == -other.comparison.difference
    assert (one.comparison.low, one.comparison.high) == (-other.comparison.high, -other.comparison.low)
    assert one.comparison.posterior.above(0.0) == pytest.approx(other.comparison.posterior.below(0.0))
    assert one.verdict.turned == other.verdict


def test_a_pair_that_was_not_compared_has_no_judgement():
    assert replace(RESULT, judgements=()).judgement("lda", "qda") is None


def test_it_knows_what_the_assessment_knows():
    assert RESULT.plan == RESULT.assessment.plan
    assert RESULT.dataset.n == 150
    assert RESULT.failures == ()
    assert RESULT.finding("lda", "error").estimate.value == pytest.approx(0.02)
    assert RESULT.baseline == "baseline"


def test_the_ranking_follows_the_direction_of_the_measure():
    values = RESULT.to_frame().query("measure == 'auc' and model != 'baseline'").set_index("model")["value"]
    assert list(RESULT.ranking("auc")) == values.sort_values(ascending=False, kind="stable").index.tolist()


def test_pairs_of_one_measure():
    assert set(RESULT.pairs("auc")["measure"]) == {"auc"}
    assert len(RESULT.pairs("auc")) == 6
    assert RESULT.pairs("roc-auc").equals(RESULT.pairs("auc"))
    with pytest.raises(UnknownNameError, match="no measure here called 'nonsense'"):
        RESULT.pairs("nonsense")


def test_a_model_without_a_value_has_no_rank():
    finding = RESULT.assessment.findings[0]
    unknown = replace(finding, estimate=replace(finding.estimate, value=float("nan")))
    assessment = replace(RESULT.assessment, findings=(unknown, *RESULT.assessment.findings[1:]))
    result = replace(RESULT, assessment=assessment)
    assert "lda" not in result.ranking()
    assert result.to_frame().iloc[0][["rank", "unbeaten"]].isna().tolist() == [True, False]
    alone = replace(assessment, findings=(unknown,))
    assert replace(result, assessment=alone).ranking() == ()
    assert replace(result, assessment=alone).anchor("error") == ""


def test_it_can_be_drawn_and_shown():
    assert RESULT.plot("error").to_dict()["title"]["text"]
    card = RESULT._repr_html_()
    assert card.startswith("<div class='foldwise'>")
    assert "Undecided on these data" in card
    assert "<td>undecided</td>" in card
    assert "tie" not in card.replace("title", "")


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (("ldb", "qda"), "no model in this comparison called 'ldb'; try 'lda'"),
        (("lda", "qda", "f1"), "no measure in this comparison called 'f1'"),
    ],
)
def test_unknown_names_are_refused(question, message):
    with pytest.raises(UnknownNameError, match=message):
        RESULT.judgement(*question)


def test_the_winner_of_two_equal_models_is_not_made_worse_than_both():
    values = RESULT.to_frame().query("measure == 'error'")["value"]
    assert np.min(values) <= RESULT.winner.value < 0.1

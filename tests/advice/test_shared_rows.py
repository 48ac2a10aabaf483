"""FW201: plans that test rows they train on."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.advice import Case, SharedRows
from foldwise.errors import PlanError, ValidityError
from foldwise.plans import KFold, Plan, Resubstitution, RowLists, draw
from tests.advice.worlds import case_of, normal_rows

rule = SharedRows()
X, y = normal_rows(100)
EVERYTHING = [(np.arange(100), np.arange(100))]
ONE_NN = KNeighborsClassifier(1)


class Careless(Plan):
    """A plan of the user's own that does not say that it tests training rows."""

    name = "careless"
    summary = "trains on all rows and tests the first half"
    random = False
    structure = "rows"

    def draw(self, dataset, rng):
        rows = np.arange(dataset.n)
        return RowLists((rows,), (rows[: dataset.n // 2],), dataset.n, plan="predefined")

    def __str__(self):
        return "predefined"


def look(plan):
    dataset = case_of(X, y).dataset
    return rule.look(Case("assess", dataset, draw(plan, dataset, 0)))


def test_resubstitution_is_said_to_be_what_it_is():
    assert "100 of the 100 rows tested by resubstitution were training rows" in look(Resubstitution()).found


def test_a_partition_shares_no_rows():
    assert look(KFold(5)) is None


@pytest.mark.parametrize("plan", [EVERYTHING, Careless(), "resubstitution"])
def test_the_number_is_given_without_an_interval_and_said_first(plan):
    result = foldwise.assess(ONE_NN, X, y, plan=plan, measures="error,auc")
    assert str(result).startswith("Check   FW201 training rows are tested")
    assert result.finding("knn", "error").estimate.value == 0
    assert all(one.interval is None for one in result.findings)
    assert all("trained on them" in one.reason for one in result.findings)
    assert "They are optimistic" in str(result)


def test_a_few_shared_rows_are_enough():
    result = foldwise.assess("lda", X, y, plan=[(np.arange(80), np.arange(75, 100))], measures="error")
    assert "5 of the 25 rows" in result.advice[-1].found
    assert result.findings[0].interval is None


def test_small_data_get_no_interval_either():
    result = foldwise.assess(ONE_NN, X[:16], y[:16], plan=[(np.arange(16), np.arange(16))], measures="error")
    assert result.findings[0].interval is None


def test_pairs_without_shared_rows_have_their_interval():
    result = foldwise.assess("lda", X, y, plan=[(np.arange(70), np.arange(70, 100))], measures="error")
    assert result.advice == ()
    assert result.findings[0].interval.method == "wilson"


def test_an_interval_asked_for_by_name_is_refused():
    with pytest.raises(ValidityError, match="no valid wilson interval for error: rows are tested by models that"):
        foldwise.assess("lda", X, y, plan=EVERYTHING, measures="error", interval="wilson")


def test_models_are_not_compared_on_their_training_rows():
    result = foldwise.compare([ONE_NN, "lda"], X, y, plan=EVERYTHING, measures="error")
    assert result.judgements == ()
    assert "trained on them" in result.missing["error"]


def test_nothing_is_selected_on_training_rows():
    with pytest.raises(PlanError, match="predefined tests rows it trains on"):
        foldwise.select(ONE_NN, {"n_neighbors": [1, 5]}, X, y, plan=EVERYTHING)

"""The report on calls."""

from foldwise.sklearn.record import CallNote
from foldwise.sklearn.report import summary, write_report


def test_calls_of_one_kind_share_a_line():
    notes = [CallNote("cross_val_score", "Ridge", "", fits=10, left=1, seconds=0.01, saved=2.0)] * 3
    notes += [CallNote("GridSearchCV", "SVC", "no batched kernel for SVC")]
    assert write_report(notes).splitlines() == [
        "foldwise: 3 of 4 calls batched, about 6.0 s saved (estimated from one fit each)",
        "  batched      cross_val_score of Ridge: 30 fits, 3 of them by scikit-learn (3 times)",
        "  not batched  GridSearchCV of SVC: no batched kernel for SVC",
    ]


def test_without_calls_it_says_so():
    assert summary([]) == "foldwise: no calls of scikit-learn's model selection"


def test_many_kinds_are_cut_off():
    notes = [CallNote("cross_validate", f"Model{at}", "no batched kernel") for at in range(30)]
    assert write_report(notes).splitlines()[-1] == "  and 10 more kinds of calls"

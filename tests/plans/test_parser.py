from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import KFold as Theirs

from foldwise.errors import FoldwiseError, InputError, PlanError, UnknownNameError
from foldwise.plans import (
    Bootstrap,
    Complete,
    Forward,
    FromSplitter,
    GroupKFold,
    Holdout,
    KFold,
    LeaveGroupOut,
    LeaveOneOut,
    LeavePOut,
    Nested,
    PairedHalves,
    Plan,
    Predefined,
    Purged,
    Resubstitution,
    StratifiedGroup,
    Subsample,
    ThreeWay,
    TwoFoldsOut,
    as_plan,
    parse,
)

WHOLE = st.integers(3, 500)
SIZE = st.one_of(WHOLE, st.floats(1e-6, 1 - 1e-6), st.sampled_from([1 / 3, 2 / 3, 1 / 7, 0.1]))
PLAIN = st.one_of(
    st.just(Resubstitution()),
    st.just(LeaveOneOut()),
    st.just(LeaveGroupOut()),
    st.builds(Holdout, SIZE, stratify=st.booleans()),
    st.builds(ThreeWay, SIZE, validation=SIZE, stratify=st.booleans()),
    st.builds(Subsample, WHOLE, test=SIZE, stratify=st.booleans()),
    st.builds(KFold, WHOLE, repeats=WHOLE, stratify=st.booleans()),
    st.builds(LeavePOut, WHOLE),
    st.builds(Complete, WHOLE, draws=WHOLE),
    st.builds(
        Bootstrap,
        WHOLE,
        scheme=st.sampled_from(["ordinary", "balanced", "cluster"]),
        test=st.sampled_from(["oob", "all"]),
    ),
    st.builds(GroupKFold, WHOLE, repeats=WHOLE),
    st.builds(StratifiedGroup, WHOLE, repeats=WHOLE),
    st.builds(Forward, WHOLE, gap=WHOLE, test=st.none() | WHOLE, window=st.none() | WHOLE, horizon=WHOLE),
    st.builds(Purged, st.integers(3, 400), choose=st.integers(1, 2), horizon=WHOLE, embargo=WHOLE),
    st.builds(PairedHalves, WHOLE, splits=WHOLE, test=SIZE, stratify=st.booleans()),
    st.builds(TwoFoldsOut, WHOLE, repeats=WHOLE, stratify=st.booleans()),
    st.builds(Predefined, st.text(min_size=1)),
)


@given(st.one_of(PLAIN, st.builds(Nested, PLAIN, PLAIN)))
def test_the_text_of_any_plan_reads_back(plan: Plan) -> None:
    assert parse(str(plan)) == plan


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("kfold", KFold(10)),
        ("KFold( 5 , Repeats = 3 )", KFold(5, repeats=3)),
        ("kfold(repeats=3, k=5)", KFold(5, repeats=3)),
        ("kfold()", KFold(10)),
        ("kfold(5, stratify=False)", KFold(5, stratify=False)),
        ("holdout(1/3)", Holdout(1 / 3)),
        ("holdout(.25)", Holdout(0.25)),
        ("holdout(test=30)", Holdout(30)),
        ("three_way(0.2, validation=0.1)", ThreeWay(0.2, validation=0.1)),
        ("loo", LeaveOneOut()),
        ("leave-one-out", LeaveOneOut()),
        ("5x2", KFold(2, repeats=5)),
        ("10x10", KFold(10, repeats=10)),
        ("3x10(stratify=false)", KFold(10, repeats=3, stratify=False)),
        ("oob(200)", Bootstrap(200)),
        ("oob(2e2)", Bootstrap(200)),
        ("StratifiedKFold(5)", KFold(5)),
        ("train_test_split(0.25)", Holdout(0.25)),
        ("bootstrap(100, scheme=Balanced, test=ALL)", Bootstrap(100, scheme="balanced", test="all")),
        ("forward(5, test=none, gap=2)", Forward(5, gap=2)),
        ("nested(kfold(5), kfold(5, repeats=2))", Nested(KFold(5), KFold(5, repeats=2))),
        ("nested(inner=loo, outer=5x2)", Nested(KFold(2, repeats=5), LeaveOneOut())),
        ("predefined(Part)", Predefined("Part")),
        ("predefined(holdout)", Predefined("holdout")),
        ("predefined('my part')", Predefined("my part")),
        ("  paired-halves(10, splits=5)  ", PairedHalves(10, splits=5)),
    ],
)
def test_texts(text: str, plan: Plan) -> None:
    assert parse(text) == plan


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kfld(5)", "there is no plan called 'kfld'; try 'kfold'"),
        ("bootstrp", "there is no plan called 'bootstrp'; try 'bootstrap'"),
        ("nested(kfold(5), kfild(5))", "there is no plan called 'kfild'; try 'kfold'"),
        ("", "'' cannot be read as a plan: a name is missing; try 'kfold(10, repeats=3)'"),
        ("kfold(5", "'kfold(5' cannot be read as a plan: a ')' is missing"),
        ("kfold(5))", "')' is one too many"),
        ("kfold(5 6)", "a ')' is missing"),
        ("kfold(,)", "',' is not a value"),
        ("kfold(5,", "a value is missing"),
        ("kfold(k=)", "')' is not a value"),
        ("(5)", "'(' is not a name"),
        ("5", "'5' is not a name"),
        ("kfold[5]", "'[' is not expected"),
        ("kfold(5; 6)", "';' is not expected"),
        ("holdout(1/0)", "'1/0' is not a fraction"),
        ("holdout(1/x)", "'1/x' is not a fraction"),
        ("kfold(5, repeat=3)", "kfold has no argument repeat; try repeats=…"),
        ("kfold(5, gap=3)", "kfold has no argument gap; try one of k, repeats, stratify"),
        ("kfold(5, shuffle=true)", "kfold has no argument shuffle; try the plan without it: rows are drawn at random"),
        ("loo(3)", "loo does not take '3' without a name; try loo"),
        ("loo(p=3)", "loo has no argument p; try loo"),
        ("kfold(5, 3)", "kfold does not take '3' without a name; try repeats=3"),
        ("kfold(5, k=6)", "kfold is given k twice"),
        ("5x2(k=3)", "kfold is given k twice"),
        ("kfold(-5)", "kfold needs k to be a whole number from 2, not -5"),
        ("kfold(ten)", "kfold needs k to be a whole number from 2, not ten"),
        ("kfold(5.0)", "not 5.0"),
        ("kfold(5, stratify=yes)", "kfold needs stratify to be true or false, not yes"),
        ("holdout(3/2)", "holdout needs test to be a share between 0 and 1 such as 1/3, or a number of rows, not 1.5"),
        ("bootstrap(5, scheme=odd)", "one of ordinary, stratified"),
        ("nested(kfold(5))", "nested needs its argument inner; try nested(kfold(5), kfold(5))"),
        ("nested(5, 6)", "nested needs an outer and an inner plan"),
        ("predefined", "predefined needs its argument source; try predefined(part)"),
    ],
)
def test_a_text_that_cannot_be_read_says_why(text: str, message: str) -> None:
    with pytest.raises(FoldwiseError) as caught:
        parse(text)
    assert message in str(caught.value)
    assert isinstance(caught.value, PlanError | UnknownNameError)


@given(st.text(alphabet="kfold(),=/'5.x-e ", max_size=12))
def test_any_text_gives_a_plan_or_a_clear_error(text: str) -> None:
    try:
        plan = parse(text)
    except FoldwiseError:
        return
    assert parse(str(plan)) == plan


def test_whatever_stands_for_a_plan_becomes_one() -> None:
    theirs = Theirs(3)
    assert as_plan(KFold(3)) == KFold(3)
    assert as_plan("loo") == LeaveOneOut()
    assert as_plan(5) == as_plan(np.int64(5)) == KFold(5)
    assert as_plan(theirs) == FromSplitter(theirs)
    assert as_plan(np.array([0, 1, 0])) == Predefined([0, 1, 0])
    assert as_plan([([0, 1], [2])]) == Predefined([([0, 1], [2])])
    assert as_plan(theirs.split(np.zeros(6))) == Predefined(list(theirs.split(np.zeros(6))))


@pytest.mark.parametrize("wrong", [None, 5.5, True])
def test_what_stands_for_no_plan_is_refused(wrong) -> None:
    with pytest.raises(InputError, match=r"a plan is a text such as 'kfold\(10\)'.*; try 'kfold\(10, repeats=3\)'"):
        as_plan(wrong)

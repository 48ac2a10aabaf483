"""Paths become rules: shorter, fewer, in order."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from foldwise.learners import C45Tree
from tests.learners.golf import LABELS, TABLE

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def ends():
    """Boards at the end of tic-tac-toe: x begins, and nobody has gone on after a win."""
    boards, won = [], []
    for board in product("xob", repeat=9):
        x, o = (any(all(board[at] == who for at in line) for line in LINES) for who in "xo")
        counts = board.count("x") - board.count("o")
        if not (x and o) and (
            (x and counts == 1) or (o and counts == 0) or (not x and not o and "b" not in board and counts == 1)
        ):
            boards.append(board)
            won.append("won" if x else "not won")
    return pd.DataFrame(boards, columns=[f"s{at}" for at in range(9)]), np.array(won)


def test_the_ends_of_tic_tac_toe():
    """958 boards; a tree needs many leaves, and eight rules say when x has won."""
    X, y = ends()
    assert len(y) == 958
    model = C45Tree().fit(X, y)
    rules = model.to_rules()
    lines = {frozenset(f"s{at} = x" for at in line) for line in LINES}
    written = {frozenset(one.to_text(model.encoding_) for one in rule.conditions) for rule in rules.rules}
    assert len(lines & written) == 8
    assert np.mean(rules.predict(X) != y) < 0.02 < np.mean(model.predict(X) != y)


def test_rules_of_the_golf_data_are_right_and_fewer_than_paths():
    rules = C45Tree().fit(TABLE, LABELS).to_rules()
    assert rules.predict(TABLE).tolist() == LABELS.tolist()
    assert len(rules) < 5
    assert rules.classes[rules.default] == "Play"


def test_a_condition_that_is_not_needed_is_dropped():
    """The class depends on b alone, below and above the first test on a."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.choice(["p", "q"], 200), "b": np.repeat([0.0, 1.0], 100)})
    y = np.where(X["b"] > 0.5, "yes", "no")
    rules = C45Tree().fit(X, y).to_rules()
    assert all(len(rule.conditions) == 1 for rule in rules.rules)


def test_bounds_of_a_number_are_merged():
    X = np.arange(60.0)[:, None]
    y = np.repeat([0, 1, 0], 20)
    rules = C45Tree().fit(X, y).to_rules()
    assert "if x0 > 19 and x0 <= 39 then 1 (20.0)" in rules.to_text()
    assert rules.predict(X).tolist() == y.tolist()


def test_weights_are_repeated_rows():
    X, y = ends()
    X, y = X[::4], y[::4]
    counts = np.random.default_rng(0).integers(0, 3, len(y))
    weighted = C45Tree().fit(X, y, sample_weight=counts).to_rules()
    repeated = C45Tree().fit(X.loc[X.index.repeat(counts)], y.repeat(counts)).to_rules()
    assert weighted.to_text() == repeated.to_text()


@pytest.mark.parametrize("labels", [["a"] * 14, LABELS])
def test_a_tree_of_one_leaf_has_a_default_only(labels):
    rules = C45Tree(min_cases=7.5).fit(TABLE, labels).to_rules()
    assert len(rules) == 0
    assert len(set(rules.predict(TABLE))) == 1

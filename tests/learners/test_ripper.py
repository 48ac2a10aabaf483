"""RIPPER: rules that are known, scikit-learn's checks, weights, categories and missing values."""

import numpy as np
import pandas as pd
import pytest

from foldwise.errors import InputError
from foldwise.learners import Ripper
from tests.learners.checks import complaints
from tests.learners.golf import LABELS, TABLE


def noisy_rule(n=400, noise=0.0, seed=0):
    """Two rectangles of a rare class."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(size=(n, 4))
    y = ((X[:, 0] > 0.7) & (X[:, 1] > 0.5)) | (X[:, 2] < 0.1)
    return X, np.where(rng.random(n) < noise, ~y, y).astype(int)


def test_scikit_learn_accepts_it():
    assert complaints(Ripper()) == []


def test_rectangles_are_found_under_noise_and_nothing_else():
    X, y = noisy_rule(2000, noise=0.1)
    model = Ripper(random_state=0).fit(X, y)
    assert len(model.rules_) == 2
    clean = noisy_rule(2000, seed=1)
    assert model.score(*clean) > 0.97


def test_classes_that_are_copies_of_one_row_have_a_rule():
    """Copies are never parted, so that rules are cut back on rows of one class alone."""
    X = np.repeat([[2.0, 2.0], [2.0, 3.0], [2.0, 0.0], [0.0, 2.0]], [5, 5, 10, 10], axis=0)
    y = np.repeat(["one", "two", "three"], 10)
    np.testing.assert_array_equal(Ripper(random_state=0).fit(X, y).predict(X), y)


@pytest.mark.parametrize("seed", range(4))
def test_few_different_rows_and_their_copies_have_rules(seed):
    """The rows that a rule is cut back on may have none of its class: no condition can show its worth then."""
    X = np.repeat([[0.0, 1.0], [0.0, 2.0], [2.0, 0.0], [2.0, 2.0], [2.0, 3.0], [3.0, 0.0]], [1, 9, 8, 1, 9, 2], axis=0)
    y = np.repeat(["three", "two", "one", "two"], [10, 8, 10, 2])
    assert Ripper(random_state=seed).fit(X, y).score(X, y) == 29 / 30


def test_labels_without_a_rule_get_none():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 5)), (rng.random(300) < 0.3).astype(int)
    assert Ripper(random_state=0).fit(X, y).to_text() == "otherwise 0"


def test_rare_classes_come_first_and_the_commonest_last():
    X = np.arange(60.0)[:, None]
    y = np.repeat(["common", "rare", "middle"], [30, 10, 20])
    rules = Ripper(random_state=0).fit(X, y).rules_
    assert next(rules.classes[rule.label] for rule in rules.rules) == "rare"
    assert rules.classes[rules.default] == "common"
    assert np.mean(rules.predict(X) == y) > 0.9


def test_without_a_default_the_commonest_class_has_rules_too():
    X = np.arange(60.0)[:, None]
    y = np.repeat(["a", "b"], [40, 20])
    model = Ripper(default_class=False, random_state=0).fit(X, y)
    assert model.to_text().endswith("otherwise unclassified")
    assert model.predict([[0.0], [59.0]]).tolist() == ["a", "b"]
    assert model.report(X, y).covered == 1
    assert model.predict([[np.nan]]).tolist() == [None]


def test_categories_and_missing_values_are_taken():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"colour": rng.choice(["red", "green", "blue"], 300), "size": rng.normal(size=300)})
    y = np.where((table["colour"] == "red") & (table["size"] > 0), "yes", "no")
    table = table.mask(rng.random(table.shape) < 0.05)
    model = Ripper(random_state=0).fit(table, y)
    assert "colour = red" in model.to_text()
    assert model.score(table, y) > 0.95
    assert Ripper(random_state=0).fit(TABLE, LABELS).predict(TABLE).shape == LABELS.shape


def test_weights_are_repeated_rows():
    X, y = noisy_rule(80, noise=0.1)
    counts = np.random.default_rng(2).integers(0, 3, 80)
    weighted = Ripper(random_state=0).fit(X, y, sample_weight=counts)
    repeated = Ripper(random_state=0).fit(X.repeat(counts, axis=0), y.repeat(counts))
    assert weighted.to_text() == repeated.to_text()


def test_the_unit_of_a_column_does_not_matter():
    X, y = noisy_rule(300, noise=0.1)
    plain, other = (Ripper(random_state=0).fit(unit * X, y).predict(unit * X) for unit in (1.0, 1e-12))
    assert plain.tolist() == other.tolist()


def test_what_is_no_number_is_refused():
    X, y = noisy_rule(20)
    with pytest.raises(InputError, match="optimizations is a whole number from 0, not -1"):
        Ripper(-1).fit(X, y)
    with pytest.raises(InputError, match="min_cases is a number above 0, not 0"):
        Ripper(min_cases=0).fit(X, y)

"""Every model of scikit-learn has a key; `test_fit_key` says what changes one."""

import os
import subprocess
import sys
from inspect import signature

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC
from sklearn.utils import all_estimators

from foldwise.engine.code_key import MOST_OBJECTS, Unkeyable, key_of_model


def test_every_classifier_has_a_key_of_its_own():
    kinds = [kind for _, kind in all_estimators(type_filter="classifier")]
    made = [kind() for kind in kinds if has_defaults(kind) and not kind.__name__.startswith("Passive")]
    assert len({key_of_model(model) for model in made[::3]}) == len(made[::3]) > 8


def has_defaults(kind):
    return all(one.default is not one.empty for one in list(signature(kind).parameters.values()))


def test_an_object_that_stands_in_two_places_is_not_two_objects():
    shared = [1.0]
    assert key_of_model([shared, shared]) != key_of_model([shared, [1.0]])


def test_something_that_holds_itself_has_a_key():
    own = LogisticRegression()
    own.me = own
    assert key_of_model(own) == key_of_model(own)


def test_numbers_are_known_to_the_bit():
    values = [0.0, -0.0, 0, False, "0", b"0", None, 0j, np.float64(0), np.float32(0), (0,), [0], {0}, {0: 0}]
    assert len({key_of_model(value) for value in values}) == len(values)


def test_sets_have_no_order_and_tables_have_one():
    assert key_of_model({"a", "b"}) == key_of_model({"b", "a"})
    assert key_of_model({"a": 1, "b": 2}) != key_of_model({"b": 2, "a": 1})


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (list(range(MOST_OBJECTS)), "it holds more than"),
        (SVC(C=(one for one in ())), "it holds a generator, whose state cannot be read"),
    ],
)
def test_what_cannot_be_read_has_none(value, reason):
    with pytest.raises(Unkeyable, match=reason):
        key_of_model(value)


def test_something_nested_too_deeply_has_none():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Unkeyable, match=r"nested too deeply|more than"):
        key_of_model(deep)


SCRIPT = """
import subprocess, sys
from joblib.externals.loky.cloudpickle_wrapper import dumps
from sklearn.tree import DecisionTreeClassifier
from foldwise.engine.code_key import signature_of

CUT = 3

def above(values):
    return values > CUT

class Own(DecisionTreeClassifier):
    levels = [1, 2]

    def fit(self, X, y):
        return super().fit(X, y)

    def predict(self, X):
        return above(X[:, 0])

if __name__ == "__main__":
    there = "import pickle, sys; from foldwise.engine.code_key import signature_of;"
    there += "print(signature_of(pickle.loads(sys.stdin.buffer.read())), end='')"
    found = subprocess.run([sys.executable, "-c", there], input=dumps(Own(max_depth=2)), capture_output=True, check=True)
    assert found.stdout.decode() == signature_of(Own(max_depth=2)) != signature_of(Own(max_depth=3))
"""


def test_classes_of_a_script_are_the_same_in_a_worker(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    subprocess.run([sys.executable, str(path)], check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})

"""Every model of scikit-learn has a key; `test_fit_key` says what changes one."""

import os
import runpy
import sys
from dataclasses import dataclass, replace
from inspect import signature
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC
from sklearn.utils import all_estimators

from foldwise.engine.stored_fits.code_key import MOST_OBJECTS, Unkeyable, key_of_model, signature_of
from foldwise.measures import measure
from foldwise.plans import KFold, LeaveOneOut, Plan


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


class Marked(np.ndarray):
    pass


def marked(mark):
    array = np.zeros(2).view(Marked)
    array.mark = mark
    return array


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (np.ma.array([0.0, 0.5], mask=[True, False]), np.ma.array([0.0, 0.5], mask=[False, True])),
        (np.ma.array([0.0], fill_value=1.0), np.ma.array([0.0], fill_value=2.0)),
        (marked(1), marked(2)),
        (np.eye(3)[:, :2].copy(), np.asfortranarray(np.eye(3)[:, :2])),
    ],
    ids=["mask", "fill value", "attribute of a subclass", "order in memory"],
)
def test_an_array_is_more_than_its_numbers(before, after):
    assert key_of_model(before) == key_of_model(before.copy("K")) or isinstance(before, Marked)
    assert key_of_model(before) != key_of_model(after)


WORDS = """
import collections, dataclasses, typing
@dataclasses.dataclass
class Data:
    width: @1 = dataclasses.field(default=1, metadata={"unit": @1})
class Named(typing.NamedTuple):
    width: int = 1
    def area(self): return @2
Bare = collections.namedtuple("Bare", "width")
Bare.height = @3
class Matched:
    __match_args__ = ("@4",)
class Hashed:
    def __hash__(self): return @5
class Told:
    "@6"
LIMIT = @7
def limit(): return LIMIT
def held(value):
    def inner(): return value
    return inner
inner = held(@8)
class Own:
    parts = [Data, Named, Bare, Matched, Hashed, Told]
    def predict(self, X): return limit() + inner()
"""


def made(number, value, name="<string>"):
    source = WORDS
    for one in range(1, 9):
        source = source.replace(f"@{one}", str(value) if one == number else "1")
    module = ModuleType("own_words")
    sys.modules["own_words"] = module
    exec(compile(source, name, "exec"), vars(module))
    return module.Own()


@pytest.mark.parametrize("number", range(1, 9))
def test_what_a_class_written_by_python_may_hold_is_known(number):
    assert key_of_model(made(number, 1)) == key_of_model(made(number, 1)) != key_of_model(made(number, 2))


def test_a_module_that_makes_its_names_is_known_by_how_it_makes_them(monkeypatch):
    def key(value):
        module = ModuleType("own_lazy")
        exec(f"def __getattr__(name): return {value}", vars(module))
        own = ModuleType("own_user")
        monkeypatch.setitem(sys.modules, "own_lazy", module)
        monkeypatch.setitem(sys.modules, "own_user", own)
        exec("import own_lazy\nclass Own:\n    def predict(self, X): return own_lazy.CUT", vars(own))
        return key_of_model(own.Own())

    assert key(1) == key(1) != key(2)


SCRIPT = """
import subprocess, sys
from joblib.externals.loky.cloudpickle_wrapper import dumps
from sklearn.tree import DecisionTreeClassifier
from foldwise.engine.stored_fits.code_key import signature_of

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
    there = "import pickle, sys; from foldwise.engine.stored_fits.code_key import signature_of;"
    there += "print(signature_of(pickle.loads(sys.stdin.buffer.read())), end='')"
    found = subprocess.run([sys.executable, "-c", there], input=dumps(Own(max_depth=2)), capture_output=True, check=True)
    assert found.stdout.decode() == signature_of(Own(max_depth=2)) != signature_of(Own(max_depth=3))
"""


def test_classes_of_a_script_are_the_same_in_a_worker(tmp_path, monkeypatch):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    runpy.run_path(str(path), run_name="__main__")


@dataclass(frozen=True)
class OwnPlan(Plan):
    """A plan of a user."""

    name: ClassVar[str] = "own"
    k: int

    def draw(self, dataset, rng):
        return KFold(self.k).draw(dataset, rng)


@pytest.mark.parametrize("make", [lambda: KFold(5), LeaveOneOut, lambda: OwnPlan(5), lambda: replace(measure("rmse"))])
def test_what_plans_and_measures_have_computed_of_themselves_changes_no_key(make):
    held = make()
    model = LogisticRegression(C=held)
    before, size = (key_of_model(model), signature_of(model)), len(vars(held))
    assert getattr(held, "base_name", str(held)) in ("rmse", "kfold(5)", "loo", "own(5)")
    assert len(vars(held)) > size
    assert (key_of_model(model), signature_of(model)) == before

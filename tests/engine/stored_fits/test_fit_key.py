"""A key changes with everything that may change a fit, and with nothing else."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from types import ModuleType

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, StandardScaler
from sklearn.svm import SVC

from foldwise.data import Dataset, Task
from foldwise.engine import Settings, Store, run
from foldwise.engine.single_fits.generic import prepare_fitting
from foldwise.engine.stored_fits.code_key import Unkeyable
from foldwise.engine.stored_fits.fit_key import key_of_fits, resample_keys
from tests.worlds import classes, partition

DATA, PARTS = classes(n=60, k=2), partition(n=60, k=3)
SOURCE = """
import functools
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.naive_bayes import GaussianNB

import own_helpers

RATE = 0.5
TABLE = {"a": [1, 2]}
ARRAY = np.array([1.0, 2.0])
NAMES = {"x", "y", "z"}
Point = namedtuple("Point", ["x", "y"], defaults=[3])


def traced(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


def power(x, by=2):
    return x**by


def outer(x):
    def nested(y):
        return y + 1

    return nested(x)


class Kind(Enum):
    SMALL = 1
    LARGE = 2


@dataclass
class Level:
    height: float = 1.0
    parts: list = field(default_factory=list)


class Parent(BaseEstimator):
    shift = 0

    @property
    def scale(self):
        return 1


class Mine(ClassifierMixin, Parent):
    def __init__(self, alpha=1.0, function=power, level=Level(), kind=Kind.SMALL, point=Point(1)):
        self.alpha, self.function, self.level, self.kind, self.point = alpha, function, level, kind, point

    def fit(self, X, y, sample_weight=None):
        import own_late

        self.own_ = GaussianNB().fit(X * RATE + TABLE["a"][0] + ARRAY[0] + own_helpers.SHARE + len(NAMES), y)
        self.classes_ = self.own_.classes_
        self.late_ = own_late.LATE
        return self

    @traced
    def predict(self, X):
        values = [power(x) for x in (1, 2)]
        return self.own_.predict(X + outer(0) + self.scale + self.shift + len(values) + self.more())

    @staticmethod
    def more():
        return 0


class Doubled(TransformerMixin, BaseEstimator):
    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return 2 * X


class Heir(Mine):
    pass
"""
EDITS = {
    "class body": ("self.late_ = own_late.LATE", "self.late_ = own_late.LATE + 1"),
    "function body": ("return x**by", "return x**by + 0"),
    "module constant": ("RATE = 0.5", "RATE = 0.6"),
    "constant inside a table": ('TABLE = {"a": [1, 2]}', 'TABLE = {"a": [1, 3]}'),
    "constant array": ("ARRAY = np.array([1.0, 2.0])", "ARRAY = np.array([1.0, 2.5])"),
    "type of a constant array": ("ARRAY = np.array([1.0, 2.0])", "ARRAY = np.array([1.0, 2.0], dtype='f4')"),
    "constant set": ('{"x", "y", "z"}', '{"x", "y", "w"}'),
    "default of a function": ("def power(x, by=2)", "def power(x, by=3)"),
    "decorator body": ("return function(*args)\n\n", "return function(*args).copy()\n\n"),
    "decorator taken away": ("    @traced\n", ""),
    "nested function": ("return y + 1", "return y + 2"),
    "comprehension": ("for x in (1, 2)]", "for x in (1, 3)]"),
    "attribute of a parent": ("shift = 0", "shift = 1"),
    "property of a parent": ("return 1\n", "return 2\n"),
    "static method": ("return 0\n", "return 1\n"),
    "static method made a class method": ("@staticmethod\n    def more()", "@classmethod\n    def more(cls)"),
    "base class": ("class Mine(ClassifierMixin, Parent)", "class Mine(Parent, ClassifierMixin)"),
    "default of a data class": ("height: float = 1.0", "height: float = 2.0"),
    "factory of a data class": ("default_factory=list", "default_factory=tuple"),
    "member of an enumeration": ("SMALL = 1", "SMALL = 3"),
    "default of a named tuple": ("defaults=[3]", "defaults=[4]"),
    "installed class it uses": ("from sklearn.naive_bayes import GaussianNB", "from sklearn.naive_bayes import BernoulliNB as GaussianNB"),
    "method more": ("    @staticmethod\n", "    def decision_function(self, X):\n        return X[:, 0]\n\n    @staticmethod\n"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def modules(monkeypatch):
    """Modules of the user, which are in no file."""
    for name, values in {"own_helpers": {"SHARE": 0.25, "OTHER": 1}, "own_late": {"LATE": 7}}.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)


def written(source=SOURCE):
    """The user's module as it is after an edit."""
    module = ModuleType("own_models")
    exec(compile(source, "own_models.py", "exec", dont_inherit=True), vars(module))
    return module


def key(model, dataset=DATA, resamples=PARTS, **more):
    fitting = prepare_fitting("m", model, dataset, resamples, **{"seed": 0, **more})
    return key_of_fits(fitting), resample_keys(fitting)[0]


@pytest.mark.parametrize("name", ["Mine", "Heir"])
def test_the_same_source_has_the_same_key_wherever_it_stands(name):
    moved = "# a comment\n\n\n" + SOURCE.replace("class Kind", "\n\nclass Kind")
    assert key(getattr(written(), name)()) == key(getattr(written(moved), name)())


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_the_source_is_another_key(edit):
    old, new = EDITS[edit]
    assert SOURCE.count(old) >= 1
    before, after = written(), written(SOURCE.replace(old, new))
    assert key(before.Mine()) != key(after.Mine())
    assert key(before.Heir()) != key(after.Heir())


@pytest.mark.parametrize(("module", "name"), [("own_helpers", "SHARE"), ("own_late", "LATE")])
def test_a_constant_of_another_module_is_part_of_the_key(module, name, monkeypatch):
    before = key(written().Mine())
    monkeypatch.setattr(sys.modules[module], name, 99)
    assert key(written().Mine()) != before
    monkeypatch.undo()


def test_a_constant_that_nobody_reads_is_not(monkeypatch):
    before = key(written().Mine())
    monkeypatch.setattr(sys.modules["own_helpers"], "OTHER", 99)
    assert key(written().Mine()) == before


def test_a_subclass_and_its_parent_have_different_keys():
    own = written()
    assert key(own.Mine()) != key(own.Heir())
    assert key(SVC()) != key(type("SVC", (SVC,), {"__module__": "own_models"})())


def test_a_method_put_into_an_installed_class_is_part_of_the_key(monkeypatch):
    before = key(SVC())
    monkeypatch.setattr(SVC, "fit", written().Mine.fit)
    assert key(SVC()) != before


def models():
    """Pairs of models that differ in one thing."""
    own = written()
    return {
        "parameter": (SVC(), SVC(C=2.0)),
        "type of a parameter": (SVC(C=1), SVC(C=1.0)),
        "random state": (SVC(random_state=1), SVC(random_state=2)),
        "own parameter": (own.Mine(), own.Mine(alpha=2.0)),
        "own object": (own.Mine(), own.Mine(level=own.Level(parts=[1]))),
        "own function": (own.Mine(), own.Mine(function=own.outer)),
        "partial": (own.Mine(function=partial(own.power, by=2)), own.Mine(function=partial(own.power, by=3))),
        "step": (make_pipeline(StandardScaler(), SVC()), make_pipeline(MinMaxScaler(), SVC())),
        "parameter of a step": (make_pipeline(StandardScaler(), SVC()), make_pipeline(StandardScaler(), SVC(C=3))),
        "name of a step": (make_pipeline(StandardScaler(), SVC()), make_pipeline(SVC()).set_params()),
        "own step": (make_pipeline(own.Doubled(), SVC()), make_pipeline(FunctionTransformer(np.log1p), SVC())),
        "function of a step": (
            make_pipeline(FunctionTransformer(np.log1p), SVC()),
            make_pipeline(FunctionTransformer(np.expm1), SVC()),
        ),
        "grid": (GridSearchCV(SVC(), {"C": [1, 2]}), GridSearchCV(SVC(), {"C": [1, 3]})),
    }


def test_models_that_differ_in_one_thing_have_different_keys():
    for (what, (one, other)), (same, _) in zip(models().items(), models().values(), strict=True):
        assert key(one) != key(other), what
        assert key(one) == key(same), what


class Tagged(pd.DataFrame):
    pass


def told(frame, **attributes):
    copy = frame.copy()
    copy.attrs.update(attributes)
    return copy


def unsorted(X):
    rows = sparse.csr_array(X)
    for start, stop in zip(rows.indptr, rows.indptr[1:], strict=False):
        rows.indices[start:stop], rows.data[start:stop] = rows.indices[start:stop][::-1], rows.data[start:stop][::-1]
    rows.has_sorted_indices = False
    return rows


def tables():
    """Tables that differ from the first in one thing."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 9, (60, 3)).astype(float)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    kinds = frame.assign(k=pd.Categorical(np.resize(["u", "v"], 60)))
    mixed = frame.assign(k=np.resize(np.array([1, "1"], dtype=object), 60))
    return {
        "frame": frame,
        "float32": frame.astype("float32"),
        "whole numbers": frame.astype("int64"),
        "one column of whole numbers": frame.astype({"b": "int64"}),
        "nullable": frame.astype("Float64"),
        "order of the index": frame.set_axis(frame.index[::-1]),
        "another index": frame.set_axis(frame.index + 1),
        "index of texts": frame.set_axis(frame.index.astype(str)),
        "name of the index": frame.rename_axis("row"),
        "order of the columns": frame[["b", "a", "c"]],
        "name of a column": frame.rename(columns={"a": "A"}),
        "columns that are numbers": frame.set_axis([0, 1, 2], axis=1),
        "columns that are texts of numbers": frame.set_axis(["0", "1", "2"], axis=1),
        "negative zero": frame.where(frame != 0, -0.0),
        "categories": kinds,
        "one category more": kinds.assign(k=kinds["k"].cat.add_categories("w")),
        "ordered categories": kinds.assign(k=kinds["k"].cat.as_ordered()),
        "texts": kinds.assign(k=kinds["k"].astype(object)),
        "numbers and texts": mixed,
        "numbers and texts, other way round": mixed.assign(k=mixed["k"].to_numpy()[::-1]),
        "true": frame.assign(k=np.resize(np.array(["True", "False"], dtype=object), 60)),
        "true in small letters": frame.assign(k=np.resize(np.array(["true", "false"], dtype=object), 60)),
        "large number": frame.assign(k=np.int64(2**53)),
        "larger number": frame.assign(k=np.int64(2**53 + 1)),
        "polars": pl.DataFrame(X, schema=["a", "b", "c"]),
        "polars float32": pl.DataFrame(X, schema=["a", "b", "c"]).cast(pl.Float32),
        "array": X,
        "array by columns": np.asfortranarray(X),
        "array of float32": X.astype("f4"),
        "sparse": sparse.csr_array(X),
        "sparse by columns": sparse.csc_array(X),
        "sparse, columns of a row in another order": unsorted(X),
        "attributes of the frame": told(frame, unit="mm"),
        "other attributes": told(frame, unit="inch"),
        "no copies among the labels": frame.set_flags(allows_duplicate_labels=False),
        "frame of another class": Tagged(frame),
        "another value": frame + np.eye(60, 3),
    }


def test_tables_that_differ_in_one_thing_have_different_keys():
    found = {name: key(SVC(), replace(DATA, X=table)) for name, table in tables().items()}
    again = {name: key(SVC(), replace(DATA, X=table)) for name, table in tables().items()}
    assert found == again
    assert len(set(found.values())) == len(found)


def test_whatever_else_decides_a_fit_is_part_of_the_key(monkeypatch):
    y = np.arange(60) % 2
    numbers, texts = (Dataset(DATA.X, y.astype(kind), Task.CLASSIFICATION) for kind in (int, str))
    weighted = replace(numbers, weights=np.linspace(1, 2, 60))
    keys = [
        key(SVC(), numbers),
        key(SVC(), texts),
        key(SVC(), replace(numbers, target=y.astype("i1"))),
        key(SVC(), replace(numbers, target=1 - y)),
        key(SVC(), weighted),
        key(SVC(), replace(weighted, weights=np.linspace(1, 3, 60))),
        key(SVC(), replace(numbers, groups=np.arange(60) // 2)),
        key(SVC(), replace(numbers, groups=np.arange(60) // 3)),
        key(SVC(), numbers, seed=1),
        key(SVC(), numbers, train=True),
        key(SVC(), numbers, partition(n=60, k=4)),
        key(SVC(), numbers, partition(n=60, k=3, seed=1)),
    ]
    with sklearn.config_context(transform_output="pandas"):
        keys.append(key(SVC(), numbers))
    with np.errstate(over="raise"):
        keys.append(key(SVC(), numbers))
    monkeypatch.setattr(sklearn, "__version__", "0.0")
    keys.append(key(SVC(), numbers))
    assert len(set(keys)) == len(keys)


def test_the_version_of_every_package_in_the_model_is_part_of_the_key(monkeypatch):
    package = ModuleType("someone")
    package.__file__, package.__version__ = "/python/site-packages/someone/__init__.py", "1.0"
    package.Model = type("Model", (SVC,), {"__module__": "someone"})
    monkeypatch.setitem(sys.modules, "someone", package)
    before = key(package.Model())
    package.__version__ = "1.1"
    assert key(package.Model()) != before


def closure_over(data):
    def function(X):
        return X + data[0]

    return function


def number(k):
    def function(X):
        return X * k

    return function


def reading(path):
    def function(X):
        return X + len(open(path).read())  # noqa: PTH123

    return function


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda X: X, r"it holds a lambda"),
        (partial(lambda X, by: X * by, by=2), "it holds a lambda"),
        (closure_over([1, 2]), r"'closure_over.<locals>.function' is a closure over the data 'data'"),
        (closure_over(np.arange(3)), "is a closure over the data 'data'"),
        (partial(closure_over([1])), "is a closure over the data 'data'"),
        (reading("x"), "uses open, and what that reads is not known beforehand"),
    ],
)
def test_what_cannot_be_known_has_no_key(function, reason):
    model = make_pipeline(FunctionTransformer(function), SVC())
    with pytest.raises(Unkeyable, match=reason):
        key(model)


def test_a_closure_over_a_number_is_known_by_it():
    assert key(FunctionModel(number(2))) == key(FunctionModel(number(2))) != key(FunctionModel(number(3)))


class FunctionModel(LogisticRegression):
    """Holds a function."""

    def __init__(self, function=None):
        super().__init__()
        self.function = function


def test_a_generator_has_no_key():
    with pytest.raises(Unkeyable, match="it holds a generator, whose state cannot be read"):
        key(FunctionModel(one for one in ()))


def test_an_edited_model_is_fitted_again_and_an_unchanged_one_is_not(tmp_path):
    store = Store(tmp_path / "store.db")

    def fits(source):
        told = []
        settings = Settings(jobs=1, store=store, progress=lambda done, *_: told.append(done))
        run(DATA, {"m": written(source).Mine()}, PARTS, settings)
        return len(told)

    edited = SOURCE.replace("RATE = 0.5", "RATE = 0.6")
    assert [fits(SOURCE), fits(SOURCE), fits(edited), fits(edited), fits(SOURCE)] == [3, 0, 3, 0, 0]


PROGRAM = """
import sys
from foldwise.engine import Settings, Store, run
from own_models import Doubled, Mine
from sklearn.pipeline import make_pipeline
from tests.engine.stored_fits.test_fit_key import DATA, PARTS
told = []
settings = Settings(jobs=1, store=Store(sys.argv[1]), progress=lambda done, *_: told.append(done))
run(DATA, {"m": make_pipeline(Doubled(), Mine())}, PARTS, settings)
print(len(told))
"""


def test_another_process_with_another_hash_seed_reuses_the_fits(tmp_path, monkeypatch, capsys):
    """The first process is this one, whose seed is drawn."""
    modules = {"own_models": SOURCE, "own_helpers": "SHARE = 0.25\n", "own_late": "LATE = 7\n"}
    for name, source in modules.items():
        (tmp_path / f"{name}.py").write_text(source)
        monkeypatch.setitem(sys.modules, name, None)  # what is imported below is forgotten afterwards
        del sys.modules[name]
    store = str(tmp_path / "store.db")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "argv", ["-c", store])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    exec(PROGRAM, {})
    path = os.pathsep.join([str(tmp_path), os.getcwd()])  # noqa: PTH109
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PROGRAM, store]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [capsys.readouterr().out.strip(), done.stdout.strip()] == ["3", "0"]

"""Code that reads what its constants do not tell is found, and other code is left alone."""

import glob
import random
import sys
from types import ModuleType

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from foldwise.engine.stored_fits import code_reads
from foldwise.engine.stored_fits.code_key import Unkeyable, key_of_model
from foldwise.engine.stored_fits.code_reads import is_shared_generator, reads_unseen, stray_of

HEAD = """
import datetime, glob, io, os, random, sqlite3, subprocess, sys, time, uuid
from pathlib import Path
from time import perf_counter as clock

import joblib
import numpy as np
import pandas as pd
from numpy import loadtxt as reads

import own_constants

RNG = np.random.default_rng(0)
PATH = Path("cut.txt")
"""
UNKNOWN = {
    "np.loadtxt('cut.txt')": "np.loadtxt",
    "np.load('cut.npy')": "np.load",
    "np.genfromtxt('cut.txt')": "np.genfromtxt",
    "np.fromfile('cut.txt')": "np.fromfile",
    "np.memmap('cut.txt')": "np.memmap",
    "reads('cut.txt')": "reads",
    "pd.read_csv('cut.csv')": "pd.read_csv",
    "joblib.load('cut.bin')": "joblib.load",
    "Path('cut.txt').read_text()": "read_text",
    "PATH.read_bytes()": "read_bytes",
    "io.open('cut.txt')": "open",
    "sqlite3.connect('cut.db')": "sqlite3.connect",
    "subprocess.check_output('cut')": "subprocess.check_output",
    "glob.glob('*')": "glob.glob",
    "os.listdir()": "os.listdir",
    "os.path.exists('cut.txt')": "os.path.exists",
    "os.getpid()": "os.getpid",
    "time.time()": "time.time",
    "clock()": "clock",
    "datetime.datetime.now()": "now",
    "uuid.uuid4()": "uuid.uuid4",
    "float(sys.argv[1])": "sys.argv",
    "sys.stdin.readline()": "sys.stdin.readline",
    "sys.getrecursionlimit()": "sys.getrecursionlimit",
    "joblib.cpu_count()": "cpu_count",
    "io.FileIO('cut.txt')": "FileIO",
    "id(PATH)": "id",
    "hash('cut')": "hash",
    "np.datetime64('now')": "datetime64",
    "pd.to_datetime('today')": "to_datetime",
    "np.random.default_rng(None).normal()": "np.random.default_rng",
    "pd.DataFrame.__annotations__": "__annotations__",
    "glob.own(1)": "glob.own",
    "np.random.default_rng().normal()": "np.random.default_rng",
    "random.Random().random()": "random.Random",
    "RNG.normal()": "RNG.normal",
    "getattr(own_constants, 'CUT')": "the module own_constants as a whole",
    "vars(own_constants)['CUT']": "the module own_constants as a whole",
    "own_constants.__dict__['CUT']": "own_constants.__dict__",
    "getattr(np, 'loadtxt')": "the module np as a whole",
    "sys.modules['own_constants'].CUT": "sys.modules",
    "own_constants.Base.__subclasses__()": "__subclasses__",
    "(lambda path: np.loadtxt(path))(1)": "np.loadtxt",
}
KNOWN = (
    "own_constants.CUT",
    "np.random.default_rng(3).normal()",
    "np.random.normal()",
    "random.random()",
    "random.Random(3).random()",
    "time.sleep(0)",
    "os.path.join('a', 'b')",
    "Path('a') / 'b'",
    "getattr(RATE, 'real', 0)",
    "sys.maxsize, sys.float_info.eps",
    "pd.to_datetime('2026-11-16')",
    "np.mean(np.ones(3)), pd.DataFrame()",
)


@pytest.fixture(autouse=True)
def constants(monkeypatch):
    def own(_):
        """A function that the user has put into an installed module."""

    monkeypatch.setattr(glob, "own", own, raising=False)
    module = ModuleType("own_constants")
    vars(module).update(CUT=1, Base=object)
    monkeypatch.setitem(sys.modules, "own_constants", module)


def function(body):
    scope = {"__name__": "own_reads"}
    exec(f"{HEAD}\ndef own():\n    {body}\n", scope)
    return scope["own"]


def stray(body):
    own = function(body)
    return stray_of(own.__code__, own.__globals__)


@pytest.mark.parametrize("expression", UNKNOWN)
def test_what_reads_more_than_its_constants_is_found(expression):
    assert stray(f"return {expression}") == UNKNOWN[expression]


@pytest.mark.parametrize("expression", KNOWN)
def test_what_reads_its_constants_alone_is_not(expression):
    assert stray(f"return {expression}") == ""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("import joblib as saved; return saved.load('cut.bin')", "saved.load"),
        ("from joblib import load as get; return get('cut.bin')", "get"),
        ("import os.path; return os.path.exists('a')", "os.path.exists"),
        ("import os.path as place; return place.exists('a')", "place.exists"),
        ("import os.path as place; return place.join('a')", ""),
        ("import own_installed as late; return late.read_table('cut')", "late.read_table"),
        ("from own_installed import read_table; return read_table('cut')", "read_table"),
        ("import own_installed as late; return late.Table('cut')", ""),
        ("other = np; return other.loadtxt('cut.txt')", "other.loadtxt"),
        ("other = own_constants; return other.CUT", ""),
        ("other = own_constants; return getattr(other, 'CUT')", "the module other as a whole"),
        ("time = [1]; return time.count(1)", ""),
        ("import time\n    def inner(): return time.time()\n    return inner", "time.time"),
    ],
)
def test_modules_are_known_by_other_names_and_before_they_are_imported(body, found, monkeypatch):
    monkeypatch.setattr(code_reads, "is_installed", lambda name: "own" not in name or "installed" in name)
    assert stray(body) == found


def test_functions_of_packages_are_known_by_their_names():
    assert [reads_unseen(one) for one in (np.load, np.dot, sys.modules, 3, None)] == [True, False, True, False, False]
    with pytest.raises(Unkeyable, match="it uses loadtxt, and what that reads is not known beforehand"):
        key_of_model(make_pipeline(FunctionTransformer(np.loadtxt)))


def test_random_numbers_that_fits_share_have_no_key():
    assert is_shared_generator(random.Random(0))
    holder = type("Holder", (), {"__module__": "own_reads", "rng": np.random.default_rng(0)})
    with pytest.raises(Unkeyable, match=r"fits share the random numbers of 'Holder\.rng'"):
        key_of_model(holder())
    assert key_of_model(FunctionTransformer(np.random.permutation)) == key_of_model(
        FunctionTransformer(np.random.permutation)
    )

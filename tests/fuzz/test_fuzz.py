"""A few seeded cases of the fuzzer; ``python -m studies.fuzz`` runs thousands."""

import numpy as np
import pytest

from foldwise.errors import InputError
from studies.fuzz.files import FORMATS, TABLES, assess_some, file_case, mutate, write_clean
from studies.fuzz.inputs import input_case
from studies.fuzz.judge import BAD, Case, Silent, judge


def raising(error):
    def run():
        raise error

    return Case("", run)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (InputError("wrong", hint="right"), "refused"),
        (ValueError("raw"), "raw"),
        (SystemExit(1), "raw"),
        (Silent("changed"), "silent"),
        (TimeoutError(), "slow"),
    ],
)
def test_an_outcome_is_called_by_what_happened(error, kind):
    assert judge(raising(error)).kind == kind
    assert (kind in BAD) is (kind != "refused")
    assert judge(Case("", lambda: None)).kind == "answer"


def test_a_mutation_depends_on_the_seed_only():
    first, second = (mutate(bytes(range(200)), np.random.default_rng(4)) for _ in range(2))
    assert first == second
    assert first[0] != bytes(range(200))


@pytest.mark.parametrize("seed", range(60))
def test_a_malformed_input_gets_an_answer_or_a_sentence(tmp_path, seed):
    case = input_case(tmp_path, seed)
    outcome = judge(case)
    assert outcome.kind not in BAD, (case.text, outcome.said)


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    write_clean(folder)
    return folder


@pytest.mark.parametrize("seed", range(8 * len(FORMATS)))
def test_a_mutated_file_is_refused_or_read_as_it_is(clean, seed):
    case = file_case(clean, seed)
    outcome = judge(case)
    assert outcome.kind not in BAD, (case.text, outcome.said)


@pytest.mark.parametrize("form", TABLES)
def test_the_clean_files_hold_the_same_rows(clean, form):
    import foldwise

    dataset = foldwise.read(clean / f"clean.{form}", "y")
    assert (dataset.n, dataset.p, dataset.X["count"].nunique()) == (
        40,
        3,
        foldwise.read(clean / "clean.csv", "y").X["count"].nunique(),
    )


def test_the_clean_store_is_used(clean, monkeypatch):
    from importlib import import_module

    run = import_module("foldwise.engine.run")

    asked = []
    usual = run.execute
    monkeypatch.setattr(run, "execute", lambda work, **how: asked.extend(work) or usual(work, **how))
    assess_some(clean / "clean.db")
    assert [left for _, left in asked] == [[]]

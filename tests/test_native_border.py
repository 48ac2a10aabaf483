"""The border of the compiled kernels: calls that do not belong together raise, and never read or write out of bounds."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from foldwise import native
from tests.native_calls import calls

ROOT = Path(__file__).parents[1]
compiled = pytest.mark.skipif(not native.COMPILED, reason="there are no compiled kernels")


@compiled
def test_every_function_has_a_valid_call():
    given = calls()
    assert set(given) == {name for name in dir(native._native) if not name.startswith("_")}
    for name, keywords in given.items():
        getattr(native._native, name)(**keywords)


@compiled
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_calls_that_do_not_belong_together_raise_and_never_crash(seed):
    """A function may also go through with what was changed, where that is harmless."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.native_fuzz", str(seed), "40"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    made, refused = map(int, done.stdout.split()[-2:])
    assert made >= 40 * len(calls())
    assert refused > made / 3


@compiled
@pytest.mark.parametrize(
    ("name", "changed", "sentence"),
    [
        ("linear_scores", {"offsets": np.zeros((5, 3))}, r"'offsets' must have shape \(5, 2\), not \(5, 3\)"),
        ("linear_scores", {"rows": np.full(20, 24)}, "'rows' must hold whole numbers from 0 to below 24"),
        ("linear_scores", {"rows": np.full(20, -1)}, "'rows' must hold whole numbers from 0 to below 24"),
        ("linear_scores", {"starts": np.array([0, 9, 8, 9, 9, 20])}, "'starts' must ascend from 0 to at most 20"),
        ("count_pairs", {"column": np.full(24, 4)}, "'column' must hold whole numbers from 0 to below 4"),
        ("tally", {"truth": np.full(24, 2, dtype=np.int8)}, "'truth' must hold whole numbers from 0 to below 2"),
        ("assign_parts", {"k": 0}, "'k' must fit the type of 'parts'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(name, changed, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        getattr(native._native, name)(**(calls()[name] | changed))


@compiled
def test_a_negative_code_of_a_narrow_type_is_not_taken_for_a_large_one():
    given = calls()["tally"]
    classes = 300
    wide = {
        "truth": np.full(24, -1, dtype=np.int8),
        "scores": np.empty((0, 0)),
        "tables": np.empty((5, classes, classes + 1), dtype=np.int64),
        "mix": np.empty((5, classes), dtype=np.int64),
        "sums": np.empty((1, 5, classes)),
        "pairs": np.empty((0, 0)),
    }
    with pytest.raises(ValueError, match="'truth'"):
        native._native.tally(**(given | wide))


@compiled
def test_arrays_of_another_type_or_layout_are_type_errors():
    given = calls()["linear_scores"]
    for changed in ({"table": given["table"].astype(np.float32)}, {"table": np.asfortranarray(given["table"])}):
        with pytest.raises(TypeError):
            native._native.linear_scores(**(given | changed))
    with pytest.raises(TypeError):
        native._native.linear_scores(*given.values())


@compiled
@pytest.mark.parametrize("name", ["boost_trees", "boost_values", "boost_votes", "grow_nodes", "grow_trees"])
def test_values_that_contradict_their_keys_do_not_grow_a_tree_for_ever(name):
    keywords = calls()[name]
    keywords["table"] = np.full_like(keywords["table"], np.nan)
    keywords["depth"] = 2**62 if name == "grow_nodes" else np.array([2**62])
    getattr(native._native, name)(**keywords)

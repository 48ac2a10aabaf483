"""The optional accelerator: the same answers with and without it, and an install that succeeds without a compiler."""

import os
import shutil
import subprocess
import sys
from fractions import Fraction
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import foldwise
from foldwise import native

ROOT = Path(__file__).parents[1]
codes = st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 3)), min_size=1, max_size=50)


@given(codes)
def test_the_compiled_kernel_counts_like_its_numpy_twin(pairs):
    row, column = (np.array(side) for side in zip(*pairs, strict=True))
    expected = np.zeros((4, 5), dtype=int)
    for r, c in pairs:
        expected[r, c if c >= 0 else 4] += 1
    np.testing.assert_array_equal(native.count_pairs(row, column, (4, 5)), expected)
    np.testing.assert_array_equal(native.sums._count_pairs(row, column, (4, 5)), expected)


def without_compiler(monkeypatch):
    """Take the numpy path."""
    monkeypatch.setattr(native, "COMPILED", False)


@given(st.integers(1, 300), st.integers(0, 2**63), st.integers(0, 50), st.integers(0, 3))
def test_the_draws_do_not_depend_on_the_compiler(size, seed, first, stratum):
    expected = np.stack([native.draws._draw(size, r, seed, stratum) for r in range(first, first + 2)])
    np.testing.assert_array_equal(native.draw_counts(size, range(first, first + 2), seed, stratum), expected)


def test_draws_have_the_variance_of_a_multinomial():
    counts = native.draw_counts(50, range(4000), seed=3).astype(float)
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=0.08)
    assert counts.var(axis=0).mean() == pytest.approx(1 - 1 / 50, abs=0.01)
    covariance = np.cov(counts.T)
    assert covariance[~np.eye(50, dtype=bool)].mean() == pytest.approx(-1 / 50, abs=0.001)


def test_strata_and_resamples_are_drawn_apart():
    draws = [native.draw_counts(200, range(r, r + 1), 5, s)[0] for r in (0, 1) for s in (0, 1)]
    correlation = np.corrcoef(np.stack(draws))
    assert np.abs(correlation[~np.eye(4, dtype=bool)]).max() < 0.3


def test_wins_are_pairs_counted_by_hand(monkeypatch):
    positive = np.array([False, True, False, True, False, True, False])
    scores = np.array([[0.1, 0.3, 0.3, 0.9, 0.3, 0.5, 0.8], [0.7, 0.1, 0.2, 0.2, 0.2, 0.6, 0.4]])
    found = native.bootstrap_wins(scores, positive, resamples=20, seed=7)
    for r, wins in enumerate(found):
        n, p = native.draws._draw(4, r, 7, 0), native.draws._draw(3, r, 7, 1)
        for s, system in enumerate(scores):
            ups, downs = zip(system[positive], p, strict=True), list(zip(system[~positive], n, strict=True))
            pairs = [(a, b, int(i) * int(j)) for a, i in ups for b, j in downs]
            assert wins[s] == sum(times * (2 * (a > b) + (a == b)) for a, b, times in pairs)
    without_compiler(monkeypatch)
    np.testing.assert_array_equal(found, native.bootstrap_wins(scores, positive, resamples=20, seed=7))


def test_wins_do_not_depend_on_the_number_of_threads(monkeypatch):
    rng = np.random.default_rng(0)
    scores, positive = rng.normal(size=(1, 500)), rng.random(500) < 0.4
    found = []
    for threads in (1, 2, 7):
        monkeypatch.setattr(native, "cores", lambda threads=threads: threads)
        found.append(native.bootstrap_wins(scores, positive, resamples=40, seed=1))
    assert all(np.array_equal(found[0], other) for other in found[1:])


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=40))
def test_a_sum_is_exact_in_any_order(values):
    scaled = native.exact_sum(np.array(values, dtype=float))
    assert scaled == sum(int(Fraction(value) * 2**1074) for value in values)
    assert scaled == native.exact_sum(np.array(values[::-1], dtype=float))
    assert scaled == native.sums._exact_sum(np.array(values, dtype=float))


@pytest.fixture(scope="module")
def installed_without_compiler(tmp_path_factory):
    """A copy of the project without what was built in it, installed where every compiler is a program that does not exist."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for name in ("pyproject.toml", "CMakeLists.txt", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, source)
    for name in ("native", "src"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-cache-dir"]
    nowhere = str(source / "no-such-compiler")
    environment = {**os.environ, "CC": nowhere, "CXX": nowhere}
    subprocess.run([*command, "--target", str(target), str(source)], check=True, env=environment, capture_output=True)
    return target


def test_without_a_compiler_the_install_succeeds_and_works(installed_without_compiler):
    assert [file.name for file in installed_without_compiler.glob("foldwise/_native*")] == ["_native.pyi"]
    program = (
        # The editable install of this environment must not answer in its place.
        "import sys; sys.meta_path = [f for f in sys.meta_path if 'editable' not in type(f).__module__]; "
        "from foldwise import native, assess, sample; "
        "found = assess('gaussian-nb', sample('iris'), measures='error').finding('gaussian-nb', 'error'); "
        "print(native.COMPILED, native.__file__, round(found.estimate.value, 2))"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed_without_compiler)}
    found = subprocess.run([sys.executable, "-c", program], check=True, env=environment, capture_output=True, text=True)
    compiled, place, error = found.stdout.split()
    assert compiled == "False"
    assert Path(place).is_relative_to(installed_without_compiler)
    assert 0.03 < float(error) < 0.07


def test_a_switch_turns_the_compiled_kernels_off():
    environment = {**os.environ, "FOLDWISE_NATIVE": "0"}
    command = [sys.executable, "-m", "foldwise", "--version"]
    said = subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout
    assert said == f"foldwise {foldwise.__version__}, numpy kernels (FOLDWISE_NATIVE=0)\n"


@pytest.fixture
def switched_on(monkeypatch, tmp_path):
    """A folder for modules, where the kernels are not turned off."""
    monkeypatch.delenv("FOLDWISE_NATIVE", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("switched_on")
def test_kernels_that_were_not_built_are_no_error():
    assert native.load_kernels("kernels_not_built") is None
    assert native.kernels_in_use(compiled=False) == "numpy kernels (no compiled ones)"


def test_kernels_that_cannot_be_loaded_are_reported(switched_on):
    damaged = switched_on / f"kernels_damaged{EXTENSION_SUFFIXES[0]}"
    damaged.write_bytes(b"no machine code")
    with pytest.raises(native.BrokenKernelsError, match=r"kernels_damaged.*FOLDWISE_NATIVE=0") as caught:
        native.load_kernels("kernels_damaged")
    assert str(damaged) in str(caught.value)
    assert isinstance(caught.value, ImportError)


def test_what_the_kernels_lack_is_not_taken_for_their_absence(switched_on):
    (switched_on / "kernels_lacking.py").write_text("import no_such_dependency\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_dependency"):
        native.load_kernels("kernels_lacking")


@pytest.fixture(params=["compiled", "numpy"])
def way(request, monkeypatch):
    """With and without the compiled kernels."""
    if request.param == "numpy":
        without_compiler(monkeypatch)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "int64"])
def test_rows_are_summed_by_group(dtype):
    rng = np.random.default_rng(3)
    table, keys = rng.normal(size=(50, 3)), rng.integers(0, 4, size=(2, 50)).astype(dtype)
    sums = native.group_sums(table, keys, 5, threads=2)
    expected = [table[keys[t] == g].sum(axis=0) for t in range(2) for g in range(5)]
    np.testing.assert_allclose(sums, expected, rtol=1e-12, atol=1e-14)


def asked(rng, n, resamples):
    """Rows asked about by some resamples, one of which asks nothing."""
    sizes = rng.integers(0, 9, resamples)
    sizes[0] = 0
    return rng.integers(0, n, sizes.sum()), np.concatenate([[0], np.cumsum(sizes)])


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("m", [1, 7, 8, 19])
def test_questions_are_scored_by_the_coefficients_of_their_resample(m):
    rng = np.random.default_rng(m)
    table, coefficients, offsets = rng.normal(size=(30, m)), rng.normal(size=(6, 3, m)), rng.normal(size=(6, 3))
    rows, starts = asked(rng, 30, 6)
    scores = native.linear_scores(table, rows, starts, coefficients=coefficients, offsets=offsets)
    resample = np.repeat(np.arange(6), np.diff(starts))
    expected = np.einsum("qm,qcm->qc", table[rows], coefficients[resample]) + offsets[resample]
    np.testing.assert_allclose(scores, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("m", [1, 7, 8, 19])
def test_questions_are_scored_by_their_distance_from_the_means(m):
    rng = np.random.default_rng(m)
    table, means, precisions = rng.normal(size=(30, m)), rng.normal(size=(6, 3, m)), rng.random((6, 3, m))
    rows, starts = asked(rng, 30, 6)
    scores = native.normal_scores(table, rows, starts, means=means, precisions=precisions, offsets=np.zeros((6, 3)))
    resample = np.repeat(np.arange(6), np.diff(starts))
    away = table[rows][:, None, :] - means[resample]
    np.testing.assert_allclose(scores, -0.5 * (away**2 * precisions[resample]).sum(axis=2), rtol=1e-12)


def test_the_stub_is_what_the_compiled_kernels_say():
    pytest.importorskip("nanobind")
    if not native.COMPILED:
        pytest.skip("there are no compiled kernels")
    done = subprocess.run(
        [sys.executable, str(ROOT / "native/stub.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr

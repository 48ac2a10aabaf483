"""The optional accelerator: the same answers with and without it, and an install that succeeds without a compiler."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from foldwise import native

ROOT = Path(__file__).parents[1]


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


def test_the_stub_is_what_the_compiled_kernels_say():
    pytest.importorskip("nanobind")
    if not native.COMPILED:
        pytest.skip("there are no compiled kernels")
    done = subprocess.run(
        [sys.executable, str(ROOT / "native/stub.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr

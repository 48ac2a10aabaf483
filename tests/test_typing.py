"""`foldwise.typing`: what the public functions accept, named once."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from foldwise import typing

ROOT = Path(__file__).parents[1]
CALLS = ROOT / "tests" / "typed_calls.py"


def sources():
    return {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "src" / "foldwise").rglob("*.py"))}


def test_every_name_is_explained_where_it_is_defined():
    text = Path(typing.__file__).read_text(encoding="utf-8")
    explained = re.findall(r'(?m)^(?:class (\w+)\(Protocol\):|(\w+): TypeAlias = .*)\n\s*"""', text)
    assert {one or other for one, other in explained} == set(typing.__all__)


def test_the_names_are_for_type_checkers_only():
    imported = {
        path
        for path, text in sources().items()
        if re.search(r"(?m)^from foldwise\.typing import", text) or "import foldwise.typing" in text
    }
    assert imported == set()


def test_annotations_outside_the_engine_say_what_they_accept():
    silent = [path for path, text in sources().items() if "noqa: ANN401" in text]
    assert {path.relative_to(ROOT / "src" / "foldwise").parts[0] for path in silent} <= {"engine", "learners"}


@pytest.mark.slow
def test_a_type_checker_takes_what_foldwise_takes_and_refuses_the_rest():
    given = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(CALLS)]
    told = subprocess.run(given, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    wrong = [at for at, line in enumerate(CALLS.read_text().splitlines(), 1) if line.endswith("# refused")]
    assert [int(at) for at in re.findall(r"typed_calls\.py:(\d+): error", told)] == wrong

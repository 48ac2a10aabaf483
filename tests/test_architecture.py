"""The rules of the house that a linter does not know."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import foldwise
from foldwise.engine.catalogue import FAMILIES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "foldwise"
MODULES = sorted(SOURCE.rglob("*.py"))


def functions():
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path, node


def body_length(node):
    """Lines of a function without its signature and docstring."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def test_the_public_names_are_sorted_and_there():
    assert foldwise.__all__ == sorted(foldwise.__all__)
    assert all(hasattr(foldwise, name) for name in foldwise.__all__)
    assert dir(foldwise) == sorted(foldwise.__all__)


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'foldwise' has no attribute 'cross_val_score'"):
        _ = foldwise.cross_val_score


def test_files_stay_readable():
    assert [path.name for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []


def test_functions_stay_short():
    lengths = {f"{path.name}:{node.name}": body_length(node) for path, node in functions()}
    assert {name: length for name, length in lengths.items() if length > 60} == {}
    assert sorted(lengths.values())[len(lengths) // 2] <= 10


ENGINE = SOURCE / "engine"
STORAGE = {"CountMatrix", "DrawnCounts", "HeldOut", "PairsOut", "Partition", "RowLists"}


def imported(path):
    """Names that a module imports from elsewhere."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}


def test_one_module_of_the_engine_asks_how_resamples_are_stored():
    assert {path.name for path in ENGINE.rglob("*.py") if imported(path) & STORAGE} == {"storage.py"}


@pytest.mark.parametrize("room", ["families", "pipelines"])
def test_families_and_pipelines_do_not_look_at_parts(room):
    inside = {"parts", "single_parts", "held_out", "resamples"}
    for path in (ENGINE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            looks = isinstance(node, ast.Attribute) and node.attr in inside
            assert not looks, f"{path.name}:{node.lineno} asks how resamples are stored"


def test_every_file_of_the_families_is_in_the_catalogue():
    listed = {type(family).__module__.rpartition(".")[2] for family in FAMILIES}
    assert {path.stem for path in (ENGINE / "families").glob("[!_]*.py")} <= listed


def test_no_two_classes_of_the_engine_have_one_name():
    names = [
        node.name
        for path in ENGINE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_nothing_is_caught_blindly_outside_the_place_for_it():
    blind = {
        path.relative_to(SOURCE).as_posix()
        for path in MODULES
        if "except Exception" in path.read_text(encoding="utf-8")
    }
    assert blind <= {"engine/execute.py", "cli/main.py"}


@pytest.mark.parametrize("heavy", ["sklearn", "pandas", "scipy", "polars", "pyarrow", "altair", "rich", "click"])
def test_importing_foldwise_loads_nothing_heavy(heavy):
    program = f"import sys, foldwise; sys.exit('{heavy}' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_statistical_half_does_not_load_scikit_learn():
    program = (
        "import sys, foldwise.intervals, foldwise.estimates, foldwise.measures; sys.exit('sklearn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_no_file_names_a_registry_or_a_place_on_this_machine():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    registries = ["py" + "pi.org", "python" + "hosted", "npm" + "js", "deb" + "ian.org"]
    for name in filter(None, tracked):
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".txt", ".cpp", ".cff", ""} and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not any(host in text for host in registries), name

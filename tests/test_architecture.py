"""The rules of the house that a linter does not know."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import foldwise
from foldwise.engine.catalogue import FAMILIES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "foldwise"
MODULES = sorted(SOURCE.rglob("*.py"))


BLIND = {
    *(
        "data/checks/kinds.py",
        "engine/execution/execute.py",
        "engine/single_fits/generic.py",
        "evaluation/unpenalised.py",
    ),
    *("models/given.py", "models/reference.py"),
}
"""Modules that may catch any exception: a model, a step, or a value asked for its text, may raise anything."""

ELSEWHERE = {
    "api/explain_engine.py": "api/test_assess.py",
    "api/load.py": "reports/saved/test_result_file.py",
    "api/runs.py": "run_records/test_recorder.py",
    "reports/assessment/assessment.py": "api/test_assess.py",
    "reports/certificate/text.py": "reports/certificate/test_certificate.py",
    "reports/experiment/rank_diagram.py": "reports/experiment/test_experiment.py",
    "reports/experiment/table.py": "reports/experiment/test_experiment.py",
    "reports/experiment/text.py": "reports/experiment/test_experiment.py",
    "reports/assessment/report.py": "reports/report/test_report.py",
    "reports/certificate/report.py": "reports/report/test_report.py",
    "reports/comparison/report.py": "reports/report/test_report.py",
    "reports/diagnosis/report.py": "reports/report/test_report.py",
    "reports/improvement/report.py": "reports/report/test_report.py",
    "reports/experiment/report.py": "reports/report/test_report.py",
    "reports/permutation/report.py": "reports/report/test_report.py",
    "reports/score/report.py": "reports/report/test_report.py",
    "reports/selection/report.py": "reports/report/test_report.py",
    "reports/unpaired/report.py": "reports/report/test_report.py",
    "reports/saved/kinds.py": "reports/saved/test_result_file.py",
    "reports/score/notebook.py": "reports/score/test_score.py",
    "reports/score/text.py": "reports/score/test_score.py",
    "reports/selection/selection.py": "api/test_select.py",
    "reports/selection/text.py": "api/test_select.py",
    "scoring/first_pass.py": "scoring/test_streaming.py",
    "scoring/rows.py": "api/test_score.py",
    "selection/search.py": "api/test_select.py",
    "selection/trials.py": "api/test_select.py",
    "simulation/simulation.py": "api/test_certify.py",
    "sklearn/batch.py": "sklearn/test_functions.py",
    "sklearn/calls.py": "sklearn/test_functions.py",
    "sklearn/fitted.py": "sklearn/test_scorers.py",
    "sklearn/permutations.py": "sklearn/test_functions.py",
    "sklearn/record.py": "sklearn/test_report.py",
    "sklearn/tasks.py": "sklearn/test_functions.py",
}
"""Modules that are tested through the one verb or result they serve, and where."""
ELSEWHERE |= {
    f"charts/{path.stem}.py": "charts/test_catalogue.py"
    for path in (SOURCE / "charts").glob("[!_]*.py")
    if path.stem not in ("catalogue", "figure", "result_charts", "writing")
}


def name_of(path):
    """Path of a module within the package, which no other module has."""
    return path.relative_to(SOURCE).as_posix()


def functions():
    """Every function and method under a name that no other has: its module, then the classes and functions it is in."""
    for path in MODULES:
        yield from functions_in(parsed(path), name_of(path))


BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)
"""What statements are in; expressions hold no function that has a name."""


def functions_in(tree, within):
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, BLOCKS):
            continue
        named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        name = f"{within}:{node.name}" if named else within
        if named and not isinstance(node, ast.ClassDef):
            yield f"{name}:{node.lineno}", node
        yield from functions_in(node, name)


@cache
def parsed(path):
    """The syntax tree of a module, read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


def body_length(node):
    """Lines of a function without its signature and docstring."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) else node.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def test_the_public_names_are_sorted_and_there():
    assert foldwise.__all__ == sorted(foldwise.__all__)
    assert all(hasattr(foldwise, name) for name in foldwise.__all__)
    assert dir(foldwise) == sorted(foldwise.__all__)


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'foldwise' has no attribute 'cross_val_score'"):
        _ = foldwise.cross_val_score


def test_files_stay_readable():
    assert [name_of(path) for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []


def test_functions_stay_short():
    found = list(functions())
    lengths = {name: body_length(node) for name, node in found}
    assert len(lengths) == len(found)  # no function hides behind another of its name
    assert {name: length for name, length in lengths.items() if length > 60} == {}
    assert sorted(lengths.values())[len(lengths) // 2] <= 10


def test_a_long_function_is_found_wherever_it_is():
    """A method of a nested class, below another of the same name, is seen with its own length."""
    long = "\n".join(["            pass"] * 61)
    source = f'def f():\n    class A:\n        def f(self):\n            """Doc."""\n{long}\n    return A\n'
    lengths = {name: body_length(node) for name, node in functions_in(ast.parse(source), "a.py")}
    assert lengths == {"a.py:f:1": 65, "a.py:f:A:f:3": 61}


ENGINE = SOURCE / "engine"
STORAGE = {"CountMatrix", "DrawnCounts", "HeldOut", "PairsOut", "Partition", "RowLists"}


def imported(path):
    """Names that a module imports from elsewhere."""
    nodes = ast.walk(parsed(path))
    return {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}


def test_one_module_of_the_engine_asks_how_resamples_are_stored():
    assert {path.name for path in ENGINE.rglob("*.py") if imported(path) & STORAGE} == {"storage.py"}


@pytest.mark.parametrize("room", ["families", "pipelines"])
def test_families_and_pipelines_do_not_look_at_parts(room):
    inside = {"parts", "single_parts", "held_out", "resamples"}
    for path in (ENGINE / room).rglob("*.py"):
        for node in ast.walk(parsed(path)):
            looks = isinstance(node, ast.Attribute) and node.attr in inside
            assert not looks, f"{path.name}:{node.lineno} asks how resamples are stored"


def test_every_file_of_the_families_is_in_the_catalogue():
    listed = {type(family).__module__.rpartition(".")[2] for family in FAMILIES}
    assert {path.stem for path in (ENGINE / "families").glob("[!_]*.py")} <= listed


def test_the_page_on_architecture_names_every_file_of_the_engine_and_of_native():
    """Files come and go, and a page that names others misleads."""
    named = set(
        re.findall(r"`([a-z0-9_]+\.(?:py|pyi|cpp|hpp))`", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    )
    native = {path.name for path in (ROOT / "native").iterdir() if path.is_file()}
    assert {path.name for path in ENGINE.glob("[!_]*.py")} | native <= named
    assert named <= {path.name for path in MODULES} | native | {"_native.pyi"}


def test_the_page_on_architecture_names_functions_that_are_there():
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z0-9_/]+\.py):(\w+)`", page)
    there = {name_of(path): {getattr(node, "name", "") for node in parsed(path).body} for path in MODULES}
    assert len(named) > 20
    assert [(module, name) for module, name in named if name not in there.get(module, ())] == []


def room_of(path):
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return parts[0] if len(parts) > 1 else ""


def foreign_modules(path):
    """Modules of other rooms that a file imports from."""
    for node in ast.walk(parsed(path)):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            top, *inner = name.split(".")
            if top == "foldwise" and len(inner) > 1 and inner[0] != room_of(path):
                yield SOURCE.joinpath(*inner)


def test_another_room_is_entered_by_its_door():
    """What one package has for another is in its `__init__`, so that its modules can move without anybody noticing.

    Families of the engine share the arithmetic of our own estimators, which is no part of what `learners` offers.
    """
    rooms = [path for path in MODULES if room_of(path) not in ("", "testing")]
    deep = {
        (path.relative_to(SOURCE), module.name)
        for path in rooms
        for module in foreign_modules(path)
        if not module.is_dir() and (room_of(path), module.parent.name) != ("engine", "learners")
    }
    assert deep == set()


def types_of(path):
    """Classes of a module, and names for kinds of values such as `Codes`; type variables are the module's own."""
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        if (
            isinstance(node, ast.Assign | ast.AnnAssign)
            and getattr(getattr(node.value, "func", None), "id", "") != "TypeVar"
        ):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and re.fullmatch(r"([A-Z][a-z]+)+", target.id):
                yield target.id


def test_no_two_classes_have_one_name():
    """`Backend` of foldwise.typing is what may be given for the backend that has the name."""
    found = {}
    for path in MODULES:
        if name_of(path) != "typing.py":
            for name in types_of(path):
                found.setdefault(name, []).append(name_of(path))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


ROLES = """
card chart describe drawings_of headline main methods_used notes_on render report_of sentences verdict
check_groups check_order check_parameters check_rows check_values check_weights
auc balanced_accuracy gain instability labels_and_probabilities
"""
"""Functions that do the same for other things, so that they have one name: pages of results, checks of a suite, charts, commands."""
COMMANDS = "cli"
"""Where a command is a function of the name of its verb."""


def functions_by_name():
    """Where the functions of modules are that other modules may call, by their names."""
    found = {}
    for path in MODULES:
        room = room_of(path)
        for node in parsed(path).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and room != COMMANDS:
                found.setdefault(node.name, []).append(name_of(path))
    return found


def test_no_two_functions_of_one_name_mean_different_things():
    roles, several = (
        set(ROLES.split()),
        {name: places for name, places in functions_by_name().items() if len(places) > 1},
    )
    assert {name: places for name, places in several.items() if name not in roles} == {}
    assert roles <= set(several), "a name that one function has needs no exception"


BARE = """
ABSOLUTE ACCURATE ALONE BELIEF BEYOND BLOCKS BORDER BUDGET CAREFUL CHANCES CHUNK CLAIM COMMON CONVERGED COUNT CURVE DENSE
DENSEST DEPENDENT DEPTH DOUBT DOUBTFUL DRAWN EFFECT EQUAL FAR FARTHEST FEW FEWER FEWEST FIGURES FIXED FLOOR FORM FORWARD
FROM GONE GRID GROWS HEAVIEST HELD HERE HIDING HIGHEST HINT IDLE INFORMATIVE ITERATIONS KIND KNOWN LATER LEAST LEVELS
LIBERAL LITERAL LONG LOOK MANY MASS MEANS MET MIDDLE MOST NEAR NEAREST NEARLY NEVER NORMAL OVERSHOOT PADDING PATIENCE
PLACES PLENTY POOLED POWERS RANKED RANKS RATE REACH REASONS RECIPES REFUSED RELATIVE RESTING ROUNDED ROUNDING SAME
SAMPLED SCALES SHORT SHOWN SIGNALS SOURCE START STEEPER STEEPEST STRICT STUDIED SUMMED SURE TEN TIED TINY TOLD TRAITS
UNMOVED UNSTEADY VALUE VARIABLE WANTED WARNED WATCHED WEAKEST WHITE WIDER WORK ZERO
"""
"""Words that leave open what is counted, compared or said: FEWEST_ROWS says it, and FEWEST does not."""
BARE_IN_STATISTICS = """
ALL ALPHA BBC BETA BINS CELLS CHANCE CLIP CODES FEATURES FITTED HALF INSTEAD KEPT LANES LARGE LARGEST LEFT_OUT LEVEL LIGHT
LIMIT LINKS LISTED LOSSES MARGIN NAMED NAMES NARROW NONE NOTE NUMBERS NUMERIC PAIRS PART PLAIN POINTS REPEATED ROWS SCALE
SHARE SHARES SMALL SMALLEST SPREAD STEADY STEP STEPS TOLERANCE UNIT WAYS WEIGHTS WIDEST WIDTH WORD
"""
"""Words that are plain in a report or in what reads files, and not where statistics or linear algebra are done."""
STATISTICS = (
    *("measures", "intervals", "comparisons", "evaluation", "estimates", "scoring", "selection"),
    *("engine/families", "engine/linalg"),
)
QUAINT = "Asked Facts For Known Models Recipe Sign Signs Steep Stop Summed Sweep Told Whole"
"""Names of classes that need a guess."""


def assigned(path):
    """Names of the constants of a module."""
    for node in parsed(path).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def test_constants_say_what_they_are_limits_of():
    bare = set(BARE.split())
    found = {f"{name_of(path)}:{name}" for path in MODULES for name in assigned(path)}
    assert {one for one in found if one.partition(":")[2] in bare or ":OF_" in one} == set()


def test_constants_of_statistics_and_linear_algebra_say_what_they_are_of():
    inside = [path for path in MODULES if name_of(path).startswith(STATISTICS)]
    found = {f"{name_of(path)}:{name}" for path in inside for name in assigned(path)}
    assert {one for one in found if one.partition(":")[2] in BARE_IN_STATISTICS.split()} == set()


DOCUMENTED = "measures intervals comparisons estimates scoring diagnoses diagnosing selection"
"""Rooms in which every number says its unit or its source."""


def undocumented(path):
    """Constants of a module that are a number and are not followed by a sentence."""
    nodes = parsed(path).body
    for node, after in zip(nodes, [*nodes[1:], None], strict=True):
        number = isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if number and not told and isinstance(node.value.value, int | float) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id


def test_numbers_of_statistics_say_what_they_count():
    inside = [path for path in MODULES if room_of(path) in DOCUMENTED.split()]
    assert [f"{name_of(path)}:{name}" for path in inside for name in undocumented(path)] == []


def test_no_class_has_a_name_that_needs_a_guess():
    found = {node.name for path in MODULES for node in parsed(path).body if isinstance(node, ast.ClassDef)}
    assert found.isdisjoint(QUAINT.split())


def test_the_room_of_the_verbs_holds_nothing_else():
    verbs = {path.stem for path in (SOURCE / "api").glob("*.py")} - {"__init__", "select_cv"}
    assert verbs <= set(foldwise.__all__)


def test_nothing_is_caught_blindly_outside_the_place_for_it():
    assert {name_of(path) for path in MODULES if "except Exception" in path.read_text(encoding="utf-8")} == BLIND


def test_what_may_be_anything_has_a_name_in_foldwise_typing():
    assert {name_of(path) for path in MODULES if "ANN401" in path.read_text(encoding="utf-8")} == set()


def test_importing_foldwise_loads_nothing_heavy():
    program = "import sys, foldwise; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "foldwise" in loaded
    assert {"sklearn", "pandas", "scipy", "polars", "pyarrow", "altair", "rich", "click"}.isdisjoint(loaded)


def test_the_statistical_half_loads_neither_scikit_learn_nor_the_slow_part_of_scipy():
    rooms = "measures", "estimates", "intervals", "comparisons", "diagnoses", "advice"
    program = f"import sys; import {', '.join(f'foldwise.{room}' for room in rooms)}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "foldwise.advice" in loaded
    assert {"sklearn", "scipy.stats"}.isdisjoint(loaded)


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


def module_test(path):
    """Where the test of a module is: the same folder and name under tests."""
    inside = path.relative_to(SOURCE)
    return ROOT / "tests" / inside.parent / f"test_{inside.stem}.py"


def test_every_module_has_a_test_of_its_name_or_of_the_one_thing_it_serves():
    modules = {name_of(path): path for path in MODULES if not path.stem.startswith("__")}
    missing = {name for name, path in modules.items() if not module_test(path).exists()}
    assert missing - set(ELSEWHERE) == set()
    assert set(ELSEWHERE) - missing == set()  # what is gone, or has its test, needs no exception
    assert {where for where in ELSEWHERE.values() if not (ROOT / "tests" / where).exists()} == set()

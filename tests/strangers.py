"""Scripts that nobody here wrote, run as they are and with batched fits: ``python -m tests.strangers [part of a name ...]``.

The examples of scikit-learn's documentation and the tested pages of its guide are taken from the source distribution of the
installed release, and so are the examples and the tests of model selection of other packages that are installed; the examples in
docstrings are taken from the packages themselves. What is printed and drawn must be the same.
"""

import argparse
import difflib
import os
import re
import resource
import subprocess
import sys
import tarfile
import tempfile
import textwrap
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

CALLS = re.compile(
    r"\b(cross_validate|cross_val_score|cross_val_predict|learning_curve|validation_curve|permutation_test_score"
    r"|GridSearchCV|RandomizedSearchCV|HalvingGridSearchCV|HalvingRandomSearchCV)\b"
)
CHANGING = (
    (re.compile(r"0x[0-9a-f]{6,}"), "0x"),
    (re.compile(r"\b\d+(\.\d+)?(e-?\d+)? ?(s|sec|seconds|ms|min|minutes)\b"), "0 s"),
)
"""What is another in every run: addresses of objects, and times with their unit."""
DOWNLOADS = re.compile(r"\bfetch_\w+\(|yellowbrick\.datasets|^import (requests|torch|keras)", re.MULTILINE)
PACKAGES = ("mlxtend", "skore", "yellowbrick")
DRAWN = re.compile(
    r"cross_val|Search|RFE|feature_selection|[lL]earning_?[cC]urve|[vV]alidation_?[cC]urve|CVScores|AlphaSelection|DroppingCurve"
    r"|Stacking|CrossValidationReport|evaluate"
)
"""What calls model selection under other names in these packages."""
BLOCK = re.compile(
    r"^( *)\.\. (?:plot|code|code-block):: *(?:python)?\n((?: *:.*\n)*)((?:\1 +.*\n|\s*\n)+)", re.MULTILINE
)
"""Python in a page of documentation."""
LIMIT, STOPPED = 600, -1000
"""Seconds after which a script is stopped, and what it has then in place of an exit code."""
BACKEND = '''"""Draw as always, and print a fingerprint of each figure when it is shown."""
import hashlib
from matplotlib import pyplot
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas, FigureManagerBase as FigureManager

def show(*args, **kwargs):
    for number in pyplot.get_fignums():
        canvas = FigureCanvas(pyplot.figure(number))
        canvas.draw()
        print("figure", number, hashlib.sha256(bytes(canvas.buffer_rgba())).hexdigest()[:12])
    pyplot.close("all")
'''
UNBUILT = '''"""Stands for the build backend: the sources are read, nothing is built."""
from pathlib import Path

def get_requires_for_build_wheel(config_settings=None):
    return []

def prepare_metadata_for_build_wheel(where, config_settings=None):
    folder = Path(where, "scikit_learn-{release}.dist-info")
    folder.mkdir()
    folder.joinpath("METADATA").write_text(Path("PKG-INFO").read_text())
    return folder.name
'''
DOCTEST = """import doctest
{call}
"""
TESTS = """import sys
import pytest
sys.exit(pytest.main(["-q", "-rA", "--no-header", "--show-capture=no", "--tb=line", "-p", "no:cacheprovider", "-p", "no:warnings",
                      "-c", "/dev/null", "--rootdir", {root!r}, {path!r}]))
"""


@dataclass(frozen=True)
class Outcome:
    """What a script printed, how it ended, what it said on the side, and the processor time it took."""

    lines: list[str]
    code: int
    said: str
    seconds: float


def main(arguments):
    """Run the scripts, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of the names of scripts; all scripts where none is given")
    parser.add_argument("--folder", default=str(Path(tempfile.gettempdir()) / "foldwise-strangers"))
    given = parser.parse_args(arguments)
    folder = Path(given.folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fingerprints.py").write_text(BACKEND, encoding="utf-8")
    tell(
        "| script | output | calls batched | plain, CPU s | foldwise.sklearn, CPU s |\n| --- | --- | --- | --- | --- |"
    )
    different = 0
    for name, script in sorted(scripts(folder).items()):
        if not given.names or any(part in name for part in given.names):
            verdict, row = judge(name, script, folder)
            different += verdict == "different"
            if verdict == "different" or "none made" not in row:
                tell(row)
    return int(different > 0)


def tell(text):
    """Print what is known so far."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def scripts(folder):
    """Scripts that call what is replaced, by name; those that download data are left out."""
    sources = fetch(folder)
    found = {}
    for path in sorted((sources / "examples").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if CALLS.search(text) and not DOWNLOADS.search(text):
            found[str(path.relative_to(sources))] = path
    for path in sorted((sources / "doc").rglob("*.rst")):
        text = path.read_text(encoding="utf-8")
        if ">>>" in text and CALLS.search(text) and "whats_new" not in path.parts:
            call = f"doctest.testfile({str(path)!r}, module_relative=False, verbose=True)"
            found[str(path.relative_to(sources))] = wrapped(call, folder, path.stem)
    return found | docstrings(folder) | shipped(folder)


def shipped(folder):
    """Examples and tests in the source distributions of other packages that are installed."""
    found = {}
    for package in filter(find_spec, PACKAGES):
        sources = fetch(folder, package)
        for path in sorted(sources.rglob("*.rst")):
            blocks = [match[3] for match in BLOCK.finditer(path.read_text(encoding="utf-8") + "\n")]
            for at, text in enumerate(map(textwrap.dedent, blocks)):
                if DRAWN.search(text) and "import" in text and not DOWNLOADS.search(text):
                    name = f"{path.relative_to(sources).with_suffix('')}_{at}"
                    found[f"{package}/{name}"] = written(
                        f"{text}\nimport matplotlib.pyplot; matplotlib.pyplot.show()\n", folder, name
                    )
        for path in sorted(sources.rglob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            if DRAWN.search(text) and "datasets" in text:  # tests that download data fail with and without
                name = str(path.relative_to(sources))
                found[f"{package}/{name}"] = written(TESTS.format(root=str(sources), path=str(path)), folder, name)
    return found


def docstrings(folder):
    """Modules of installed packages whose docstrings have examples and which call what is replaced."""
    found = {}
    for package in ("sklearn", *filter(find_spec, PACKAGES)):
        home = Path(find_spec(package).origin).parent
        for path in sorted(home.rglob("*.py")):
            module = ".".join([package, *path.relative_to(home).with_suffix("").parts])
            text = path.read_text(encoding="utf-8", errors="ignore")
            calls = CALLS if package == "sklearn" else DRAWN
            if ">>>" in text and calls.search(text) and not {"tests", "externals", "__init__"} & set(module.split(".")):
                call = f"import {module} as module; doctest.testmod(module, verbose=True)"
                found[f"docstrings of {module}"] = wrapped(call, folder, module)
    return found


def wrapped(call, folder, name):
    """A script that runs examples and prints what each gave."""
    return written(DOCTEST.format(call=call), folder, name)


def written(text, folder, name):
    """A script of this text."""
    path = folder / ("examples_" + re.sub(r"[^\w.]+", "_", name.removesuffix(".py")) + ".py")
    path.write_text(text, encoding="utf-8")
    return path


def fetch(folder, package="scikit_learn"):
    """Unpack the source distribution of a package as it is installed, fetched as pip is set up to."""
    release = version(package)
    sources = folder / f"{package}-{release}"
    if not sources.is_dir():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", "--dest", str(folder), f"{package}=={release}"]
        environment = dict(os.environ)
        if package == "scikit_learn":  # whose metadata takes a compiler
            (folder / "unbuilt").mkdir(exist_ok=True)
            (folder / "unbuilt" / "mesonpy.py").write_text(UNBUILT.replace("{release}", release), encoding="utf-8")
            command.append("--no-build-isolation")
            environment["PYTHONPATH"] = str(folder / "unbuilt")
        subprocess.run(command, check=True, env=environment)
        with tarfile.open(folder / f"{package}-{release}.tar.gz") as archive:
            archive.extractall(folder, filter="data")
    return sources


def judge(name, script, folder):
    """Run a script both ways; lines that are others in every run, such as times, do not count."""
    plain = run([str(script)], folder)
    ours = run(["-m", "foldwise.sklearn", str(script)], folder)
    verdict = "same" if (plain.lines, plain.code) == (ours.lines, ours.code) else "different"
    if verdict == "different" and plain.code == ours.code:
        again = run([str(script)], folder)
        steady = differing(plain.lines, again.lines)
        if differing(plain.lines, ours.lines) <= steady:
            verdict = "same" if not steady else f"same but for {len(steady)} lines that change in every run"
    if STOPPED in (plain.code, ours.code):
        verdict = f"stopped after {LIMIT} s"
    elif plain.code and ours.code:
        verdict = f"{verdict}; fails in both"
    if verdict == "different":
        (folder / "different").mkdir(exist_ok=True)
        kept = folder / "different" / re.sub(r"\W+", "_", name)
        kept.write_text(
            "\n".join(difflib.unified_diff(plain.lines, ours.lines, "plain", "ours", lineterm="", n=1))
            + f"\n{ours.said}"
        )
    told = re.search(r"foldwise: (\d+ of \d+) call", ours.said)
    return (
        verdict,
        f"| {name} | {verdict} | {told[1] if told else 'none made'} | {plain.seconds:.1f} | {ours.seconds:.1f} |",
    )


def differing(lines, others):
    """Places of lines that are not the same in both."""
    blocks = difflib.SequenceMatcher(None, lines, others, autojunk=False).get_opcodes()
    return {at for kind, start, stop, *_ in blocks if kind != "equal" for at in range(start, max(stop, start + 1))}


def run(command, folder):
    """Run a script in an empty folder, with one thread for linear algebra and figures as fingerprints."""
    drawing = {"MPLBACKEND": "module://fingerprints", "PYTHONPATH": os.pathsep.join([str(folder), *paths()])}
    steady = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore", "COLUMNS": "120"}
    start = spent()
    with tempfile.TemporaryDirectory() as place:
        try:
            done = subprocess.run(
                [sys.executable, *command],
                capture_output=True,
                text=True,
                timeout=LIMIT,
                check=False,
                cwd=place,
                env={**os.environ, **drawing, **steady},
            )
            printed, code, said = done.stdout, done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            printed, code, said = "", STOPPED, f"stopped after {LIMIT} seconds"
    for found, instead in CHANGING:
        printed = found.sub(instead, printed)
    return Outcome(printed.splitlines(), code, said, spent() - start)


def spent():
    """Seconds of processor time that processes started here have taken; unlike the clock, other programs do not change it."""
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime


def paths():
    """Where this process finds its modules, so that a copy that is not installed is found too."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

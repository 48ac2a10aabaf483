"""Scripts that nobody here wrote, run as they are and with batched fits: ``python -m tests.strangers [part of a name ...]``.

The examples of scikit-learn's documentation and the tested pages of its guide are taken from the source distribution of the
installed release, the examples in docstrings from packages that are installed. What is printed and drawn must be the same.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

CALLS = re.compile(
    r"\b(cross_validate|cross_val_score|cross_val_predict|learning_curve|validation_curve|permutation_test_score"
    r"|GridSearchCV|RandomizedSearchCV|HalvingGridSearchCV|HalvingRandomSearchCV)\b"
)
DOWNLOADS = re.compile(r"\bfetch_\w+\(")
PACKAGES = ("mlxtend", "skore", "yellowbrick")
LIMIT = 600
"""Seconds after which a script is stopped."""
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


@dataclass(frozen=True)
class Outcome:
    """What a script printed, how it ended, what it said on the side, and the seconds it took."""

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
    tell("| script | output | calls batched | plain, s | foldwise.sklearn, s |\n| --- | --- | --- | --- | --- |")
    different = 0
    for name, script in sorted(scripts(folder).items()):
        if not given.names or any(part in name for part in given.names):
            verdict, row = judge(name, script, folder)
            different += verdict == "different"
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
    return found | docstrings(folder)


def docstrings(folder):
    """Modules of installed packages whose docstrings have examples and which call what is replaced."""
    found = {}
    for package in ("sklearn", *filter(find_spec, PACKAGES)):
        home = Path(find_spec(package).origin).parent
        for path in sorted(home.rglob("*.py")):
            module = ".".join([package, *path.relative_to(home).with_suffix("").parts])
            text = path.read_text(encoding="utf-8", errors="ignore")
            if ">>>" in text and CALLS.search(text) and not {"tests", "externals", "__init__"} & set(module.split(".")):
                call = f"import {module} as module; doctest.testmod(module, verbose=True)"
                found[f"docstrings of {module}"] = wrapped(call, folder, module)
    return found


def wrapped(call, folder, name):
    """A script that runs examples and prints what each gave."""
    path = folder / f"examples_{name}.py"
    path.write_text(DOCTEST.format(call=call), encoding="utf-8")
    return path


def fetch(folder):
    """Unpack the source distribution of the installed scikit-learn, fetched as pip is set up to."""
    release = version("scikit-learn")
    sources = folder / f"scikit_learn-{release}"
    if not sources.is_dir():
        (folder / "unbuilt").mkdir(exist_ok=True)
        (folder / "unbuilt" / "mesonpy.py").write_text(UNBUILT.replace("{release}", release), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation"]
        command += ["--no-binary", ":all:", "--dest", str(folder), f"scikit-learn=={release}"]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(folder / "unbuilt")})
        with tarfile.open(folder / f"scikit_learn-{release}.tar.gz") as archive:
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
    if plain.code and ours.code:
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
    start = time.perf_counter()
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
            printed, code, said = "", -1, f"stopped after {LIMIT} seconds"
    # Addresses of objects are others in every process.
    lines = re.sub(r"0x[0-9a-f]{6,}", "0x", printed).splitlines()
    return Outcome(lines, code, said, time.perf_counter() - start)


def paths():
    """Where this process finds its modules, so that a copy that is not installed is found too."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

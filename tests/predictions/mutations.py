"""Damaged and forged files of predictions, made from a seed; run as a program it tries some and counts what happened.

``python -m tests.predictions.mutations FOLDER SEED COUNT`` prints one JSON object. A crash of the process is what the caller
looks for; everything else that should not happen is listed under ``wrong``.
"""

from __future__ import annotations

import io
import json
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import numpy as np

from foldwise.errors import FoldwiseError, InputError
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Failure, Predictions
from foldwise.predictions.files import COLUMNS, _digest, _models, _tables
from tests.worlds import bootstrap_of, memoriser, partition, predictions_of

HOSTILE = (-1, -2, 2, 3, 127, 255, 10**6, 2**31, -(2**31), 2**62, -(2**62))
ODD = (np.nan, np.inf, -np.inf, 1e308, -1.0, 2.0)
TEXTS = ("", "x", None, -1, 1.5, True, [], {}, "0" * 999, "\ud800", "probability", "decision", "none", "regression")


def examples():
    """One table of each kind."""
    rng = np.random.default_rng(5)
    truth, scores = rng.integers(0, 2, 40), rng.dirichlet([1, 1], 40)
    more = {"weights": rng.random(40), "groups": np.arange(40) // 4, "failures": (Failure("m", 2, "ValueError: no"),)}
    y = rng.normal(size=40)
    return [
        predictions_of(truth, np.where(rng.random(40) < 0.1, -1, truth), partition(n=40, k=4, repeats=2)),
        predictions_of(truth, truth, partition(n=40, k=4), scores=scores, **more),
        predictions_of(truth, scores.argmax(axis=1), bootstrap_of(40, 6), scores=scores),
        predictions_of(y, y + rng.normal(size=40), partition(n=40, k=4), n_classes=0),
        memoriser(n=20, draws=5),
    ]


def damaged(raw, rng):
    """Bytes of a file after an accident."""
    data, kind = bytearray(raw), rng.integers(6)
    at, other = sorted(rng.integers(0, len(data), 2).tolist())
    if kind == 0:
        data[at] ^= 1 << int(rng.integers(8))
    elif kind == 1:
        del data[at:]
    elif kind == 2:
        del data[at:other]
    elif kind == 3:
        data[at:other] = bytes(other - at)
    elif kind == 4:
        data[at:at] = data[at:other]
    else:
        for place in rng.integers(0, len(data), 20):
            data[place] = int(rng.integers(256))
    return bytes(data)


def forged(raw, rng):
    """A file somebody wrote on purpose: one part changed, the digest made anew as often as not."""
    with np.load(io.BytesIO(raw), allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    about = json.loads(str(arrays.pop("about")))
    if rng.random() < 0.4:
        edit_text(about, rng)
    else:
        edit_array(arrays, rng)
    if rng.random() < 0.7:
        reseal(about, arrays)
    try:
        arrays["about"] = np.array(json.dumps(about))
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **arrays)
    except (ValueError, UnicodeEncodeError):
        return b""
    return file.getvalue()


def edit_array(arrays, rng):
    """Change, cut, lengthen, retype, drop or rename one array."""
    name = str(rng.choice(sorted(arrays)))
    values, kind = arrays[name], rng.integers(7)
    if kind <= 1 and values.size and values.dtype.kind in "iuf":
        changed = values.reshape(-1).astype(np.float64 if values.dtype.kind == "f" else np.int64)
        odd = ODD if values.dtype.kind == "f" else HOSTILE
        changed[rng.integers(changed.size)] = odd[rng.integers(len(odd))]
        arrays[name] = changed.reshape(values.shape)
    elif kind == 2 and values.ndim:
        arrays[name] = values[: values.shape[0] // 2]
    elif kind == 3 and values.ndim:
        arrays[name] = np.concatenate([values, values[:1]])
    elif kind == 4:
        types = ("float32", "int8", "uint64", "U3", "complex128", "bool", ">i8", "M8[s]", "i8,f8")
        arrays[name] = np.resize(np.zeros(1, dtype=types[rng.integers(len(types))]), values.shape)
    elif kind == 5:
        del arrays[name]
    else:
        arrays[str(rng.choice(sorted(arrays)))] = values


def edit_text(about, rng):
    """Change one entry of what the file says about itself."""
    name = str(rng.choice(sorted(about)))
    value = TEXTS[rng.integers(len(TEXTS))]
    inside = about[name]
    if isinstance(inside, list) and inside and rng.random() < 0.7:
        at = int(rng.integers(len(inside)))
        if isinstance(inside[at], list) and inside[at]:
            inside[at][int(rng.integers(len(inside[at])))] = value
        else:
            inside[at] = value
    elif rng.random() < 0.3:
        about[name] = int(rng.choice([-1, 0, 1, 2, 99]))
    else:
        about[name] = value


def reseal(about, arrays):
    """Make the digest fit again, where the parts are still in a form that has one."""
    try:
        about["digest"] = _digest(about, arrays, _tables("model", _models(about, "models"), arrays))
    except Exception:  # noqa: BLE001 - what cannot be digested keeps the digest it had
        return


def same(one, other):
    """Whether two tables are the same in every number."""
    return (
        one.fingerprint == other.fingerprint
        and (one.models, one.classes, one.failures) == (other.models, other.classes, other.failures)
        and all(
            np.array_equal(getattr(one.outputs[name], column), getattr(other.outputs[name], column))
            for name in one.models
            for column in COLUMNS
        )
    )


def use(table):
    """Ask what a user would ask of a table that was accepted."""
    for name in table.models:
        for asked in ("error", "auc", "log-loss") if table.is_classification else ("mae", "r2"):
            try:
                ModelScores(table, name, measure(asked)).value  # noqa: B018 - it must not crash
            except FoldwiseError:
                continue
    table.to_frame()


def attempt(path, before, *, forgery):
    """Load one file: refused in one sentence, unchanged, or at least consistent."""
    try:
        after = Predictions.load(path)
    except InputError as error:
        return "refused" if "\n" not in str(error) and len(str(error)) < 900 else f"wrong: {error}"
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return f"wrong: {type(error).__name__}: {error}"
    use(after)
    if same(before, after):
        return "unchanged"
    return "consistent" if forgery else "wrong: changed in silence"


def with_rows(path, rng):
    """Damage the arrays that a Parquet file keeps in its metadata."""
    from pyarrow import parquet

    table = parquet.read_table(path)
    metadata = dict(table.schema.metadata)
    metadata[b"foldwise.rows"] = b64encode(damaged(b64decode(metadata[b"foldwise.rows"]), rng))
    parquet.write_table(table.replace_schema_metadata(metadata), path)


def main(folder, seed, count):
    """Try `count` mutations; count what happened."""
    rng = np.random.default_rng(seed)
    tables = examples()
    suffixes = (".npz", ".parquet")
    files = []
    for at, table in enumerate(tables):
        for suffix in suffixes:
            path = folder / f"{at}{suffix}"
            table.save(path)
            files.append((path.read_bytes(), suffix, table))
    counts, wrong = {}, []
    for number in range(count):
        raw, suffix, table = files[rng.integers(len(files))]
        forgery = suffix == ".npz" and rng.random() < 0.6
        target = folder / f"mutated{suffix}"
        target.write_bytes(forged(raw, rng) if forgery else damaged(raw, rng) if rng.random() < 0.8 else raw)
        if suffix == ".parquet" and target.read_bytes() == raw:
            with_rows(target, rng)
        found = attempt(target, table, forgery=forgery)
        if found.startswith("wrong"):
            wrong.append([number, suffix, found])
        counts[found.partition(":")[0]] = counts.get(found.partition(":")[0], 0) + 1
    return {"counts": counts, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))  # noqa: T201

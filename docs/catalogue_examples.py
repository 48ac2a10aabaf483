"""An example for every member of a catalogue, in Python and on the command line."""

from __future__ import annotations

from typing import Any

from foldwise.explanations import rows_of_catalogue

SAMPLES = {"classification": ("breast-cancer", "lda", "gaussian-nb"), "regression": ("auto-mpg", "ridge", "knn")}
"""Rows and two models for each task."""
GROUPS = ("group-kfold", "stratified-group", "leave-group-out", "leave-p-groups-out")
TIME = ("forward", "purged")
MEASURES = {
    "auc and gini": "auc",
    "partial-auc and partial-auc-tpr": "partial-auc",
    "calibration errors": "ece",
    "functions of counts or sums, such as f1, mcc and r2": "f1",
}
"""A measure for what a method is valid for, where the error is not."""
FEW = "X, y = foldwise.sample('iris').X[40:65], foldwise.sample('iris').target[40:65]\n"
"""A few rows, for plans of very many fits."""
MANY = "import numpy as np\n\ntruth = np.arange(40_000) % 2\nsaid = np.where(np.arange(40_000) % 10 == 0, 1 - truth, truth)\n"
"""So many rows as a method of large test sets needs."""
PLANS_SPELLED = {
    "holdout": "holdout(1/3)",
    "bootstrap": "bootstrap(50)",
    "kfold": "kfold(10)",
    "subsample": "subsample(20, test=0.1)",
}
EXPENSIVE = ("replace-one", "bootstrap-case")
METHOD_MEASURES = {
    "beta-convolution": "balanced-error",
    "fisher-z": "correlation",
    "ranking-t": "average-precision",
    "carried-share": "median-absolute-error",
}
OF_VALUES = ("fisher-z", "carried-share")
"""Methods for measures of values."""
METHOD_PLANS = {
    **dict.fromkeys(("5x2cv", "5x2cv-f", "5x2cv-t"), "kfold(2, repeats=5)"),
    **dict.fromkeys(("oob", "632plus", "location-shifted", "loo-bootstrap"), "bootstrap(500)"),
    "split-percentile": "subsample(50, test=0.1)",
}
"""Measures and plans that single methods need."""
ESTIMATE_PLANS = {
    "repeated": "kfold(5, repeats=2)",
    "complete": "complete(2)",
    "leave-one-out": "loo",
    "leave-pair-out": "leave-pair-out",
    "nested-cv": "two-folds-out(5)",
    "holdout": "holdout(1/3)",
    "apparent": "resubstitution",
    "bolstered": "resubstitution",
    **dict.fromkeys(
        ("loo-bootstrap", "e0", "632", "632-kohavi", "632-han-kamber", "632plus", "optimism"), "bootstrap(50)"
    ),
    "trimmed": "kfold(10)",
}
"""The plan of an estimate, where it is not one of parts."""


def section(python: str, command: str) -> str:
    """The example as a part of a page."""
    return f"\n## Try it\n\n```python\nimport foldwise\n\n{python}\n```\n\n    {command}\n"


def measure_example(measure: Any) -> tuple[str, str]:  # noqa: ANN401
    """Assess a model under a measure."""
    rows, model, _ = SAMPLES[str(measure.task)]
    priced = "cost" in measure.name and str(measure.task) == "classification"
    first = f"rows = foldwise.sample({rows!r})\n" if priced else ""
    asked = "rows.X, rows.target" if priced else f"foldwise.sample({rows!r})"
    costs, price = (", costs='fn=5,fp=1'", " --costs fn=5,fp=1") if priced else ("", "")
    python = f"{first}foldwise.assess({model!r}, {asked}, plan='kfold(5)', measures={measure.name!r}{costs})"
    return python, f"foldwise assess rows.csv --target y --model {model} --measure {measure.name}{price}"


def plan_example(name: str) -> tuple[str, str]:
    """Assess a model by a plan."""
    text = next((row["example"] for row in rows_of_catalogue("plans") if row["example"].split("(")[0] == name), name)
    given, option = _structure(name)
    command = f"foldwise assess rows.csv --target y --model lda --plan '{text}'{option}"
    if name == "nested":
        python = f"foldwise.select('knn', {{'n_neighbors': [1, 5]}}, foldwise.sample('iris'), plan={text!r})"
        return python, f"foldwise select rows.csv --target y --model knn --grid n_neighbors=1,5 --plan '{text}'"
    if name == "predefined":
        parts = "[(range(0, 150, 2), range(1, 150, 2)), (range(1, 150, 2), range(0, 150, 2))]"
        return f"foldwise.assess('lda', foldwise.sample('iris'), plan={parts})", command
    if name in ("lpo", "leave-pair-out", "complete"):
        measure = "auc" if name == "leave-pair-out" else "error"
        return f"{FEW}foldwise.assess('lda', X, y, plan={text!r}, measures={measure!r})", command
    rows = "rows.X, rows.target" if given else "foldwise.sample('iris')"
    first = "rows = foldwise.sample('iris')\n" if given else ""
    return f"{first}foldwise.assess('lda', {rows}, plan={text!r}{given}, measures='error')", command


def _structure(name: str) -> tuple[str, str]:
    if name in GROUPS:
        return ", groups=[row // 5 for row in range(150)]", " --groups person"
    if name in TIME:
        return ", order=[row * 7 % 150 for row in range(150)]", " --order day"
    return "", ""


def method_example(one: Any, verb: str) -> tuple[str, str]:  # noqa: ANN401
    """Take an interval method, or a test where the verb is compare."""
    word = "test" if verb == "compare" else "interval"
    if one.name == "batch-t":
        said = "{'a': said, 'b': np.roll(said, 5)}" if verb == "compare" else "said"
        columns = "--predicted a --predicted b" if verb == "compare" else "--predicted a"
        python = f"{MANY}foldwise.score(truth, {said}, measures='error', {word}='batch-t')"
        return python, f"foldwise score predictions.csv --truth y {columns} --{word} batch-t"
    first = one.validity.plans[0]
    text = METHOD_PLANS.get(one.name) or PLANS_SPELLED.get(first) or _spelled(first)
    measure = METHOD_MEASURES.get(one.name) or MEASURES.get(one.validity.measures, "error")
    given, option = _structure(first)
    invalid, forced = (", allow_invalid=True", " --allow-invalid") if getattr(one, "invalid", "") else ("", "")
    models = ["lda", "gaussian-nb"] if verb == "compare" else ["ridge" if one.name in OF_VALUES else "lda"]
    sample = "auto-mpg" if one.name in OF_VALUES else "iris" if given or first in EXPENSIVE else "breast-cancer"
    rows = "rows.X, rows.target" if given else f"foldwise.sample({sample!r})"
    before = f"rows = foldwise.sample({sample!r})\n" if given else ""
    asked = f"plan={text!r}{given}, measures={measure!r}, {word}={one.name!r}{invalid}"
    named = " ".join(f"--model {model}" for model in models)
    return (
        f"{before}foldwise.{verb}({', '.join(models)!r}, {rows}, {asked})",
        f"foldwise {verb} rows.csv --target y {named} --plan '{text}'{option} --measure {measure} --{word} {one.name}{forced}",
    )


def _spelled(name: str) -> str:
    return next(row["example"] for row in rows_of_catalogue("plans") if row["example"].split("(")[0] == name)


def estimate_example(name: str) -> tuple[str, str]:
    """Take an estimate."""
    plan = ESTIMATE_PLANS.get(name, "kfold(5)")
    measure = "auc" if name in ("averaged", "leave-pair-out") else "error"
    few = name in ("complete", "leave-pair-out", "bolstered")
    rows = "X, y" if few else "foldwise.sample('breast-cancer')"
    python = (
        f"{FEW if few else ''}foldwise.assess('lda', {rows}, plan={plan!r}, estimate={name!r}, measures={measure!r})"
    )
    return (
        python,
        f"foldwise assess rows.csv --target y --model lda --plan '{plan}' --measure {measure} --estimate {name}",
    )


def model_example(one: Any) -> tuple[str, str]:  # noqa: ANN401
    """Assess a named model."""
    rows = "iris" if one.classifier else "auto-mpg"
    return (
        f"foldwise.assess({one.name!r}, foldwise.sample({rows!r}), plan='kfold(5)')",
        f"foldwise assess rows.csv --target y --model {one.name}",
    )


def improvement_example(name: str) -> tuple[str, str]:
    """Try one variant."""
    costs = ", costs='fn=5,fp=1', measures='cost'" if name == "cost-threshold" else ", measures='error'"
    rows = "foldwise.sample('breast-cancer')" if name != "cost-threshold" else "rows.X, rows.target"
    first = "rows = foldwise.sample('breast-cancer')\n" if name == "cost-threshold" else ""
    return (
        f"{first}foldwise.improve('gaussian-nb', {rows}, variants={name!r}, plan='kfold(5)'{costs})",
        f"foldwise improve rows.csv --target y --model gaussian-nb --variant {name}",
    )

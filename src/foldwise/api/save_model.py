"""`save_model`: keep a model, fitted to all rows, with what is known about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data.checks import check_kinds, shown
from foldwise.errors import InputError
from foldwise.renamed import renamed
from foldwise.reports import Assessment, Improvement, Selection
from foldwise.saved_models import SavedModel, card_of, check_model_path, write_model

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from foldwise.reports import Finding

__all__ = ["save_model"]


@renamed()
def save_model(
    result: Assessment | Selection | Improvement, path: str | Path, *, model: str | None = None
) -> SavedModel:
    """Fit a model of a result to all rows and keep it in a file, with a card that says how good it is.

    Parameters
    ----------
    result
        What `assess`, `select` or `improve` found.
    path
        Where, as ``model.skops``. No pickle is written; `load_model` and ``foldwise predict`` read it.
    model
        Which model of an assessment; the only one needs no name. A selection or an improvement keeps the chosen one.

    Returns
    -------
    SavedModel
        The fitted model with its card.

    Examples
    --------
    >>> import foldwise, tempfile
    >>> result = foldwise.assess("lda", foldwise.sample("iris"), measures="error")
    >>> saved = foldwise.save_model(result, tempfile.mkdtemp() + "/iris.skops")
    >>> print(saved.card.figure_lines()[0])
    error 0.02 [0.005211, 0.05509] (kfold(10, repeats=3), 95 %, influence)
    """
    check_kinds(locals())
    where = check_model_path(path)
    if isinstance(result, Selection):
        saved = _of_selection(result, model)
    elif isinstance(result, Improvement):
        saved = _of_improvement(result, model)
    elif isinstance(result, Assessment):
        saved = _of_assessment(result, model)
    else:
        message = f"models of an assessment, a selection or an improvement are saved, not of {shown(result)}"
        raise InputError(message, hint="the result of foldwise.assess, foldwise.select or foldwise.improve")
    write_model(saved.model, saved.card, where)
    return saved


def _of_assessment(result: Assessment, model: str | None) -> SavedModel:
    names = [name for name in result.models if name != result.baseline] or list(result.models)
    if model is None and len(names) > 1:
        message = f"the assessment has {len(names)} models: {', '.join(names)}"
        raise InputError(message, hint=f"model='{names[0]}'")
    name = names[0] if model is None else model
    fitted = result.fit_final(name)
    findings = [finding for finding in result.findings if finding.model == name]
    return _saved(name, fitted, result, findings)


def _of_selection(result: Selection, model: str | None) -> SavedModel:
    if model not in (None, result.chosen):
        message = f"a selection keeps the chosen model, '{result.chosen}', and not '{model}'"
        raise InputError(message, hint="the call without model=")
    if result.model is None:
        message = "the selection has no fitted model"
        raise InputError(message, hint="select(…, refit=True)")
    return _saved(result.chosen, result.model, result, [result.corrected])


def _of_improvement(result: Improvement, model: str | None) -> SavedModel:
    if model not in (None, result.chosen):
        message = f"an improvement keeps the chosen model, '{result.chosen}', and not '{model}'"
        raise InputError(message, hint="the call without model=")
    if result.model is None:
        message = f"the improvement has no fitted {result.chosen}"
        raise InputError(message, hint="improve(…, refit=True)")
    return _saved(result.chosen, result.model, result, [result.corrected])


def _saved(
    name: str, fitted: object, result: Assessment | Selection | Improvement, findings: Sequence[Finding]
) -> SavedModel:
    notes = [str(advice_item) for advice_item in result.advice]
    card = card_of(
        name,
        fitted,
        result.dataset,
        findings=findings,
        plan=result.plan,
        level=result.level,
        seed=result.seed,
        notes=notes,
    )
    return SavedModel(fitted, card)

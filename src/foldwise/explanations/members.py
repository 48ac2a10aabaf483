"""Finding what is to be explained: by name in every catalogue, or by the object itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise import comparisons
from foldwise.advice import RULES, Rule
from foldwise.comparisons import COMPARISONS, UNPAIRED_TESTS, ComparisonMethod, UnpairedMethod
from foldwise.diagnoses import (
    CRITERIA,
    CURVE_MODELS,
    DECOMPOSITIONS,
    CurveModel,
    DecompositionMethod,
    InSampleCriterion,
)
from foldwise.diagnosing import PARTS, DiagnosisPart
from foldwise.errors import FoldwiseError, InputError, UnknownNameError
from foldwise.estimates import ESTIMATES, EstimateMethod
from foldwise.explanations.procedures import PROCEDURES, Procedure
from foldwise.improvement import IMPROVEMENTS, ImprovementMethod
from foldwise.intervals import INTERVALS, IntervalMethod
from foldwise.measures import ALIASES, FAMILIES, MEANT, MEASURES, Measure, MeasureFamily, custom_measure, measure
from foldwise.models import MODELS, UNNAMED, NamedModel, find_model, name_models
from foldwise.phrases import method_name
from foldwise.plans import PLAN_ALIASES, PLANS, Plan, PlanFamily, parse

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["TEST_FUNCTIONS", "members_called"]

TEST_FUNCTIONS = {
    "bayes-correlated-t": comparisons.correlated_posterior,
    "bayes-hierarchical": comparisons.bayes_hierarchical,
    "bayes-sign": comparisons.bayes_sign,
    "bayes-signed-rank": comparisons.bayes_signed_rank,
    "bonett-price": comparisons.bonett_price,
    "bonferroni-dunn": comparisons.bonferroni_dunn,
    "cochran-q": comparisons.cochran_q,
    "equivalent": comparisons.equivalent,
    "friedman": comparisons.friedman,
    "given-value": comparisons.value_test,
    "homogeneity": comparisons.homogeneity_test,
    "matched-fpr": comparisons.compare_at_fpr,
    "model-confidence-set": comparisons.model_confidence_set,
    "nemenyi": comparisons.nemenyi,
    "newcombe": comparisons.newcombe_paired,
    "not-inferior": comparisons.not_inferior,
    "one-share": comparisons.share_test,
    "rank-z-holm": comparisons.rank_z,
    "wilcoxon-holm": comparisons.signed_rank,
}
"""Tests that are functions: of several systems, of several datasets, of equivalence, and what to believe."""

CHOICES = {
    "auto": "'influence' or another of foldwise.explain('methods'): auto takes the one that is valid for plan and measure",
    "careful": "'nested-cv', which careful takes for mean losses, or 'conservative-z', which it takes for other measures",
}
"""Words that stand for a choice among methods."""

KINDS: dict[str, tuple[type, ...]] = {
    "interval": (IntervalMethod,),
    "estimate": (EstimateMethod,),
    "test": (ComparisonMethod, UnpairedMethod),
    "measure": (Measure, MeasureFamily),
    "plan": (Plan, PlanFamily),
    "model": (NamedModel,),
    "improvement": (ImprovementMethod,),
    "check": (Rule,),
    "diagnosis": (DiagnosisPart, DecompositionMethod, InSampleCriterion, CurveModel),
}


def members_called(what: Given) -> dict[str, Any]:
    """Every member that a name or an object stands for, by its kind: an interval and a test may share a name.

    Examples
    --------
    >>> sorted(members_called("influence")), list(members_called("sensitivity")), list(members_called("kfold(5)"))
    (['interval', 'test'], ['measure'], ['plan'])
    """
    if isinstance(what, Procedure):
        return {what.kind: what}
    if not isinstance(what, str):
        return _member_of(what)
    known: dict[str, tuple[Any, ...]] = {
        "interval": INTERVALS,
        "estimate": ESTIMATES,
        "test": (*COMPARISONS, *UNPAIRED_TESTS),
        "improvement": IMPROVEMENTS,
        "check": RULES,
        "diagnosis": (*PARTS, *DECOMPOSITIONS, *CRITERIA, *CURVE_MODELS),
    }
    wanted = method_name(what)
    found: dict[str, Any] = {
        kind: member for kind, members in known.items() for member in members if member.name.lower() == wanted
    }
    if wanted in TEST_FUNCTIONS:
        found["test"] = TEST_FUNCTIONS[wanted]
    found |= {one.kind: one for one in PROCEDURES if one.name == wanted}
    others = {"measure": _measure(what), "plan": _plan(what), "model": _model(what)}
    found |= {kind: other for kind, other in others.items() if other is not None}
    if not found:
        _read_again(what)
        listed: tuple[tuple[Any, ...], ...] = (*known.values(), PROCEDURES, PLANS, MODELS, MEASURES, FAMILIES)
        names = {member.name: member.name for members in listed for member in members} | ALIASES
        kinds = "measure, plan, model, estimate, interval, test, improvement, diagnosis, check or verb"
        raise UnknownNameError.of(
            kinds, what, {**names, **TEST_FUNCTIONS}, meant=MEANT | UNNAMED | CHOICES, listing="measures"
        )
    return found


def _read_again(text: str) -> None:
    """Say what is wrong with the arguments of a measure or a plan that is known by its name, as in ``f(0)``."""
    name, bracket, _ = text.partition("(")
    wanted = method_name(name)
    if bracket and any(family.name == wanted for family in FAMILIES):
        measure(text)
    if bracket and any(plan.name == PLAN_ALIASES.get(wanted, wanted) for plan in PLANS):
        parse(text)


def _measure(name: str) -> Measure | MeasureFamily | None:
    """The measure of that name, by any of its names; the family where its parameter must be given."""
    family = next((family for family in FAMILIES if family.name == method_name(name)), None)
    try:
        return measure(name)
    except InputError:
        return family


def _plan(name: str) -> Plan | PlanFamily | None:
    """The plan that a text with arguments stands for, or the family of plans of that name."""
    wanted = method_name(name)
    family = next((plan for plan in PLANS if plan.name == PLAN_ALIASES.get(wanted, wanted)), None)
    try:
        return family or parse(name)
    except FoldwiseError:
        return None


def _model(name: str) -> NamedModel | None:
    try:
        return find_model(name)
    except InputError:
        return None


def _member_of(what: Given) -> dict[str, Any]:
    """The object itself, under its kind; a model by its name, or as it is."""
    for kind, classes in KINDS.items():
        if isinstance(what, classes):
            return {kind: what}
    if hasattr(what, "fit"):
        (name,) = name_models(what)
        return {"model": _model(name) or what}
    if any(what is function for function in TEST_FUNCTIONS.values()):
        return {"test": what}
    if callable(what) and not isinstance(what, type):
        return {"measure": custom_measure(what)}
    message = f"a name, a measure, a plan, a model or a method is explained, not {type(what).__name__}"
    raise InputError(message, hint="foldwise.explain('auc')")

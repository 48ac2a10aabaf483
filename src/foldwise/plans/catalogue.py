"""Every family of plans, with an example of its text form."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import final

from foldwise.plans.bootstrap import Bootstrap
from foldwise.plans.bootstrap_case import BootstrapCase
from foldwise.plans.complete import Complete
from foldwise.plans.forward import Forward
from foldwise.plans.group_kfold import GroupKFold
from foldwise.plans.holdout import Holdout
from foldwise.plans.kfold import KFold
from foldwise.plans.leave_group_out import LeaveGroupOut
from foldwise.plans.leave_one_out import LeaveOneOut
from foldwise.plans.leave_p_groups_out import LeavePGroupsOut
from foldwise.plans.leave_p_out import LeavePOut
from foldwise.plans.leave_pair_out import LeavePairOut
from foldwise.plans.nested import Nested
from foldwise.plans.paired_halves import PairedHalves
from foldwise.plans.plan import Plan, argument_text
from foldwise.plans.predefined import Predefined
from foldwise.plans.purged import Purged
from foldwise.plans.replace_one import ReplaceOne
from foldwise.plans.resubstitution import Resubstitution
from foldwise.plans.stratified_group import StratifiedGroup
from foldwise.plans.subsample import Subsample
from foldwise.plans.three_way import ThreeWay
from foldwise.plans.two_folds_out import TwoFoldsOut

__all__ = ["PLANS", "PlanFamily"]


@final
@dataclass(frozen=True)
class PlanFamily:
    """One family of plans.

    Parameters
    ----------
    plan
        The class.
    example
        A plan of the family, which fits the usual dataset.
    """

    plan: type[Plan]
    example: Plan

    @property
    def name(self) -> str:
        """Name in the text form."""
        return self.plan.name

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return self.plan.summary

    @property
    def structure(self) -> str:
        """Which rows it is made for: rows, groups, time, or any."""
        return self.example.structure

    @property
    def usage(self) -> str:
        """Text form with every argument and its default.

        Examples
        --------
        >>> PlanFamily(KFold, KFold(10)).usage
        'kfold(k=10, repeats=1, stratify=true)'
        """
        shown = [
            part.name if part.default is MISSING else f"{part.name}={argument_text(part.default)}"
            for part in fields(self.plan)  # type: ignore[arg-type]
        ]
        return f"{self.name}({', '.join(shown)})" if shown else self.name


PLANS: tuple[PlanFamily, ...] = (
    PlanFamily(KFold, KFold(10, repeats=3)),
    PlanFamily(Holdout, Holdout(1 / 3)),
    PlanFamily(ThreeWay, ThreeWay(0.2)),
    PlanFamily(Subsample, Subsample(25, test=0.1)),
    PlanFamily(LeaveOneOut, LeaveOneOut()),
    PlanFamily(LeavePOut, LeavePOut(2)),
    PlanFamily(LeavePairOut, LeavePairOut()),
    PlanFamily(Complete, Complete(2)),
    PlanFamily(Bootstrap, Bootstrap(200)),
    PlanFamily(Resubstitution, Resubstitution()),
    PlanFamily(GroupKFold, GroupKFold(5)),
    PlanFamily(StratifiedGroup, StratifiedGroup(5)),
    PlanFamily(LeaveGroupOut, LeaveGroupOut()),
    PlanFamily(LeavePGroupsOut, LeavePGroupsOut(2)),
    PlanFamily(Forward, Forward(5)),
    PlanFamily(Purged, Purged(6)),
    PlanFamily(Nested, Nested(KFold(5), KFold(5))),
    PlanFamily(PairedHalves, PairedHalves(10)),
    PlanFamily(TwoFoldsOut, TwoFoldsOut(5)),
    PlanFamily(ReplaceOne, ReplaceOne(5)),
    PlanFamily(BootstrapCase, BootstrapCase(100)),
    PlanFamily(Predefined, Predefined("part")),
)
"""Every plan, each with an example."""

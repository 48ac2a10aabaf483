"""Plans: recipes for resampling, and the resamples they draw.

`parse` reads a plan from text, `as_plan` from anything that stands for one, `default_plan` chooses one, `draw` checks that
it suits the rows and draws the resamples.
"""

from foldwise.plans.bootstrap import Bootstrap
from foldwise.plans.bootstrap_case import BootstrapCase
from foldwise.plans.catalogue import PLANS, PlanFamily
from foldwise.plans.complete import Complete
from foldwise.plans.default import MOST_PAIRED, default_plan, one_fit_plan
from foldwise.plans.drawing import check_structure, draw
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
from foldwise.plans.parser import PLAN_ALIASES, as_plan, parse
from foldwise.plans.plan import Plan
from foldwise.plans.predefined import Predefined
from foldwise.plans.purged import Purged
from foldwise.plans.replace_one import ReplaceOne
from foldwise.plans.resamples import (
    CountMatrix,
    DrawnCounts,
    HeldOut,
    PairsOut,
    Partition,
    Resamples,
    RowLists,
    Sampler,
    from_saved,
    to_saved,
)
from foldwise.plans.resubstitution import Resubstitution
from foldwise.plans.splitter import FromSplitter
from foldwise.plans.stratified_group import StratifiedGroup
from foldwise.plans.subsample import Subsample
from foldwise.plans.three_way import ThreeWay
from foldwise.plans.two_folds_out import TwoFoldsOut

__all__ = [
    "MOST_PAIRED",
    "PLANS",
    "PLAN_ALIASES",
    "Bootstrap",
    "BootstrapCase",
    "Complete",
    "CountMatrix",
    "DrawnCounts",
    "Forward",
    "FromSplitter",
    "GroupKFold",
    "HeldOut",
    "Holdout",
    "KFold",
    "LeaveGroupOut",
    "LeaveOneOut",
    "LeavePGroupsOut",
    "LeavePOut",
    "LeavePairOut",
    "Nested",
    "PairedHalves",
    "PairsOut",
    "Partition",
    "Plan",
    "PlanFamily",
    "Predefined",
    "Purged",
    "ReplaceOne",
    "Resamples",
    "Resubstitution",
    "RowLists",
    "Sampler",
    "StratifiedGroup",
    "Subsample",
    "ThreeWay",
    "TwoFoldsOut",
    "as_plan",
    "check_structure",
    "default_plan",
    "draw",
    "from_saved",
    "one_fit_plan",
    "parse",
    "to_saved",
]

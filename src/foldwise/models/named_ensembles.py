"""Named ensembles and rule learners of our own."""

from __future__ import annotations

from foldwise.models.named_model import NamedModel

__all__ = ["NAMED_ENSEMBLES"]

ROOM = "foldwise.ensembles"

NAMED_ENSEMBLES: tuple[NamedModel, ...] = (
    NamedModel(
        "bagging",
        "bagged trees",
        "50 trees on bootstrap samples, voted on or averaged",
        f"{ROOM}:BaggedClassifier",
        f"{ROOM}:BaggedRegressor",
    ),
    NamedModel(
        "subspace",
        "random subspaces",
        "50 trees, each of a random half of the columns",
        f"{ROOM}:SubspaceClassifier",
        f"{ROOM}:SubspaceRegressor",
    ),
    NamedModel(
        "output-codes",
        "error-correcting output codes",
        "a tree for each bit of the words that code the classes",
        f"{ROOM}:OutputCodes",
    ),
    NamedModel(
        "adaboost-m1",
        "AdaBoost.M1 by resampling",
        "up to 50 small trees on samples drawn by weight, drawn again where the error is 0.5 or more",
        f"{ROOM}:AdaBoostM1",
    ),
    NamedModel(
        "voting",
        "vote of several models",
        "logistic or ridge regression, neighbours, a tree and naive Bayes, one vote each",
        f"{ROOM}:VotedClassifier",
        f"{ROOM}:VotedRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "stacking",
        "stacking",
        "a combiner fitted to out-of-fold predictions of several models",
        f"{ROOM}:StackedClassifier",
        f"{ROOM}:StackedRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "super-learner",
        "super learner",
        "several models weighted by non-negative least squares of out-of-fold predictions",
        f"{ROOM}:SuperLearnerClassifier",
        f"{ROOM}:SuperLearnerRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "best-single",
        "best single model",
        "of several models, the one with the smallest out-of-fold risk",
        f"{ROOM}:BestSingleClassifier",
        f"{ROOM}:BestSingleRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "greedy-selection",
        "greedy ensemble selection",
        "models added one by one as long as the out-of-fold risk of their mean falls",
        f"{ROOM}:GreedyClassifier",
        f"{ROOM}:GreedyRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "bumping",
        "bumping",
        "of 21 trees of depth 2 on bootstrap samples, the one that fits the original rows best",
        f"{ROOM}:BumpedClassifier",
        f"{ROOM}:BumpedRegressor",
    ),
    NamedModel(
        "committee",
        "cross-validation committee",
        "10 trees, each fitted without one fold, voted on or averaged",
        f"{ROOM}:CommitteeClassifier",
        f"{ROOM}:CommitteeRegressor",
    ),
    NamedModel(
        "c45-rules",
        "C4.5 rules",
        "if-then rules from a C4.5 tree; rows that no rule covers stay unclassified",
        "foldwise.learners:C45Rules",
        settings=(("default_class", False),),
        sparse=False,
        raw=True,
    ),
    NamedModel(
        "prism",
        "PRISM",
        "covering rules, class by class; rows that no rule covers stay unclassified",
        "foldwise.learners:Prism",
        settings=(("default_class", False),),
        sparse=False,
        raw=True,
    ),
    NamedModel(
        "ripper",
        "RIPPER",
        "short list of rules, the rarest class first, cut back by rows held out and by description length",
        "foldwise.learners:Ripper",
        sparse=False,
        raw=True,
    ),
    NamedModel(
        "rule-committee",
        "committee of rule sets",
        "union of the C4.5 rules of 10 folds; rows that no rule covers stay unclassified",
        f"{ROOM}:RuleCommittee",
        settings=(("default_class", False),),
        sparse=False,
        raw=True,
    ),
)
"""Every ensemble and rule learner that has a name."""

"""Named ensembles and rule learners of our own."""

from __future__ import annotations

from foldwise.models.named_model import NamedModel

__all__ = ["NAMED_ENSEMBLES"]

ENSEMBLES_PACKAGE = "foldwise.ensembles"

NAMED_ENSEMBLES: tuple[NamedModel, ...] = (
    NamedModel(
        "bagging",
        "bagged trees",
        "50 trees on bootstrap samples, voted on or averaged",
        f"{ENSEMBLES_PACKAGE}:BaggedClassifier",
        f"{ENSEMBLES_PACKAGE}:BaggedRegressor",
    ),
    NamedModel(
        "subspace",
        "random subspaces",
        "50 trees, each of a random half of the columns",
        f"{ENSEMBLES_PACKAGE}:SubspaceClassifier",
        f"{ENSEMBLES_PACKAGE}:SubspaceRegressor",
    ),
    NamedModel(
        "output-codes",
        "error-correcting output codes",
        "a tree for each bit of the words that code the classes",
        f"{ENSEMBLES_PACKAGE}:OutputCodes",
    ),
    NamedModel(
        "adaboost-m1",
        "AdaBoost.M1 by resampling",
        "up to 50 small trees on samples drawn by weight, drawn again where the error is 0.5 or more",
        f"{ENSEMBLES_PACKAGE}:AdaBoostM1",
    ),
    NamedModel(
        "voting",
        "vote of several models",
        "logistic or ridge regression, neighbours, a tree and naive Bayes, one vote each",
        f"{ENSEMBLES_PACKAGE}:VotedClassifier",
        f"{ENSEMBLES_PACKAGE}:VotedRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "stacking",
        "stacking",
        "a combiner fitted to out-of-fold predictions of several models",
        f"{ENSEMBLES_PACKAGE}:StackedClassifier",
        f"{ENSEMBLES_PACKAGE}:StackedRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "super-learner",
        "super learner",
        "several models weighted by non-negative least squares of out-of-fold predictions",
        f"{ENSEMBLES_PACKAGE}:SuperLearnerClassifier",
        f"{ENSEMBLES_PACKAGE}:SuperLearnerRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "best-single",
        "best single model",
        "of several models, the one with the smallest out-of-fold risk",
        f"{ENSEMBLES_PACKAGE}:BestSingleClassifier",
        f"{ENSEMBLES_PACKAGE}:BestSingleRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "greedy-selection",
        "greedy ensemble selection",
        "models added one by one as long as the out-of-fold risk of their mean falls",
        f"{ENSEMBLES_PACKAGE}:GreedyClassifier",
        f"{ENSEMBLES_PACKAGE}:GreedyRegressor",
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "bumping",
        "bumping",
        "of 21 trees of depth 2 on bootstrap samples, the one that fits the original rows best",
        f"{ENSEMBLES_PACKAGE}:BumpedClassifier",
        f"{ENSEMBLES_PACKAGE}:BumpedRegressor",
    ),
    NamedModel(
        "committee",
        "cross-validation committee",
        "10 trees, each fitted without one fold, voted on or averaged",
        f"{ENSEMBLES_PACKAGE}:CommitteeClassifier",
        f"{ENSEMBLES_PACKAGE}:CommitteeRegressor",
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
        f"{ENSEMBLES_PACKAGE}:RuleCommittee",
        settings=(("default_class", False),),
        sparse=False,
        raw=True,
    ),
)
"""Every ensemble and rule learner that has a name."""

"""Other names of the models, and what to take for models that have no name here."""

from __future__ import annotations

__all__ = ["MODEL_ALIASES", "UNNAMED"]

MODEL_ALIASES = {
    "rf": "random-forest",
    "randomforest": "random-forest",
    "forest": "random-forest",
    "et": "extra-trees",
    "extratrees": "extra-trees",
    "dt": "tree",
    "cart": "tree",
    "decision-tree": "tree",
    "log-reg": "logistic",
    "logreg": "logistic",
    "logit": "logistic",
    "logistic-regression": "logistic",
    "ols": "linear",
    "lm": "linear",
    "linear-regression": "linear",
    "ridge-regression": "ridge",
    "nb": "gaussian-nb",
    "naive-bayes": "gaussian-nb",
    "gnb": "gaussian-nb",
    "linear-discriminant": "lda",
    "quadratic-discriminant": "qda",
    "k-nn": "knn",
    "kneighbors": "knn",
    "nearest-neighbors": "knn",
    "nearest-neighbours": "knn",
    "svc": "svm",
    "svr": "svm",
    "gbm": "hist-gradient-boosting",
    "gbdt": "hist-gradient-boosting",
    "hgb": "hist-gradient-boosting",
    "gradient-boosting": "hist-gradient-boosting",
    "boosting": "hist-gradient-boosting",
    "ada-boost": "adaboost",
    "bagged-trees": "bagging",
    "bag": "bagging",
    "random-subspace": "subspace",
    "ecoc": "output-codes",
    "stack": "stacking",
    "superlearner": "super-learner",
    "vote": "voting",
    "ensemble-selection": "greedy-selection",
    "cv-committee": "committee",
    "rules": "c45-rules",
    "xgb": "xgboost",
    "lgbm": "lightgbm",
    "lgb": "lightgbm",
    "nn": "mlp",
    "neural-network": "mlp",
    "neural-net": "mlp",
    "dummy": "baseline",
}
"""Abbreviations and full names of the same models."""

PENALISED = "'ridge', the linear model with a penalty, or any estimator, such as 'sklearn.linear_model:Lasso'"

UNNAMED = {
    **dict.fromkeys(("gradientboostingclassifier", "gradientboostingregressor"), "'hist-gradient-boosting'"),
    **dict.fromkeys(("lasso", "elastic-net", "elasticnet", "sgd", "perceptron"), PENALISED),
    **dict.fromkeys(("nearest", "neighbors", "neighbours", "nearest-centroid"), "'knn'"),
    "lr": "'logistic' for classes, 'linear' for values",
    "ripper": "'prism' or 'c45-rules', which learn rules too",
    "bayes": "'gaussian-nb'",
    "glm": "'logistic' for classes, 'ridge' for values",
    "kernel-ridge": "'svm', which has a kernel too, or 'ridge'",
    "gp": "'svm', which has a kernel too",
    "gaussian-process": "'svm', which has a kernel too",
    "deep-learning": "'mlp', a network with one hidden layer",
    "automl": "'hist-gradient-boosting', or foldwise.select, which chooses among several models",
    "mean": "'baseline', which is the mean, or the commonest class",
    "majority": "'baseline', which is the mean, or the commonest class",
}
"""What is asked for elsewhere and has no name here: the nearest by meaning."""

"""Every named model: scikit-learn's, our own and three boosting libraries', with the few settings that make it work on any table."""

from __future__ import annotations

from foldwise.errors import UnknownNameError
from foldwise.models.aliases import MODEL_ALIASES, UNNAMED
from foldwise.models.named_ensembles import NAMED_ENSEMBLES
from foldwise.models.named_model import NamedModel

__all__ = ["BASELINE", "MODELS", "find_model", "plain_name"]

BASELINE = "baseline"
"""Name of the model that ignores the features."""


MODELS: tuple[NamedModel, ...] = (
    NamedModel(
        BASELINE,
        "baseline",
        "ignores the features: the class shares, or the mean",
        "sklearn.dummy:DummyClassifier",
        "sklearn.dummy:DummyRegressor",
    ),
    NamedModel(
        "gaussian-nb",
        "Gaussian naive Bayes",
        "a normal density per class and column, columns independent",
        "sklearn.naive_bayes:GaussianNB",
        sparse=False,
    ),
    NamedModel(
        "mixed-nb",
        "mixed naive Bayes",
        "normal densities of numbers, shares of categories; takes missing values and texts as they are",
        "foldwise.learners:MixedNB",
        sparse=False,
        raw=True,
    ),
    NamedModel(
        "lda",
        "linear discriminant",
        "normal classes with one common covariance matrix",
        "sklearn.discriminant_analysis:LinearDiscriminantAnalysis",
        sparse=False,
    ),
    NamedModel(
        "qda",
        "quadratic discriminant",
        "normal classes, each with its own covariance matrix, shrunk by 1 %",
        "sklearn.discriminant_analysis:QuadraticDiscriminantAnalysis",
        # Unshrunk it fails as soon as a column is constant within a class.
        settings=(("solver", "eigen"), ("shrinkage", 0.01)),
        former=((1, 9), (("reg_param", 0.01),)),
        scaled=True,
        sparse=False,
    ),
    NamedModel(
        "logistic",
        "logistic regression",
        "linear log-odds with a ridge penalty",
        "sklearn.linear_model:LogisticRegression",
        settings=(("max_iter", 1000),),
        scaled=True,
    ),
    NamedModel(
        "ridge",
        "ridge regression",
        "linear with a ridge penalty; classes coded as -1 and 1",
        "sklearn.linear_model:RidgeClassifier",
        "sklearn.linear_model:Ridge",
        scaled=True,
    ),
    NamedModel(
        "linear", "linear regression", "ordinary least squares", regressor="sklearn.linear_model:LinearRegression"
    ),
    NamedModel(
        "knn",
        "nearest neighbours",
        "vote or mean of the 5 nearest rows",
        "sklearn.neighbors:KNeighborsClassifier",
        "sklearn.neighbors:KNeighborsRegressor",
        scaled=True,
    ),
    NamedModel(
        "tree",
        "decision tree",
        "one tree, grown until its leaves are pure",
        "sklearn.tree:DecisionTreeClassifier",
        "sklearn.tree:DecisionTreeRegressor",
    ),
    NamedModel(
        "c45",
        "C4.5",
        "Quinlan's tree: gain ratio, many-way splits, pruned; takes missing values and texts as they are",
        "foldwise.learners:C45Tree",
        sparse=False,
        raw=True,
    ),
    NamedModel(
        "random-forest",
        "random forest",
        "100 trees on bootstrap samples, a random choice of columns at each cut",
        "sklearn.ensemble:RandomForestClassifier",
        "sklearn.ensemble:RandomForestRegressor",
    ),
    NamedModel(
        "extra-trees",
        "extra trees",
        "100 trees with random cuts",
        "sklearn.ensemble:ExtraTreesClassifier",
        "sklearn.ensemble:ExtraTreesRegressor",
    ),
    NamedModel(
        "adaboost",
        "AdaBoost",
        "50 small trees, each weighted towards the errors of those before",
        "sklearn.ensemble:AdaBoostClassifier",
        "sklearn.ensemble:AdaBoostRegressor",
        former=((1, 6), (("algorithm", "SAMME"),)),
    ),
    NamedModel(
        "hist-gradient-boosting",
        "gradient boosting",
        "100 small trees on binned columns; takes missing values and categories as they are",
        "sklearn.ensemble:HistGradientBoostingClassifier",
        "sklearn.ensemble:HistGradientBoostingRegressor",
        sparse=False,
        native=True,
    ),
    NamedModel(
        "xgboost",
        "XGBoost",
        "100 trees by XGBoost; takes missing values as they are (extra 'models')",
        "xgboost:XGBClassifier",
        "xgboost:XGBRegressor",
        settings=(("n_jobs", 1), ("verbosity", 0)),
        missing=True,
    ),
    NamedModel(
        "lightgbm",
        "LightGBM",
        "100 trees by LightGBM; takes missing values as they are (extra 'models')",
        "lightgbm:LGBMClassifier",
        "lightgbm:LGBMRegressor",
        settings=(("n_jobs", 1), ("verbosity", -1)),
        missing=True,
    ),
    NamedModel(
        "catboost",
        "CatBoost",
        "1000 symmetric trees by CatBoost; takes missing values as they are (extra 'models')",
        "catboost:CatBoostClassifier",
        "catboost:CatBoostRegressor",
        # Left to itself it writes a folder with its progress beside the user's files.
        settings=(("thread_count", 1), ("verbose", False), ("allow_writing_files", False)),
        missing=True,
    ),
    NamedModel(
        "svm",
        "support vectors",
        "support vector machine with a Gaussian kernel",
        "sklearn.svm:SVC",
        "sklearn.svm:SVR",
        scaled=True,
        scaled_target=True,
    ),
    NamedModel(
        "mlp",
        "neural network",
        "one hidden layer of 100 units",
        "sklearn.neural_network:MLPClassifier",
        "sklearn.neural_network:MLPRegressor",
        settings=(("max_iter", 1000),),
        scaled=True,
        scaled_target=True,
    ),
    *NAMED_ENSEMBLES,
)
"""Every model that has a name."""
_BY_NAME = {model.name: model for model in MODELS}
_BY_CLASS = {name.lower(): model for model in MODELS for name in model.classes}


def plain_name(text: str) -> str:
    """Write a name the way the catalogue does.

    Examples
    --------
    >>> plain_name(" Random_Forest")
    'random-forest'
    """
    return text.strip().lower().replace("_", "-").replace(" ", "-")


def find_model(name: str) -> NamedModel:
    """Find a model by its name, by another name it has, or by that of its class.

    Examples
    --------
    >>> find_model("lda").title, find_model("RandomForestClassifier").name, find_model("rf").name
    ('linear discriminant', 'random-forest', 'random-forest')
    """
    plain = plain_name(name)
    found = _BY_NAME.get(MODEL_ALIASES.get(plain, plain)) or _BY_CLASS.get(plain)
    if found is None:
        raise UnknownNameError.of("model", name.strip(), {**_BY_NAME, **MODEL_ALIASES}, meant=UNNAMED, listing="models")
    return found

"""Every named model: scikit-learn's, our own and three boosting libraries', with the few settings that make it work on any table."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, final

from foldwise.data import Task
from foldwise.errors import MissingExtraError, UnknownNameError
from foldwise.models.aliases import MODEL_ALIASES, UNNAMED

if TYPE_CHECKING:
    from foldwise.typing import Estimator, Given

__all__ = ["BASELINE", "MODELS", "NamedModel", "find_model", "plain_name"]

BASELINE = "baseline"
"""Name of the model that ignores the features."""


@final
@dataclass(frozen=True)
class NamedModel:
    """A model with a name.

    Parameters
    ----------
    name
        Lower case with hyphens, the same everywhere.
    title
        What a reader calls it.
    summary
        One line for the catalogue.
    classifier, regressor
        Where its library keeps it, ``module:Class``; empty where it does not exist.
    settings
        What is set other than by the library's defaults.
    scaled
        Whether the numbers are standardised first.
    scaled_target
        Whether a numeric target is standardised too.
    sparse
        Whether it takes sparse matrices.
    native
        Whether it handles missing values and categories by itself.
    gaps
        Whether it handles missing numbers by itself, and categories not; it takes arrays, whatever the columns are called.
    raw
        Whether it takes a table as it is, texts and missing values included.

    Examples
    --------
    >>> NamedModel("lda", "discriminant", "one line", "sklearn.discriminant_analysis:LinearDiscriminantAnalysis").tasks
    (<Task.CLASSIFICATION: 'classification'>,)
    """

    name: str
    title: str
    summary: str
    classifier: str = ""
    regressor: str = ""
    settings: tuple[tuple[str, Any], ...] = ()
    scaled: bool = False
    scaled_target: bool = False
    sparse: bool = True
    native: bool = False
    gaps: bool = False
    raw: bool = False

    @property
    def tasks(self) -> tuple[Task, ...]:
        """What it can predict."""
        homes = ((Task.CLASSIFICATION, self.classifier), (Task.REGRESSION, self.regressor))
        return tuple(task for task, home in homes if home)

    @property
    def classes(self) -> frozenset[str]:
        """Names of its classes."""
        return frozenset(home.partition(":")[2] for home in (self.classifier, self.regressor) if home)

    @property
    def package(self) -> str:
        """Package that its classes are in."""
        return (self.classifier or self.regressor).partition(":")[0].partition(".")[0]

    def build(self, task: Task, **more: Given) -> Estimator:
        """Make the estimator alone, without preprocessing."""
        module, _, name = (self.classifier if task is Task.CLASSIFICATION else self.regressor).partition(":")
        try:
            home = import_module(module)
        except (ImportError, OSError) as error:  # OSError: a library of its own is missing
            what = f"model '{self.name}'"
            raise MissingExtraError.of(what, "models") from error
        estimator = getattr(home, name)(**dict(self.settings), **more)
        if not (self.scaled_target and task is Task.REGRESSION):
            return estimator
        from sklearn.compose import TransformedTargetRegressor
        from sklearn.preprocessing import StandardScaler

        return TransformedTargetRegressor(estimator, transformer=StandardScaler())


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
        "normal densities of numbers, shares of categories; takes gaps and texts as they are",
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
        "Quinlan's tree: gain ratio, many-way splits, pruned; takes gaps and texts as they are",
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
    ),
    NamedModel(
        "hist-gradient-boosting",
        "gradient boosting",
        "100 small trees on binned columns; takes gaps and categories as they are",
        "sklearn.ensemble:HistGradientBoostingClassifier",
        "sklearn.ensemble:HistGradientBoostingRegressor",
        sparse=False,
        native=True,
    ),
    NamedModel(
        "xgboost",
        "XGBoost",
        "100 trees by XGBoost; takes gaps as they are (extra 'models')",
        "xgboost:XGBClassifier",
        "xgboost:XGBRegressor",
        settings=(("n_jobs", 1), ("verbosity", 0)),
        gaps=True,
    ),
    NamedModel(
        "lightgbm",
        "LightGBM",
        "100 trees by LightGBM; takes gaps as they are (extra 'models')",
        "lightgbm:LGBMClassifier",
        "lightgbm:LGBMRegressor",
        settings=(("n_jobs", 1), ("verbosity", -1)),
        gaps=True,
    ),
    NamedModel(
        "catboost",
        "CatBoost",
        "1000 symmetric trees by CatBoost; takes gaps as they are (extra 'models')",
        "catboost:CatBoostClassifier",
        "catboost:CatBoostRegressor",
        # Left to itself it writes a folder with its progress beside the user's files.
        settings=(("thread_count", 1), ("verbose", False), ("allow_writing_files", False)),
        gaps=True,
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

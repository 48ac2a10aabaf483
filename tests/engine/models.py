"""Estimators that misbehave on purpose."""

import os
import random
import signal
import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.dummy import DummyClassifier


class Crashing(ClassifierMixin, BaseEstimator):
    """Fails to fit when the first training row is row 0 of the table."""

    def __init__(self, first=None):
        self.first = first

    def fit(self, X, y):
        if self.first is None or X[0, 0] != self.first:
            message = "the matrix\nis singular"
            raise np.linalg.LinAlgError(message)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Answers(BaseEstimator):
    """Predicts whatever it was told to."""

    def __init__(self, answer=None, short=False):
        self.answer = answer
        self.short = short

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X) - self.short, self.answer)


class NanRegressor(RegressorMixin, BaseEstimator):
    """Predicts NaN."""

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.full(len(X), np.nan)


class Rules(ClassifierMixin, BaseEstimator):
    """Leaves every other record unclassified."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        answer = np.full(len(X), self.classes_[0], dtype=object)
        answer[::2] = None
        return answer


class Interrupting(DummyClassifier):
    """Presses Ctrl-C after some fits."""

    fits = 0

    def fit(self, X, y, sample_weight=None):
        Interrupting.fits += 1
        if Interrupting.fits == 8:
            raise KeyboardInterrupt
        return super().fit(X, y, sample_weight)


class Deadly(DummyClassifier):
    """Kills its process for one resample, as the out-of-memory killer would."""

    def __init__(self, main=0, size=0):
        super().__init__()
        self.main = main
        self.size = size

    def fit(self, X, y, sample_weight=None):
        time.sleep(0.01)
        if os.getpid() != self.main and len(X) == self.size:
            os.kill(os.getpid(), signal.SIGKILL)  # `os._exit` would be an error of the model
        return super().fit(X, y, sample_weight)


class Weighty(ClassifierMixin, BaseEstimator):
    """Remembers the mean weight and the number of groups it was given, as its scores."""

    def fit(self, X, y, sample_weight=None, groups=None):
        self.classes_ = np.unique(y)
        self.mean_ = 1.0 if sample_weight is None else float(np.mean(sample_weight))
        self.groups_ = 0 if groups is None else np.unique(groups).size
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])

    def decision_function(self, X):
        return np.tile([self.mean_, float(self.groups_), 0.0], (len(X), 1))


class Leaving(DummyClassifier):
    """Ends the program for training sets of one size."""

    def __init__(self, size=0):
        super().__init__()
        self.size = size

    def fit(self, X, y, sample_weight=None):
        if len(X) == self.size:
            raise SystemExit(3)
        return super().fit(X, y, sample_weight)


class Unpicklable(DummyClassifier):
    """Refuses to travel to another process."""

    def __reduce_ex__(self, protocol):
        message = "cannot pickle a handle"
        raise TypeError(message)


class Sleepy(DummyClassifier):
    """Takes a minute for training sets of one size; tells its process in a folder first."""

    def __init__(self, size=0, folder="", once=False):
        super().__init__()
        self.size = size
        self.folder = folder
        self.once = once

    def fit(self, X, y, sample_weight=None):
        mark = os.path.join(self.folder, f"{'once' if self.once else os.getpid()}")  # noqa: PTH118
        if len(X) == self.size and not (self.once and os.path.exists(mark)):  # noqa: PTH110
            if self.folder:
                open(mark, "w").close()  # noqa: PTH123
            if self.once:
                os.kill(os.getpid(), 9)
            time.sleep(60)
        return super().fit(X, y, sample_weight)


class Hungry(DummyClassifier):
    """Takes up to three gigabytes for training sets of one size, a little at a time."""

    def __init__(self, size=0):
        super().__init__()
        self.size = size

    def fit(self, X, y, sample_weight=None):
        held = []
        while len(X) == self.size and len(held) < 60:
            held.append(np.ones(6_000_000))
            time.sleep(0.02)
        return super().fit(X, y, sample_weight)


class Forking(DummyClassifier):
    """Starts a process for training sets of one size, tells both in a folder, and ends its own or takes ten minutes."""

    def __init__(self, size=0, folder="", ends=False):
        super().__init__()
        self.size = size
        self.folder = folder
        self.ends = ends

    def fit(self, X, y, sample_weight=None):
        if len(X) == self.size:
            child = os.fork()
            if not child:
                time.sleep(600)
                os._exit(0)
            for process in (child, os.getpid()):
                open(os.path.join(self.folder, str(process)), "w").close()  # noqa: PTH118, PTH123
            if self.ends:
                os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(600)
        return super().fit(X, y, sample_weight)


class Splitting(DummyClassifier):
    """Forks a copy of its process and leaves it running."""

    def fit(self, X, y, sample_weight=None):
        os.fork()
        return super().fit(X, y, sample_weight)


class Drawing(DummyClassifier):
    """Draws its scores from the generators that all code shares."""

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        self.drawn_ = np.random.random() * random.random()  # noqa: NPY002
        return self

    def predict_proba(self, X):
        share = self.drawn_ * np.random.random(len(X))  # noqa: NPY002
        return np.column_stack([share, 1 - share, 0 * share])


SHARE = 0.25
"""What `Sharing` reads."""


class Sharing(DummyClassifier):
    """Its scores are a constant of this module."""

    def predict_proba(self, X):
        return np.tile([SHARE, 1 - SHARE, 0.0], (len(X), 1))


class Pausing(DummyClassifier):
    """Takes some seconds."""

    def __init__(self, seconds=0.0):
        super().__init__()
        self.seconds = seconds

    def fit(self, X, y, sample_weight=None):
        time.sleep(self.seconds)
        return super().fit(X, y, sample_weight)

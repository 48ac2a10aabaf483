"""Small datasets for the tests of plans: only the target, the groups and the order matter."""

from __future__ import annotations

import numpy as np

from foldwise.data import Dataset, Task


def of_classes(*counts, **more):
    """A dataset with this many rows of each class, mixed in a fixed way; class names are a, b, c, …."""
    codes = np.repeat(np.arange(len(counts)), counts)
    labels = np.array([chr(97 + code) for code in range(len(counts))])[codes]
    mixed = np.random.default_rng(0).permutation(labels.size)
    return Dataset(X=np.zeros((labels.size, 1)), target=labels[mixed], task=Task.CLASSIFICATION, **more)


def of_values(target, **more):
    """A dataset with this numeric target."""
    target = np.asarray(target, dtype=float)
    return Dataset(X=np.zeros((target.size, 1)), target=target, task=Task.REGRESSION, **more)


def in_groups(sizes, classes=2):
    """A dataset whose groups have these sizes."""
    groups = np.repeat(np.arange(len(sizes)), sizes)
    target = np.arange(groups.size) % classes
    return Dataset(X=np.zeros((groups.size, 1)), target=target, task=Task.CLASSIFICATION, groups=groups)


def in_time(times):
    """A dataset with these times."""
    times = np.asarray(times)
    return Dataset(X=np.zeros((times.size, 1)), target=np.arange(times.size) % 2, task=Task.CLASSIFICATION, order=times)


def majority_accuracies(resamples, codes):
    """Accuracy of always answering the most frequent training class, one value per resample."""
    classes = codes.max() + 1
    accuracies = []
    for r in range(resamples.count):
        counts = np.bincount(codes[resamples.train_rows(r)], minlength=classes)
        accuracies.append(np.mean(codes[resamples.test_rows(r)] == counts.argmax()))
    return np.array(accuracies)

import numpy as np
import pandas as pd
from sklearn.dummy import DummyClassifier

from foldwise.diagnosing.slices import SlicesPart
from tests.diagnosing.subjects import classes, subject


def test_a_town_with_other_labels_is_found():
    rng = np.random.default_rng(0)
    town = rng.choice(["A", "B", "C"], 600)
    y = (rng.random(600) < np.where(town == "B", 0.5, 0.05)).astype(int)
    found = SlicesPart().find(
        subject(DummyClassifier(), pd.DataFrame({"town": town, "age": rng.normal(size=600)}), y), {}
    )
    assert str(found["slices"].shown[0]) == "town = B"


def test_few_rows_are_left_out():
    assert "fewer than" in SlicesPart().refusal(subject("lda", *classes(60)))

"""What every variant can be asked."""

import numpy as np

from foldwise.improvement import IMPROVEMENTS, improvement_method
from tests.improvement.cases import case_of


def test_only_blends_have_a_combiner():
    for one in IMPROVEMENTS:
        assert (type(one).combiner is not improvement_method("bagging").__class__.combiner) == one.blends


def test_labels_are_the_likeliest_classes_and_of_equal_ones_the_first():
    assert improvement_method("voting").labels(np.array([[0.5, 0.5], [0.2, 0.8]]), case_of()).tolist() == [0, 1]

"""Several targets for each row are refused with the same sentence at every door."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.errors import InputError, several_targets
from tests.cli.running import foldwise as run

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 3))
LABELS = rng.integers(0, 2, (40, 2))
FRAME = pd.DataFrame(X, columns=list("abc")).assign(y1=LABELS[:, 0], y2=LABELS[:, 1])
LISTS = [["a", "b"], ["a"]] * 20
SENTENCE = "multi-label and multi-output targets are out of scope"
DOORS = {
    "assess": lambda: foldwise.assess("lda", X, LABELS),
    "values": lambda: foldwise.assess("ridge", X, rng.normal(size=(40, 2))),
    "sparse": lambda: foldwise.assess("lda", X, sparse.csr_matrix(LABELS)),
    "frame": lambda: foldwise.assess("lda", FRAME[list("abc")], FRAME[["y1", "y2"]]),
    "names": lambda: foldwise.assess("lda", FRAME, ["y1", "y2"]),
    "lists": lambda: foldwise.assess("lda", X, LISTS),
    "sets": lambda: foldwise.assess("lda", X, [set(one) for one in LISTS]),
    "compare": lambda: foldwise.compare(["lda", "knn"], X, LABELS),
    "select": lambda: foldwise.select("knn", {"n_neighbors": [1, 3]}, X, LABELS),
    "select_cv": lambda: foldwise.SelectCV("knn", {"n_neighbors": [1, 3]}).fit(X, LABELS),
    "experiment": lambda: foldwise.experiment(["lda", "knn"], {"one": (X, LABELS), "two": (X, LABELS)}),
    "certify": lambda: foldwise.certify("lda", X, LABELS),
    "explain_engine": lambda: foldwise.explain_engine(GaussianNB(), X, LABELS),
    "score": lambda: foldwise.score(LABELS, LABELS),
    "score predictions": lambda: foldwise.score(LABELS[:, 0], LABELS),
    "score lists": lambda: foldwise.score(LISTS, LISTS),
    "score names": lambda: foldwise.score(["y1", "y2"], "a", data=FRAME),
    "build": lambda: foldwise.Predictions.build(LABELS, {"m": LABELS}),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_says_that_several_targets_are_out_of_scope(door):
    with pytest.raises(InputError, match=SENTENCE):
        DOORS[door]()


def test_one_column_as_a_table_is_one_target():
    assert foldwise.assess("lda", X, LABELS[:, :1], measures="error", plan="kfold(2)").predictions.n == 40


def test_the_command_line_takes_one_target(tmp_path):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    for verb, option in (("assess", "--target"), ("score", "--truth")):
        found = run(verb, str(path), option, "y1", option, "y2")
        assert (found.exit_code, SENTENCE in found.stderr) == (3, True)
    assert "out of scope" in run("assess", str(path), "--target", "y1,y2").stderr


def test_the_sentence_names_what_was_received():
    assert str(several_targets("y has 3 columns")).startswith("y has 3 columns, and multi-label")

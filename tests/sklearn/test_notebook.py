"""``%load_ext foldwise.sklearn``."""

from types import SimpleNamespace

import sklearn.model_selection as selection

import foldwise.sklearn as ours
from foldwise.sklearn.record import LOG


def test_names_of_the_notebook_are_exchanged_and_put_back():
    own = selection.cross_val_score
    shell = SimpleNamespace(user_ns={"cross_val_score": own, "mine": 3, "KFold": selection.KFold})
    try:
        ours.load_ipython_extension(shell)
        assert shell.user_ns["cross_val_score"] is ours.cross_val_score
        assert shell.user_ns["mine"] == 3
        ours.unload_ipython_extension(shell)
    finally:
        LOG.reporting = False
    assert shell.user_ns["cross_val_score"] is own
    assert selection.cross_val_score is own

"""Fits of a shorter run are handed on, and further ones are kept."""

import numpy as np
from sklearn.svm import SVC

from foldwise.engine import FinishedFits, Settings, Store, run
from foldwise.engine.stored_fits.store import pieces_of
from foldwise.plans import Bootstrap, KFold, draw
from tests.worlds import classes

ROWS = classes()


def fit(repeats, store=None):
    resamples = draw(KFold(3, repeats=repeats), ROWS, seed=0)
    return run(ROWS, {"m": SVC()}, resamples, Settings(jobs=1, store=store))


def test_the_pieces_are_the_fits():
    pieces = pieces_of(fit(2).outputs["m"])
    assert list(pieces) == [0, 1, 2, 3, 4, 5]
    assert all((piece.resample == r).all() for r, piece in pieces.items())


def test_finished_fits_come_from_the_shorter_run():
    told = []
    short = fit(2)
    resamples = draw(KFold(3, repeats=4), ROWS, seed=0)
    settings = Settings(jobs=1, store=FinishedFits(short), progress=lambda done, total, _: told.append((done, total)))
    long = run(ROWS, {"m": SVC()}, resamples, settings)
    assert (len(told), told[-1]) == (6, (12, 12))
    np.testing.assert_array_equal(long.outputs["m"].output, fit(4).outputs["m"].output)


def test_further_fits_are_kept_in_the_store(tmp_path):
    store = Store(tmp_path / "store.db")
    short = fit(1)
    fit(2, FinishedFits(short, store))
    resamples = draw(KFold(3, repeats=2), ROWS, seed=0)
    told = []
    run(ROWS, {"m": SVC()}, resamples, Settings(jobs=1, store=store, progress=lambda *args: told.append(args)))
    assert len(told) == 3


def test_fits_of_resamples_that_were_drawn_anew_are_done_again():
    """More draws of a balanced bootstrap are other draws: a fit that is handed on would have trained on rows it tests."""
    few, many = (draw(Bootstrap(draws, scheme="balanced"), ROWS, seed=0) for draws in (4, 6))
    short = run(ROWS, {"m": SVC()}, few, Settings(jobs=1))
    handed, fresh = (
        run(ROWS, {"m": SVC()}, many, Settings(jobs=1, store=store)).outputs["m"]
        for store in (FinishedFits(short), None)
    )
    np.testing.assert_array_equal(handed.row, fresh.row)
    np.testing.assert_array_equal(handed.output, fresh.output)

"""The Bayesian bootstrap: random weights instead of random rows."""

import numpy as np
import pytest

from foldwise.intervals import make_interval
from foldwise.intervals.methods.bayesian_bootstrap import BayesianBootstrap
from foldwise.measures import ModelScores, measure
from tests.intervals.bootstrapping.test_bootstrap import LOSSES, of_losses
from tests.worlds import fixed, predictions_of


def test_the_draws_have_the_moments_of_dirichlet_weights():
    """Mean x̄ and variance Σ(x - x̄)²/n /(n + 1) under n·Dirichlet(1, …, 1); bounds are four Monte-Carlo errors."""
    drawn = BayesianBootstrap(resamples=4000).drawn(of_losses())
    spread = LOSSES.var() / (LOSSES.size + 1)
    assert drawn.mean() == pytest.approx(LOSSES.mean(), abs=4 * np.sqrt(spread / 4000))
    assert drawn.var() == pytest.approx(spread, rel=4 * np.sqrt(2 / 4000))


def test_no_draw_is_without_a_class():
    """With one positive of eight rows a third of ordinary resamples has none, and no recall."""
    truth = np.repeat([0, 1], [7, 1])
    one = ModelScores(predictions_of(truth, truth, fixed(8)), "m", measure("precision"))
    assert BayesianBootstrap(resamples=200).drawn(one).size == 200


def test_the_interval_is_the_middle_of_the_draws():
    one = of_losses()
    method = BayesianBootstrap()
    assert (lambda i: (i.low, i.high))(make_interval(one, "bayesian-bootstrap", 0.9)) == pytest.approx(
        tuple(np.quantile(method.drawn(one), [0.05, 0.95]))
    )

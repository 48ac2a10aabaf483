"""Simulating datasets like the one at hand, to see how often an interval contains the truth."""

from foldwise.simulation.simulated_population import POPULATIONS, SimulatedPopulation, population_of
from foldwise.simulation.simulation import SimulatedInterval, SimulatedIntervals, Simulation

__all__ = [
    "POPULATIONS",
    "SimulatedInterval",
    "SimulatedIntervals",
    "SimulatedPopulation",
    "Simulation",
    "population_of",
]

"""Simulating datasets like the one at hand, to see how often an interval contains the truth."""

from foldwise.simulation.simulated_population import POPULATIONS, SimulatedPopulation, population_of
from foldwise.simulation.simulation import Record, Simulation, Trial

__all__ = ["POPULATIONS", "Record", "SimulatedPopulation", "Simulation", "Trial", "population_of"]

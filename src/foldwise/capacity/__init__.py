"""What a learner can fit: the shattering game, random labels and the dimension they measure."""

from foldwise.capacity.largest_shattered import LargestShattered, largest_shattered
from foldwise.capacity.rademacher import RademacherComplexity, rademacher_complexity
from foldwise.capacity.shattering import Shattering, shatters
from foldwise.capacity.vc_estimate import estimate_vc_dimension

__all__ = [
    "LargestShattered",
    "RademacherComplexity",
    "Shattering",
    "estimate_vc_dimension",
    "largest_shattered",
    "rademacher_complexity",
    "shatters",
]

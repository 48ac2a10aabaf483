"""Curves as numbers; `foldwise.reports.plot` makes charts of them."""

from foldwise.measures.curves.band import CurveBand, independent_rows
from foldwise.measures.curves.calibration import CalibrationCurve, wilson_band
from foldwise.measures.curves.catalogue import CURVES, CurveKind, make_curve
from foldwise.measures.curves.cost import CostCurve
from foldwise.measures.curves.curve import Curve
from foldwise.measures.curves.decision import DecisionCurve
from foldwise.measures.curves.det import DetCurve, probit
from foldwise.measures.curves.gain import GainCurve
from foldwise.measures.curves.precision_recall import PrecisionRecallCurve
from foldwise.measures.curves.residual import ResidualCurve
from foldwise.measures.curves.risk_coverage import RiskCoverageCurve
from foldwise.measures.curves.roc import OperatingPoint, RocCurve

__all__ = [
    "CURVES",
    "CalibrationCurve",
    "CostCurve",
    "Curve",
    "CurveBand",
    "CurveKind",
    "DecisionCurve",
    "DetCurve",
    "GainCurve",
    "OperatingPoint",
    "PrecisionRecallCurve",
    "ResidualCurve",
    "RiskCoverageCurve",
    "RocCurve",
    "independent_rows",
    "make_curve",
    "probit",
    "wilson_band",
]

"""From an estimate and its standard error to the limits of an interval, within the range of the measure."""

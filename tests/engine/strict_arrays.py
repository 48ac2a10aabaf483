"""Arrays that have what the array API has and nothing else, on a device that mixes with no other."""

import array_api_strict as xp
import numpy as np

DEVICE = xp.Device("device1")


def strict(array):
    """Bring an array of numpy's there."""
    return xp.asarray(array, device=DEVICE)


def plain(array):
    """Bring an array back; one that has left its library or its device fails here."""
    assert isinstance(array, type(strict(0.0)))
    assert array.device == DEVICE
    return np.asarray(array.to_device(xp.Device("CPU_DEVICE")))

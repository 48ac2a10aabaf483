import json

import foldwise
from foldwise.reports.diagnosis.records import part_records
from tests.diagnosing.subjects import classes


def test_parts_that_were_left_out_are_not_there():
    X, y = classes(80)
    found = foldwise.diagnose("gaussian-nb", X, y, parts="bias-variance,capacity", samples=10, progress=None)
    told = part_records(found)
    assert set(told) == {"bias_variance", "capacity"}
    assert told["capacity"]["dimension"] is None
    assert [one["part"] for one in told["bias_variance"][0]["parts"]] == ["loss", "bias", "variance", "noise"]
    json.dumps(told, allow_nan=False)

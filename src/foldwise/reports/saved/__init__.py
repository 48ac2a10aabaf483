"""Results in a file: `result.save("x.foldwise")` and `foldwise.load`."""

from foldwise.reports.saved.result_file import load_result, own_version, pack_result, save_result, unpack_result

__all__ = ["load_result", "own_version", "pack_result", "save_result", "unpack_result"]

"""Where code comes from, and what it reads."""

import json

import numpy as np
import pytest
from sklearn.svm import SVC

from foldwise.engine.stored_fits.code_origin import (
    globals_of,
    imports_of,
    is_code,
    is_constant,
    is_installed,
    is_installed_file,
    is_patch,
    names_used,
    version_of,
)


def example(x):
    import os.path

    def inside(y):
        from json import dumps

        return dumps(np.sqrt(y))

    return inside(x), os.path


@pytest.mark.parametrize(
    ("module", "installed"),
    [("sklearn.svm", True), ("json", True), (__name__, False), ("__main__", False), ("", False)],
)
def test_installed_modules_are_told_from_those_of_the_user(module, installed):
    assert is_installed(module) is installed


def test_a_package_that_is_not_loaded_is_found():
    assert is_installed("wheel_that_is_not_there") is False
    assert is_installed_file(json.__file__)
    assert not is_installed_file(__file__)


def test_code_reads_globals_attributes_and_modules():
    code = example.__code__
    assert globals_of(code) == {"np"}
    assert {"np", "sqrt", "path"} <= names_used(code)
    assert imports_of(code, {}) == {"os.path", "json"}


def test_code_and_constants():
    assert is_code(example)
    assert is_code(SVC)
    assert is_constant((1, ("a", None)))
    assert not is_constant([1])
    assert is_patch(example)
    assert not is_patch(json.dumps)


def test_a_version_is_that_of_the_module_and_of_its_metadata(monkeypatch):
    before = version_of("numpy")
    assert before == f"{np.__version__}/{np.__version__}"
    monkeypatch.setattr(np, "__version__", "0")
    assert version_of("numpy") == before.replace(before.partition("/")[0] + "/", "0/")
    assert version_of("nobody") == "/"
    assert version_of("foldwise").startswith("0.")

"""Write src/foldwise/_native.pyi from the compiled kernels, or with --check say whether it is up to date.

What nanobind says about layout and device is left out: mypy does not read it, and the border checks it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

from foldwise import _native

STUB = Path(__file__).parents[1] / "src" / "foldwise" / "_native.pyi"
HEAD = "# Written by `make stub` from the compiled kernels; do not edit.\n"


def stub() -> str:
    """Text of the stub."""
    generator = StubGen(_native)
    generator.put(_native)
    plain = re.sub(
        r"Annotated\[(NDArray(?:\[[^\]]*\])?), dict\(.*?(?:writable=False|device='cpu')\)\]", r"\1", generator.get()
    )
    plain = re.sub(r"(?<!import )NDArray(?!\[)", "NDArray[numpy.integer]", plain)
    plain = plain.replace("from typing import Annotated, overload", "from typing import overload")
    return HEAD + plain.replace("numpy.", "np.").replace(
        "import numpy\nfrom np.typing", "import numpy as np\nfrom numpy.typing"
    )


if __name__ == "__main__":
    if "--check" not in sys.argv:
        STUB.write_text(stub(), encoding="utf-8")
    elif STUB.read_text(encoding="utf-8") != stub():
        sys.exit("src/foldwise/_native.pyi is not what the compiled kernels say: run `make stub`")

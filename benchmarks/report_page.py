"""The HTML report of ten models on 10⁵ and 10⁶ rows: size, time to write it, first paint and threshold slider in Chromium."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

import foldwise
from benchmarks.timing import publish, table

if TYPE_CHECKING:
    from foldwise.reports import Score

MODELS, ROUNDS = 10, 5
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
PAINTED = "() => performance.getEntriesByType('paint').filter(e => e.name === 'first-contentful-paint').map(e => e.startTime)[0]"
SLID = """() => { const s = document.querySelector('.panel input[type=range]'), t = [];
for (let i = 0; i < 40; i++) { s.value = i; const a = performance.now(); s.dispatchEvent(new Event('input')); t.push(performance.now() - a); }
return t.sort((a, b) => a - b)[20]; }"""


def scored(rows: int) -> Score:
    """Ten systems of different strength on the same rows."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, rows)
    scores = {f"model {at}": 1 / (1 + np.exp(-rng.normal((truth - 0.5) * (0.5 + 0.2 * at)))) for at in range(MODELS)}
    labels = {name: (one > 0.5).astype(int) for name, one in scores.items()}
    return foldwise.score(truth, labels, scores=scores, measures="error, auc", costs="fn=5,fp=1")


def written(result: Score, path: Path) -> float:
    """Best seconds to write the page."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        result.report(path)
        times.append(time.perf_counter() - start)
    return min(times)


def in_browser(path: Path) -> tuple[float, float]:
    """Milliseconds to the first paint, the median of several openings, and of one step of the slider."""
    from playwright.sync_api import sync_playwright

    painted, slid = [], 0.0
    with sync_playwright() as driver:
        browser: Any = driver.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        for _ in range(ROUNDS):
            page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
            page.goto(path.as_uri())
            page.wait_for_function(f"({PAINTED})() !== undefined")
            painted.append(float(page.evaluate(PAINTED)))
            slid = float(page.evaluate(SLID))
            page.context.close()
        browser.close()
    return float(np.median(painted)), slid


def main() -> None:
    """Measure and write the page of figures."""
    rows = []
    many = 200_000 if "quick" in sys.argv else 1_000_000
    sizes: list[int] = []
    with TemporaryDirectory() as folder:
        for n in (100_000, many):
            result, path = scored(n), Path(folder) / f"{n}.html"
            seconds = written(result, path)
            sizes.append(path.stat().st_size)
            rows.append(
                [
                    f"{MODELS} models, {n:,} rows: seconds to write the page",
                    f"{seconds:.2f}",
                    "3" if n == 100_000 else "",
                ]
            )
            rows.append([f"{MODELS} models, {n:,} rows: size, MB", f"{sizes[-1] / 1e6:.3f}", "1"])
            if shutil.which("chromium"):
                painted, slid = in_browser(path)
                rows.append([f"{MODELS} models, {n:,} rows: first paint, ms", f"{painted:.0f}", "1000"])
                rows.append([f"{MODELS} models, {n:,} rows: a step of the slider, ms", f"{slid:.1f}", "50"])
    rows.append(["size for ten times the rows, over that of 100,000", f"{sizes[1] / sizes[0]:.3f}", "1.1"])
    text = (
        "The page of `foldwise.score(…).report(path)` with panels of all models, written on two shared cores and opened from a "
        f"file in headless Chromium 1280 pixels wide; first contentful paint, the median of {ROUNDS} openings.\n\n"
    )
    publish("report_page", "The HTML report", text + table(["figure", "measured", "bound"], rows))


if __name__ == "__main__":
    main()

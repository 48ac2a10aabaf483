"""The page in a real browser: no error, no request, no overflow, and everything answers to mouse and keyboard."""

import shutil
from pathlib import Path

import pytest

from foldwise.intervals import operating_points
from tests.reports.report.results import result_of

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
)
playwright = pytest.importorskip("playwright.sync_api", reason="the extra dev has playwright, which drives the browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed: the page is not tried in a browser")
VERBS = ("compare", "assess", "score", "experiment", "diagnose")
CONTRAST = """() => {
  const channel = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const parse = text => text.match(/[\\d.]+/g).map(Number);
  const light = c => 0.2126 * channel(c[0] / 255) + 0.7152 * channel(c[1] / 255) + 0.0722 * channel(c[2] / 255);
  const over = (top, below) => { const a = top[3] === undefined ? 1 : top[3]; return [0, 1, 2].map(i => a * top[i] + (1 - a) * below[i]); };
  const behind = el => { const chain = []; for (let e = el; e; e = e.parentElement) chain.push(parse(getComputedStyle(e).backgroundColor));
    return chain.reverse().reduce((below, top) => over(top, below), [255, 255, 255]); };
  const bad = [];
  for (const el of document.querySelectorAll("h1,h2,h3,p,th,td,a,summary,label,output,button,span,small,dt,dd,li,code,figcaption,caption")) {
    if (!el.offsetParent || ![...el.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    const back = behind(el), style = getComputedStyle(el), front = over([...parse(style.color).slice(0, 3), parseFloat(style.opacity)], back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) bad.push(`${el.tagName} ${el.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return bad;
}"""
RULES = """() => {
  const bad = [];
  const named = el => el.getAttribute("aria-label") || el.getAttribute("aria-labelledby") || el.textContent.trim() || (el.labels && el.labels.length);
  for (const el of document.querySelectorAll("button,a,select,input,summary,svg[role=img],[role=region]")) if (!named(el)) bad.push(`no name: ${el.outerHTML.slice(0, 60)}`);
  const ids = [...document.querySelectorAll("[id]")].map(el => el.id);
  if (new Set(ids).size !== ids.length) bad.push("an id twice");
  for (const el of document.querySelectorAll("th")) if (!el.scope) bad.push(`a heading without scope: ${el.textContent}`);
  for (const el of document.querySelectorAll("*")) { const s = getComputedStyle(el); if (/auto|scroll/.test(s.overflowX) && el.scrollWidth > el.clientWidth && el.tabIndex < 0) bad.push(`cannot be scrolled by keys: ${el.className}`); }
  const levels = [...document.querySelectorAll("h1,h2,h3")].map(el => Number(el.tagName[1]));
  levels.forEach((level, at) => { if (at && level > levels[at - 1] + 1) bad.push("a level of headings is left out"); });
  if (!document.documentElement.lang || !document.title || document.querySelectorAll("main,h1").length !== 2) bad.push("no language, title, main or h1");
  return bad;
}"""


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield made
        made.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for verb in VERBS:
        result_of(verb).report(folder / f"{verb}.html")
    return folder


@pytest.fixture
def opened(browser, pages):
    """Open a page; what goes wrong in it is collected and must be nothing."""
    faults, contexts = [], []

    def open_page(verb, width=1280, scheme="light", *, script=True):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=script,
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith("file:") else faults.append(request.url))
        page.goto((pages / f"{verb}.html").as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(("width", "scheme"), [(400, "dark"), (1280, "light")])
def test_a_page_fits_is_legible_and_named(opened, verb, width, scheme):
    page = opened(verb, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate(RULES) == []


def test_intervals_are_seen_whole_on_a_phone(opened):
    page = opened("compare", 400, "light")
    hidden = "() => [...document.querySelectorAll('.stacked')].filter(one => one.scrollWidth > one.parentElement.clientWidth).length"
    assert page.locator(".stacked .bar").count() > 0
    assert page.evaluate(hidden) == 0


@pytest.fixture(scope="module")
def axe():
    """The rules of axe-core, which come with a package of the extra dev."""
    package = pytest.importorskip(
        "axe_playwright_python", reason="the extra dev has axe-playwright-python with axe-core"
    )
    return (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(("verb", "width", "scheme"), [("compare", 1280, "light"), ("diagnose", 400, "dark")])
def test_no_rule_of_axe_is_broken(browser, pages, axe, verb, width, scheme):
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        bypass_csp=True,  # the policy of the page lets no other script in
    )
    page = context.new_page()
    page.goto((pages / f"{verb}.html").as_uri())
    page.add_script_tag(content=axe)
    broken = page.evaluate("() => axe.run(document)")["violations"]
    context.close()
    assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in broken] == []


def test_something_is_painted_first_and_the_page_is_whole_then(opened):
    page = opened("compare")
    painted = "performance.getEntriesByType('paint').some(one => one.name === 'first-contentful-paint')"
    for _ in range(100):  # not by wait_for_function, which evaluates a string in the page
        if page.evaluate(painted):
            break
        page.wait_for_timeout(50)
    assert page.evaluate(painted)
    assert page.evaluate("performance.getEntriesByType('resource').length") == 0


def test_the_slider_moves_everything_together_within_50_milliseconds(opened):
    page = opened("compare")
    panel = page.locator(".panel:visible")
    before = {name: panel.locator(f"output[name={name}]").inner_text() for name in ("tpr", "cost", "benefit")}
    mark, cell = (
        panel.locator("svg[data-plot=roc] .mark").get_attribute("cx"),
        panel.locator("[data-cell=tp]").inner_text(),
    )
    slider = panel.locator("input[type=range]")
    slider.focus()
    for _ in range(45):
        page.keyboard.press("ArrowRight")
    after = {name: panel.locator(f"output[name={name}]").inner_text() for name in before}
    assert panel.locator("output[name=threshold]").inner_text() == "0.950"
    assert all(after[name] != before[name] for name in before)
    assert panel.locator("svg[data-plot=roc] .mark").get_attribute("cx") != mark
    assert panel.locator("[data-cell=tp]").inner_text() != cell
    times = page.evaluate(
        "() => { const s = document.querySelector('.panel input[type=range]'), t = []; for (let i = 0; i < 40; i++) { s.value = i;"
        " const a = performance.now(); s.dispatchEvent(new Event('input')); t.push(performance.now() - a); } return t.sort((a, b) => a - b)[20]; }"
    )
    assert times <= 50


def test_the_figures_of_the_slider_are_those_of_the_value(opened):
    panel = opened("compare").locator(".panel:visible")
    shown = panel.locator("[data-ends=tpr]").inner_text()
    model = result_of("compare").ranking()[0]
    points = operating_points(result_of("compare").predictions, model)
    low, _, high = points.tpr[points.chosen]
    assert shown == f"[{low:.3f}, {high:.3f}]"


def test_a_cell_opens_its_rows_by_key_and_saves_them(opened, tmp_path):
    page = opened("compare")
    panel = page.locator(".panel:visible")
    cell = panel.locator("[data-cell=fn]")
    cell.focus()
    page.keyboard.press("Enter")
    assert cell.get_attribute("aria-expanded") == "true"
    lines = panel.locator(".rows tbody tr")
    assert 0 < lines.count() <= 400
    with page.expect_download() as saved:
        panel.locator(".rows button").click()
    saved.value.save_as(tmp_path / "rows.csv")
    text = (tmp_path / "rows.csv").read_text()
    assert text.startswith("row,truth,predicted,score,fold,instability\n")
    assert len(text.splitlines()) == lines.count() + 1
    page.keyboard.press("Escape")
    cell.click()
    assert panel.locator(".rows tbody tr").count() == 0


def test_another_model_is_chosen(opened):
    page = opened("compare")
    page.locator("#model").select_option(index=1)
    assert page.locator(".panel:visible h3").inner_text() == result_of("compare").ranking()[1]


def test_without_a_script_tables_and_drawings_are_there(opened):
    page = opened("compare", script=False)
    assert page.locator(".panel").count() == page.locator(".panel:visible").count() == 2
    assert page.locator("svg.plot:visible").count() == 10
    assert page.locator("input[type=range]:visible").count() == 0


def test_the_page_prints(opened):
    data = opened("compare").pdf(format="A4")
    assert data.startswith(b"%PDF")

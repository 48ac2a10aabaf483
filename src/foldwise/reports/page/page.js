"use strict";
(() => {
  document.documentElement.classList.remove("no-js");
  const data = JSON.parse(document.getElementById("foldwise-panels").textContent);
  const format = (value, digits = 3) => value === null || value === undefined ? "–" :
    Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : value.toFixed(digits);
  const count = value => Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(1);
  const el = (tag, text, kind) => { const made = document.createElement(tag); if (text !== undefined) made.textContent = text; if (kind) made.className = kind; return made; };

  document.querySelectorAll(".panel").forEach((panel, at) => setUp(panel, data[at]));
  const chooser = document.getElementById("model");
  if (chooser) {
    const show = () => document.querySelectorAll(".panel").forEach((panel, at) => { panel.hidden = String(at) !== chooser.value; });
    chooser.addEventListener("change", show);
    show();
  }

  function setUp(panel, own) {
    const slider = panel.querySelector("input[type=range]");
    const state = { at: own.points ? own.points.chosen : null, cell: null };
    const buttons = [...panel.querySelectorAll(".matrix button")];
    buttons.forEach(button => button.addEventListener("click", () => {
      const same = state.cell === button;
      state.cell = same ? null : button;
      listRows(panel, own, state, buttons);
    }));
    if (slider) {
      slider.addEventListener("input", () => { state.at = Number(slider.value); move(panel, own, state, buttons); });
      move(panel, own, state, buttons);
    }
  }

  function move(panel, own, state, buttons) {
    const points = own.points, at = state.at;
    panel.querySelector("output[name=threshold]").textContent = format(points.threshold[at]);
    for (const name of ["tpr", "fpr", "precision", "cost", "benefit"]) {
      const [low, value, high] = points[name][at];
      panel.querySelector(`output[name=${name}]`).textContent = format(value);
      panel.querySelector(`[data-ends=${name}]`).textContent = value === null ? "" : `[${format(low)}, ${format(high)}]`;
    }
    const here = [points.threshold[at], points.threshold[at], points.threshold[at]];
    const drawn = { roc: [points.fpr, points.tpr], "precision-recall": [points.tpr, points.precision], cost: [null, points.cost], benefit: [null, points.benefit] };
    for (const [name, [x, y]] of Object.entries(drawn)) place(panel.querySelector(`svg[data-plot=${name}]`), x ? x[at] : here, y[at]);
    const tp = points.tp[at], fp = points.fp[at], cells = { tp, fn: points.positives - tp, fp, tn: points.negatives - fp };
    buttons.forEach(button => {
      const value = cells[button.dataset.cell], total = button.dataset.cell === "tp" || button.dataset.cell === "fn" ? points.positives : points.negatives;
      const ends = button.dataset.cell === "tp" ? points.tpr[at] : button.dataset.cell === "fp" ? points.fpr[at] :
        (button.dataset.cell === "fn" ? points.tpr[at] : points.fpr[at]).map(one => one === null ? null : 1 - one).reverse();
      button.firstChild.textContent = count(Math.round(value * 10) / 10);
      button.querySelector("small").textContent = total > 0 ? `${format(100 * value / total, 1)} % [${format(100 * ends[0], 1)}, ${format(100 * ends[2], 1)}]` : "–";
      button.className = `s${total > 0 ? Math.round(10 * value / total) : 0}`;
    });
    listRows(panel, own, state, buttons);
  }

  function place(svg, x, y) {
    if (!svg) return;
    const [left, right, top, bottom, x0, x1, y0, y1] = svg.dataset.box.split(" ").map(Number);
    const mark = svg.querySelector(".mark"), cross = svg.querySelector(".cross");
    const there = x[1] !== null && y[1] !== null;
    mark.style.display = cross.style.display = there ? "" : "none";
    if (!there) return;
    const share = (value, low, high) => Math.min(1, Math.max(0, (value - low) / (high - low)));
    const px = value => left + share(value, x0, x1) * (right - left), py = value => bottom - share(value, y0, y1) * (bottom - top);
    mark.setAttribute("cx", px(x[1])); mark.setAttribute("cy", py(y[1]));
    cross.setAttribute("d", `M${px(x[0])} ${py(y[1])}H${px(x[2])}M${px(x[1])} ${py(y[0])}V${py(y[2])}`);
  }

  function listRows(panel, own, state, buttons) {
    const box = panel.querySelector(".rows"), button = state.cell;
    buttons.forEach(one => one.setAttribute("aria-expanded", String(one === button)));
    box.replaceChildren();
    box.hidden = !button;
    if (!button) return;
    const [truth, predicted] = [Number(button.dataset.truth), Number(button.dataset.predicted)];
    const rows = own.rows, chosen = [];
    for (let i = 0; i < rows.row.length; i++) {
      const said = state.at === null ? rows.predicted[i] : (rows.score[i] >= own.points.threshold[state.at] ? own.positive : 1 - own.positive);
      if (rows.truth[i] === truth && said === predicted) chosen.push(i);
    }
    const heads = ["row", "truth", "predicted", "score", "fold", "instability"], name = code => code < 0 ? "unclassified" : own.classes[code];
    const lines = chosen.map(i => [rows.row[i], name(truth), name(predicted), format(rows.score[i]), rows.fold[i] + 1, rows.instability[i] === null ? "–" : format(rows.instability[i], 2)]);
    const told = el("p", `${lines.length} of the ${count(rows.total)} tested rows are listed for this cell: at most ${own.most}, the most wrong ones first among them${rows.leftOut ? "; each was predicted by a model that had not seen it" : ""}.`, "soft");
    const table = el("table"), head = el("thead"), first = el("tr"), body = el("tbody");
    heads.forEach(text => { const one = el("th", text); one.scope = "col"; first.append(one); });
    head.append(first);
    lines.forEach(line => { const row = el("tr"); line.forEach(text => row.append(el("td", String(text)))); body.append(row); });
    table.append(head, body);
    const save = el("button", "Save as CSV", "export");
    save.type = "button";
    save.addEventListener("click", () => download(`${own.file}-${name(truth)}-${name(predicted)}.csv`, [heads, ...lines]));
    box.append(told, save, table);
  }

  function download(name, lines) {
    const cell = text => { const safe = /^[=+\-@\t\r]/.test(String(text)) && isNaN(Number(text)) ? `'${text}` : String(text); return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe; };
    const link = el("a");
    link.href = URL.createObjectURL(new Blob([lines.map(line => line.map(cell).join(",")).join("\n") + "\n"], { type: "text/csv" }));
    link.download = name.replace(/[^\w.-]+/g, "_");
    link.click();
    URL.revokeObjectURL(link.href);
  }
})();

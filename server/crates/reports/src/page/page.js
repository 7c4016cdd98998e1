"use strict";
// Draws the matrix and the plot of each problem. All texts go into the page by textContent: none is ever read as HTML.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const HEIGHT = 26, WIDTH = 50, NAME = 230, MARGIN = 8;
  const KINDS = { AC: "good", WA: "bad", PE: "bad", RTE: "bad", CE: "bad", MLE: "slow", OLE: "slow", TLE: "slow", FAIL: "odd", SK: "none" };

  /** An element with attributes and children, which are elements or texts. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key in element && typeof value === "function") element[key] = value;
      else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }
  const time = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(2)} s`);
  const memory = (kb) => (kb < 1024 ? `${kb} KB` : `${(kb / 1024).toFixed(1)} MB`);
  const quoted = (word) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

  class Matrix {
    constructor(host, problem, number) {
      Object.assign(this, { host, problem, number, row: 0, column: 0, open: false, drawn: "" });
      host.replaceChildren();
      if (problem.solutions.length === 0 || problem.tests.length === 0) {
        host.append(make("p", {}, "There is no solution or no test."));
        return;
      }
      this.code = (solution, test) => problem.codes[problem.verdicts[solution].charCodeAt(test) - 97];
      this.failures = problem.solutions.map((_, s) => problem.tests.reduce((n, _, t) => n + (this.fails(s, t) ? 1 : 0), 0));
      this.controls();
      this.window = make("div", { class: "window" });
      this.window.addEventListener("scroll", () => this.draw(), { passive: true });
      this.grid = make("table", { class: "cells", role: "grid", tabindex: "0", "aria-label": `Verdicts of ${problem.name}` });
      this.grid.addEventListener("keydown", (event) => this.key(event));
      this.grid.addEventListener("click", (event) => this.click(event));
      // Cells that are drawn anew between the press and the release of a button would lose the click.
      this.grid.addEventListener("focus", () => this.mark());
      this.grid.addEventListener("blur", () => this.mark());
      this.window.append(this.grid);
      this.detail = make("div", { "aria-live": "polite" });
      host.append(this.window, make("p", {}, "Arrow keys, Home, End, Page Up and Page Down move; Enter shows a cell, Escape closes it."), this.detail);
      new ResizeObserver(() => this.draw()).observe(this.window);
      this.choose();
    }

    fails(solution, test) {
      const code = this.code(solution, test);
      return code !== "AC" && code !== "SK";
    }

    controls() {
      const { problem } = this;
      const select = (label, options) => {
        const field = make("select", {}, ...options.map(([value, words]) => make("option", { value }, words)));
        field.addEventListener("change", () => this.choose());
        return [field, make("label", {}, label, field)];
      };
      const search = (label) => {
        const field = make("input", { type: "search", spellcheck: "false", autocomplete: "off" });
        field.addEventListener("input", () => this.choose());
        return [field, make("label", {}, label, field)];
      };
      const fields = [];
      const add = ([field, label]) => (fields.push(label), field);
      this.solutionWords = add(search("Solutions whose path has"));
      this.testWords = add(search("Tests whose id or command has"));
      this.which = add(select("Show solutions", [["all", "all"], ["unmet", "whose label is not met"], ["correct", "labelled correct"], ["wrong", "labelled wrong"]]));
      this.order = add(select("Sort solutions", [["path", "by path"], ["failures", "by failed tests"], ["time", "by longest run"]]));
      this.columns = add(select("Show tests", [["all", "all"], ["failed", "that somebody fails"], ["idle", "that fail no wrong solution"], ["invalid", "that are not valid"]]));
      this.testOrder = add(select("Sort tests", [["judged", "as they are judged"], ["kills", "by wrong solutions failed"], ["passed", "by solutions that pass"], ["size", "by size"]]));
      this.group = { value: "" };
      if (problem.groups.length > 0) this.group = add(select("Group", [["", "all"], ...problem.groups.map((group, at) => [String(at), group.name])]));
      this.count = make("output", {});
      this.host.append(make("div", { class: "controls" }, ...fields, this.count));
    }

    /** Finds out which rows and columns are shown, in which order. */
    choose() {
      const { problem } = this;
      const here = [this.rows?.[this.row], this.cols?.[this.column]];
      const words = this.solutionWords.value.toLowerCase(), testWords = this.testWords.value.toLowerCase();
      const wants = { all: () => true, unmet: (one) => one.met === false, correct: (one) => one.pool === "correct", wrong: (one) => one.pool === "wrong" }[this.which.value];
      this.rows = [...problem.solutions.keys()].filter((s) => wants(problem.solutions[s]) && problem.solutions[s].path.toLowerCase().includes(words));
      const by = { path: () => 0, failures: (a, b) => this.failures[b] - this.failures[a], time: (a, b) => (problem.solutions[b].time ?? -1) - (problem.solutions[a].time ?? -1) }[this.order.value];
      this.rows.sort((a, b) => by(a, b) || a - b);
      const inGroup = this.group.value === "" ? null : new Set(problem.groups[Number(this.group.value)].tests);
      const tests = problem.tests;
      const shows = { all: () => true, failed: (t) => problem.solutions.some((_, s) => this.fails(s, t)), idle: (t) => tests[t].killed === 0, invalid: (t) => !tests[t].valid }[this.columns.value];
      const has = (test) => test.id.toLowerCase().includes(testWords) || (test.made ?? "").toLowerCase().includes(testWords);
      this.cols = [...tests.keys()].filter((t) => (inGroup?.has(t) ?? true) && has(tests[t]) && shows(t));
      const order = { judged: () => 0, kills: (a, b) => tests[b].killed - tests[a].killed, passed: (a, b) => tests[b].passed - tests[a].passed, size: (a, b) => (tests[b].bytes ?? -1) - (tests[a].bytes ?? -1) }[this.testOrder.value];
      this.cols.sort((a, b) => order(a, b) || a - b);
      this.row = Math.max(0, this.rows.indexOf(here[0]));
      this.column = Math.max(0, this.cols.indexOf(here[1]));
      this.count.textContent = `${this.rows.length} of ${problem.solutions.length} solutions, ${this.cols.length} of ${tests.length} tests`;
      this.draw(true);
    }

    /** Draws what is seen of the table and a margin; what is not seen is blank space of its size. */
    draw(always = false) {
      const { rows, cols, window: view } = this;
      const from = (offset, size) => Math.max(0, Math.floor(offset / size) - MARGIN);
      const [r0, c0] = [from(view.scrollTop, HEIGHT), from(view.scrollLeft, WIDTH)];
      const r1 = Math.min(rows.length, r0 + Math.ceil(view.clientHeight / HEIGHT) + 2 * MARGIN);
      const c1 = Math.min(cols.length, c0 + Math.ceil(view.clientWidth / WIDTH) + 2 * MARGIN);
      const key = [r0, r1, c0, c1].join();
      if (!always && key === this.drawn) return;
      this.drawn = key;
      const shown = cols.slice(c0, c1);
      const gap = (size) => make("td", { "aria-hidden": "true" });
      const widths = [NAME, c0 * WIDTH, ...shown.map(() => WIDTH), (cols.length - c1) * WIDTH];
      const group = make("colgroup", {}, ...widths.map((width) => make("col", { width: String(width) })));
      const head = make("tr", { "aria-rowindex": "1" }, make("th", { scope: "col", "aria-colindex": "1" }, "solution"), gap());
      for (const [at, t] of shown.entries()) {
        const { id, group, valid } = this.problem.tests[t];
        const title = [`test ${id}`, group ? `group ${group}` : "", valid ? "" : "not valid"].filter(Boolean).join(", ");
        // Ends of ids differ more than their beginnings do.
        const end = id.length > 5 ? `…${id.slice(-4)}` : id;
        head.append(make("th", { scope: "col", title, "aria-label": title, "aria-colindex": String(c0 + at + 2) }, valid ? end : `${end}!`));
      }
      head.append(gap());
      const body = make("tbody", {}, this.spacer(r0, widths.length));
      for (let r = r0; r < r1; r += 1) body.append(this.drawRow(r, shown, c0, gap));
      body.append(this.spacer(rows.length - r1, widths.length));
      const total = widths.reduce((sum, width) => sum + width, 0);
      this.grid.style.width = `${total}px`;
      this.grid.setAttribute("aria-rowcount", String(rows.length + 1));
      this.grid.setAttribute("aria-colcount", String(cols.length + 1));
      this.grid.replaceChildren(group, make("thead", {}, head), body);
      this.mark();
    }

    /** Shows which cell is the chosen one. */
    mark() {
      this.grid.querySelector(".here")?.classList.remove("here");
      const active = this.cell();
      if (active && document.activeElement === this.grid) active.classList.add("here");
      if (active) this.grid.setAttribute("aria-activedescendant", active.id);
      else this.grid.removeAttribute("aria-activedescendant");
    }

    spacer(n, columns) {
      const cell = make("td", { colspan: String(columns) });
      cell.style.height = `${n * HEIGHT}px`;
      const row = make("tr", { "aria-hidden": "true" }, cell);
      row.hidden = n === 0;
      return row;
    }

    drawRow(r, shown, c0, gap) {
      const s = this.rows[r], solution = this.problem.solutions[s];
      const title = `${solution.path}: ${solution.label || "no label"}, ${solution.verdict}`;
      const row = make("tr", { "aria-rowindex": String(r + 2) }, make("th", { scope: "row", title, "aria-colindex": "1" }, solution.path), gap());
      for (const [at, t] of shown.entries()) {
        const code = this.code(s, t);
        row.append(make("td", { class: KINDS[code] ?? "odd", role: "gridcell", id: `m${this.number}-${r}-${c0 + at}`, "aria-colindex": String(c0 + at + 2) }, code));
      }
      row.append(gap());
      return row;
    }

    cell() {
      return document.getElementById(`m${this.number}-${this.row}-${this.column}`);
    }

    key(event) {
      const page = Math.max(1, Math.floor(this.window.clientHeight / HEIGHT) - 2);
      const { rows, cols } = this;
      const move = {
        ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-page, 0], PageDown: [page, 0],
        Home: [event.ctrlKey ? -rows.length : 0, -cols.length], End: [event.ctrlKey ? rows.length : 0, cols.length],
      }[event.key];
      if (move) {
        this.row = Math.min(rows.length - 1, Math.max(0, this.row + move[0]));
        this.column = Math.min(cols.length - 1, Math.max(0, this.column + move[1]));
        this.reveal();
      } else if (event.key === "Enter" || event.key === " ") this.show();
      else if (event.key === "Escape") this.close();
      else return;
      event.preventDefault();
    }

    /** Scrolls so that the chosen cell is seen, between the heads. */
    reveal() {
      const { window: view } = this;
      const top = this.row * HEIGHT, left = this.column * WIDTH;
      view.scrollTop = Math.min(top, Math.max(view.scrollTop, top + 2 * HEIGHT - view.clientHeight));
      view.scrollLeft = Math.min(left, Math.max(view.scrollLeft, left + WIDTH + NAME - view.clientWidth));
      this.draw(true);
      if (this.open) this.show();
    }

    click(event) {
      const found = /^m\d+-(\d+)-(\d+)$/.exec(event.target.closest?.("td[id]")?.id ?? "");
      if (!found) return;
      [this.row, this.column] = [Number(found[1]), Number(found[2])];
      this.show();
      this.draw(true);
    }

    close() {
      this.open = false;
      this.detail.replaceChildren();
    }

    show() {
      const { problem } = this;
      const [s, t] = [this.rows[this.row], this.cols[this.column]];
      if (s === undefined || t === undefined) return;
      this.open = true;
      const [solution, test] = [problem.solutions[s], problem.tests[t]];
      const code = this.code(s, t), ms = problem.time[s][t], kb = problem.memory[s][t];
      const costs = ms < 0 ? "" : `${time(ms / 10)}, ${memory(kb)}`;
      const box = make("div", { class: "detail", role: "group", "aria-label": "Cell" }, make("h4", {}, `${solution.path} on test ${test.id}: ${code}`));
      const facts = [costs, test.made ? `made by ${test.made}` : "", test.group ? `group ${test.group}` : "", test.valid ? "" : "not valid"].filter(Boolean);
      box.append(make("p", {}, facts.join(" · ")));
      const cell = problem.cells[`${s},${t}`], texts = problem.texts[t];
      if (cell?.checker) box.append(make("p", { class: "message" }, `checker: ${cell.checker}`));
      if (cell?.difference) box.append(make("p", {}, `The output first differs in line ${cell.difference[0] + 1}, column ${cell.difference[1] + 1}.`));
      const sides = make("div", { class: "sides" });
      const parts = [["input", texts?.input], ["expected", texts?.expected], ["found", cell?.found], ["solution > and < interactor", cell?.transcript]];
      let cut = !cell && this.fails(s, t);
      for (const [name, part] of parts) {
        if (!cell || !part) continue;
        const [text, bytes] = Array.isArray(part) ? part : [part, 0];
        cut ||= bytes > 0;
        const words = bytes > 0 ? `${name} (its beginning; ${bytes} bytes in all)` : name;
        sides.append(make("div", {}, make("h5", {}, words), make("pre", { tabindex: "0", role: "group", "aria-label": name }, text === "" ? "(nothing)" : text)));
      }
      box.append(sides);
      // A name that is not shown as it is would be another one in a command.
      const isNamed = problem.folder !== null && !test.altered && !solution.altered;
      const command = () => `touchstone show ${quoted(problem.folder)} --test=${quoted(test.id)} --solution=${quoted(solution.path)}`;
      if (cut && isNamed) box.append(make("p", {}, "All of it: ", make("code", {}, command())));
      const button = make("button", { type: "button" }, "Close");
      button.addEventListener("click", () => (this.close(), this.grid.focus()));
      box.append(button);
      this.detail.replaceChildren(box);
    }
  }

  const SVG = "http://www.w3.org/2000/svg";
  function draw(name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  /** A bar for the longest run of each solution, and a line at the limit; a short one at that of its language. */
  function plot(host, problem) {
    const bars = problem.solutions.filter((one) => one.time !== null).sort((a, b) => b.time - a.time);
    if (bars.length === 0) {
      host.append(make("p", {}, "Nothing was run."));
      return;
    }
    const [left, width, row] = [260, 620, 20];
    const most = Math.max(bars[0].time, problem.limit ?? 0, ...bars.map((one) => one.limit ?? 0)) * 1.05 || 1;
    const at = (ms) => left + (ms / most) * width;
    const height = bars.length * row + 30;
    const others = bars.some((one) => one.limit !== undefined) ? ", others have limits of their languages" : "";
    const words = problem.limit === null ? "there is no limit" : `the limit is ${time(problem.limit)}${others}`;
    const svg = draw("svg", { viewBox: `0 0 1000 ${height}`, width: 1000, height, role: "img", "aria-label": `The longest run of each solution; ${words}, the longest run of all takes ${time(bars[0].time)}.` });
    svg.append(draw("line", { class: "axis", x1: left, x2: left, y1: 0, y2: height - 25 }));
    if (problem.limit !== null) {
      svg.append(draw("line", { class: "limit", x1: at(problem.limit), x2: at(problem.limit), y1: 0, y2: height - 22 }));
      svg.append(draw("text", { x: at(problem.limit), y: height - 8, "text-anchor": "middle" }, `limit ${time(problem.limit)}`));
    }
    for (const [index, one] of bars.entries()) {
      const name = one.path.length > 36 ? `…${one.path.slice(-35)}` : one.path;
      const limit = one.limit ?? problem.limit;
      const over = limit !== null && one.time > limit;
      const y = index * row;
      svg.append(draw("text", { x: left - 8, y: y + 14, "text-anchor": "end" }, name));
      svg.append(draw("rect", { class: over ? "over" : "bar", x: left, y: y + 3, width: Math.max(1, at(one.time) - left), height: row - 6 }));
      const own = one.limit === undefined ? "" : ` of ${time(one.limit)}`;
      if (own) svg.append(draw("line", { class: "limit", x1: at(one.limit), x2: at(one.limit), y1: y + 1, y2: y + row - 1 }));
      svg.append(draw("text", { x: at(one.time) + 6, y: y + 14 }, `${time(one.time)}${own}`));
    }
    host.append(svg);
  }

  // What is further down waits until somebody comes near.
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const number = Number(target.dataset.matrix ?? target.dataset.plot);
      if (target.dataset.matrix !== undefined) new Matrix(target, data[number], number);
      else plot(target, data[number]);
    }
  }, { rootMargin: "600px" });
  for (const host of document.querySelectorAll("[data-matrix], [data-plot]")) near.observe(host);
})();

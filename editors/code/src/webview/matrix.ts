// The page of the matrix.

import type { FromPage, ToPage } from "../messages.ts";
import {
  apply,
  cellAt,
  cellOutcome,
  labelOf,
  leftOut,
  NOT_RUN,
  rates,
  shownText,
  solutionOutcome,
  time,
} from "../model.ts";
import type { Matrix, Shown, ShownTest, Solution, Status } from "../protocol.ts";
import { byId, el } from "./dom.ts";
import {
  choices,
  choose,
  EVERYTHING,
  excerpt,
  groupOf,
  inSight,
  marked,
  UNEXPECTED,
  type Chosen,
  type Filter,
} from "./grid.ts";

interface Kept {
  uri?: string | undefined;
  filter?: Filter;
}

interface Open {
  solution: string | undefined;
  test: string;
}

const code = acquireVsCodeApi<Kept>();
const bar = byId("bar");
const scroller = byId("scroller");
const details = byId("details");

/** Sizes of the grid, in pixels; the style has the same. */
const ROW = 24;
const COLUMN = 44;

let problems: { uri: string; name: string }[] = [];
let uri: string | undefined = code.getState()?.uri;
let filter: Filter = { ...EVERYTHING, ...code.getState()?.filter };
let matrix: Matrix | undefined;
let status: Status | undefined;
let chosen: Chosen = { sections: [], rows: [], columns: [] };
/** The cell that has the keyboard: places among the rows and columns that are shown; column -1 is the solution itself. */
let focus = { row: 0, column: 0 };
let open: Open | undefined;
let shown: ShownTest | string | undefined;

function send(message: FromPage): void {
  code.postMessage(message);
}

function keep(): void {
  code.setState({ uri, filter });
}

// The bar above the grid.

const picker = el("select", { "aria-label": "Problem" });
const summary = el("span", { id: "summary", "aria-live": "polite" });
const spinner = el("span", { id: "spinner", "aria-hidden": true });
const labels = el("select", { "aria-label": "Label" });
const verdicts = el("select", { "aria-label": "Verdict" });
const groups = el("select", { "aria-label": "Group" });
const search = el("input", { type: "search", placeholder: "Solution", "aria-label": "Solution" });
bar.append(
  picker,
  spinner,
  summary,
  el("span", { class: "space" }),
  el("span", { id: "filters", role: "group", "aria-label": "Filters" }, search, labels, verdicts, groups),
);
picker.addEventListener("change", () => send({ kind: "choose", uri: picker.value }));
for (const [control, key] of [
  [labels, "label"],
  [verdicts, "verdict"],
  [groups, "group"],
  [search, "text"],
] as const) {
  control.addEventListener("input", () => {
    filter = { ...filter, [key]: control.value };
    keep();
    drawGrid();
  });
}

function fill(control: HTMLSelectElement, all: string, values: [string, string][], value: string): void {
  const now = [["", all] as [string, string], ...values];
  const same = now.map((one) => one.join("\n")).join("\n\n");
  if (control.dataset["values"] !== same) {
    control.dataset["values"] = same;
    control.replaceChildren(...now.map(([word, words]) => el("option", { value: word }, words)));
  }
  control.value = values.some(([word]) => word === value) ? value : "";
  control.hidden = values.length === 0;
}

function drawBar(): void {
  const values = problems.map((one): [string, string] => [one.uri, one.name]);
  const same = JSON.stringify(values);
  if (picker.dataset["values"] !== same) {
    picker.dataset["values"] = same;
    picker.replaceChildren(...values.map(([word, words]) => el("option", { value: word }, words)));
  }
  picker.value = uri ?? "";
  picker.hidden = problems.length === 0;
  spinner.className = status?.busy ? "busy" : "";
  const parts = [matrix && rates(matrix.metrics), status?.message].filter(Boolean);
  summary.textContent = parts.join(" · ");
  summary.className = status?.health ?? "";
  summary.title = parts.join(" · ");
  const can = matrix ? choices(matrix) : { labels: [], verdicts: [], groups: [] };
  const plain = (words: string[]) => words.map((word): [string, string] => [word, word.replaceAll("_", " ")]);
  fill(labels, "All labels", plain(can.labels), filter.label);
  fill(verdicts, "All verdicts", [[UNEXPECTED, "Not as labelled"], ...plain(can.verdicts)], filter.verdict);
  fill(groups, "All groups", plain(can.groups), filter.group);
  search.value = filter.text;
  byId("filters").hidden = matrix === undefined || matrix.solutions.length === 0;
}

// The grid.

const table = el("table", { role: "grid", "aria-label": "Matrix", "aria-readonly": "true" });
const head = el("thead");
const body = el("tbody");
table.append(head, body);
const empty = el("p", { id: "empty" });
scroller.append(table, empty);
let drawn = "";

function drawGrid(): void {
  drawn = "";
  if (matrix) {
    chosen = choose(matrix, filter);
  } else {
    chosen = { sections: [], rows: [], columns: [] };
  }
  const nothing = chosen.rows.length === 0;
  table.hidden = nothing;
  empty.hidden = !nothing;
  empty.textContent = emptyWords();
  focus.row = Math.max(0, Math.min(focus.row, chosen.rows.length - 1));
  focus.column = Math.max(-1, Math.min(focus.column, chosen.columns.length - 1));
  if (!nothing) {
    drawInSight();
  }
}

function emptyWords(): string {
  if (uri === undefined) {
    return "Open a file of a problem, such as its validator or a solution, and its matrix is shown here.";
  }
  if (!matrix) {
    return status?.busy ? "The first check is under way." : (status?.message ?? "Nothing is known yet.");
  }
  return matrix.solutions.length === 0 ? "This problem has no solutions yet." : "No solution is left by these filters.";
}

/** What is above each row: titles of sections take a row of their own. */
function layout(): { kind: "title" | "row"; title: string; row: number; at: number }[] {
  let at = 0;
  const several = chosen.sections.length > 1;
  return chosen.sections.flatMap((section) => {
    const title = several ? [{ kind: "title" as const, title: section.title, row: -1, at: -1 }] : [];
    return [...title, ...section.rows.map((row) => ({ kind: "row" as const, title: "", row, at: at++ }))];
  });
}

/** Draws what is in sight of the grid. */
function drawInSight(): void {
  if (!matrix) {
    return;
  }
  const all = layout();
  const names = nameWidth();
  const [top, bottom] = inSight(scroller.scrollTop, scroller.clientHeight, ROW, all.length);
  const [left, right] = inSight(
    scroller.scrollLeft,
    Math.max(0, scroller.clientWidth - names),
    COLUMN,
    chosen.columns.length,
  );
  const now = [top, bottom, left, right].join();
  if (drawn === now) {
    return;
  }
  drawn = now;
  const held = document.activeElement instanceof HTMLElement && table.contains(document.activeElement);
  const columns = chosen.columns.slice(left, right);
  table.setAttribute("aria-rowcount", String(chosen.rows.length + 1));
  table.setAttribute("aria-colcount", String(chosen.columns.length + 1));
  table.style.width = `${names + chosen.columns.length * COLUMN}px`;
  const before = left * COLUMN;
  const after = (chosen.columns.length - right) * COLUMN;
  const blank = (width: number) => (width > 0 ? blankCell(width) : undefined);
  head.replaceChildren(
    el(
      "tr",
      { "aria-rowindex": 1 },
      nameHead(names),
      blank(before),
      ...columns.map((column) => columnHead(column)),
      blank(after),
    ),
  );
  const rows = all.slice(top, bottom).map((line) => {
    if (line.kind === "title") {
      const span = columns.length + Number(before > 0) + Number(after > 0);
      return el(
        "tr",
        { class: "title", role: "presentation" },
        el("th", { class: "name", role: "presentation" }, line.title),
        el("td", { colspan: Math.max(1, span), role: "presentation" }),
      );
    }
    return el(
      "tr",
      { "aria-rowindex": line.at + 2, "data-row": line.row },
      rowHead(line.row, line.at),
      blank(before),
      ...columns.map((column, index) => drawCell(line.row, column, line.at, left + index)),
      blank(after),
    );
  });
  body.replaceChildren(blankRow(top * ROW), ...rows, blankRow((all.length - bottom) * ROW));
  if (held) {
    place()?.focus({ preventScroll: true });
  }
}

function nameWidth(): number {
  const longest = Math.max(12, ...chosen.rows.map((row) => matrix?.solutions[row]?.path.length ?? 0));
  return Math.min(340, 34 + longest * 7.4 + 52);
}

function blankCell(width: number): HTMLElement {
  const cell = el("td", { class: "blank", "aria-hidden": true });
  cell.style.width = `${width}px`;
  return cell;
}

function blankRow(height: number): HTMLElement {
  const row = el("tr", { class: "blank", "aria-hidden": true });
  row.style.height = `${height}px`;
  return row;
}

function nameHead(width: number): HTMLElement {
  const cell = el("th", { class: "name", scope: "col" }, "solution");
  cell.style.width = `${width}px`;
  return cell;
}

function columnHead(column: number): HTMLElement {
  const test = matrix?.tests[column];
  const group = test ? groupOf(test) : "";
  const kills = test ? `${test.killed === 1 ? "1 solution fails" : `${test.killed} solutions fail`} it` : "";
  const title = [test?.command ?? test?.path, group && `group ${group}`, kills].filter(Boolean).join("\n");
  const cell = el(
    "th",
    { scope: "col", class: test?.valid === false ? "invalid" : "", title, "aria-colindex": column + 2 },
    el("span", { class: "id" }, test?.id ?? ""),
    el("span", { class: "group" }, group),
  );
  return cell;
}

function rowHead(row: number, at: number): HTMLElement {
  const solution = matrix?.solutions[row];
  if (!solution) {
    return el("th");
  }
  const outcome = solutionOutcome(solution);
  const marks = { passed: "✓", failed: "✗", skipped: "·" };
  const worst = solution.verdict === NOT_RUN ? "" : solution.verdict;
  const title = [
    solution.path,
    `labelled ${labelOf(solution)}`,
    solution.class?.replaceAll("_", " "),
    solution.max_time_ms === null ? "" : `slowest test ${time(solution.max_time_ms)}`,
  ];
  return el(
    "th",
    {
      class: `name ${outcome}`,
      scope: "row",
      tabindex: isFocus(at, -1) ? 0 : -1,
      "data-at": at,
      "data-column": -1,
      title: title.filter(Boolean).join("\n"),
      "aria-label": `${solution.path}, ${labelOf(solution)}, ${worst || "not run"}, ${
        { passed: "as labelled", failed: "not as labelled", skipped: "not judged" }[outcome]
      }`,
    },
    el("span", { class: "mark", "aria-hidden": true }, marks[outcome]),
    el("span", { class: "path" }, solution.path),
    el("span", { class: "worst" }, worst),
  );
}

function drawCell(row: number, column: number, at: number, index: number): HTMLElement {
  const solution = matrix?.solutions[row];
  const test = matrix?.tests[column];
  if (!matrix || !solution || !test) {
    return el("td");
  }
  const cell = cellAt(matrix, row, column);
  const isOpen = open?.solution === solution.path && open.test === test.id;
  const outcome = cellOutcome(solution, cell.verdict);
  const classes = [
    "cell",
    `v-${cell.verdict.toLowerCase()}`,
    cell.stale && "stale",
    outcome === "failed" && "unexpected",
  ];
  const says = [
    `${solution.path} on test ${test.id}: ${cell.verdict === NOT_RUN ? "not run" : cell.verdict}`,
    time(cell.time),
    outcome === "failed" && "not as labelled",
    cell.stale && "from before the last change",
  ]
    .filter(Boolean)
    .join(", ");
  return el(
    "td",
    {
      role: "gridcell",
      class: classes.filter(Boolean).join(" "),
      tabindex: isFocus(at, index) ? 0 : -1,
      "data-at": at,
      "data-column": index,
      "data-solution": solution.path,
      "data-test": test.id,
      "aria-colindex": index + 2,
      "aria-label": says,
      "aria-selected": isOpen,
      title: says,
    },
    cell.verdict === NOT_RUN ? "" : cell.verdict,
  );
}

function isFocus(at: number, column: number): boolean {
  return focus.row === at && focus.column === column;
}

function place(): HTMLElement | null {
  return table.querySelector<HTMLElement>(`[data-at="${focus.row}"][data-column="${focus.column}"]`);
}

/** Draws single cells anew, without touching anything around them. */
function redraw(cells: readonly { solution: string; test: string }[]): void {
  if (!matrix) {
    return;
  }
  const drawnCells = new Map(
    [...table.querySelectorAll<HTMLElement>("td.cell")].map((cell) => [
      `${cell.dataset["solution"] ?? ""}\n${cell.dataset["test"] ?? ""}`,
      cell,
    ]),
  );
  const rows = new Map(matrix.solutions.map((one, row) => [one.path, row]));
  const columns = new Map(matrix.tests.map((one, column) => [one.id, column]));
  for (const { solution, test } of cells) {
    const old = drawnCells.get(`${solution}\n${test}`);
    const [row, column] = [rows.get(solution), columns.get(test)];
    if (old && row !== undefined && column !== undefined) {
      const held = document.activeElement === old;
      const fresh = drawCell(row, column, Number(old.dataset["at"]), Number(old.dataset["column"]));
      old.replaceWith(fresh);
      if (held) {
        fresh.focus({ preventScroll: true });
      }
    }
  }
}

scroller.addEventListener("scroll", () => requestAnimationFrame(drawInSight), { passive: true });
new ResizeObserver(() => requestAnimationFrame(drawInSight)).observe(scroller);

function moveTo(row: number, column: number): void {
  focus = {
    row: Math.max(0, Math.min(chosen.rows.length - 1, row)),
    column: Math.max(-1, Math.min(chosen.columns.length - 1, column)),
  };
  const all = layout();
  const line = all.findIndex((one) => one.at === focus.row);
  const header = head.offsetHeight;
  const top = line * ROW;
  if (top < scroller.scrollTop) {
    scroller.scrollTop = focus.row === 0 ? 0 : top;
  } else if (top + ROW + header > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = top + ROW + header - scroller.clientHeight;
  }
  const left = Math.max(0, focus.column) * COLUMN;
  const room = scroller.clientWidth - nameWidth();
  if (left < scroller.scrollLeft) {
    scroller.scrollLeft = left;
  } else if (left + COLUMN > scroller.scrollLeft + room) {
    scroller.scrollLeft = left + COLUMN - room;
  }
  drawInSight();
  for (const cell of table.querySelectorAll('[tabindex="0"]')) {
    cell.setAttribute("tabindex", "-1");
  }
  const target = place();
  target?.setAttribute("tabindex", "0");
  target?.focus({ preventScroll: true });
}

table.addEventListener("keydown", (event) => {
  const page = Math.max(1, Math.floor(scroller.clientHeight / ROW) - 3);
  const { row, column } = focus;
  const last = { row: chosen.rows.length - 1, column: chosen.columns.length - 1 };
  const moves: Record<string, [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
    Home: event.ctrlKey ? [0, -1] : [row, -1],
    End: event.ctrlKey ? [last.row, last.column] : [row, last.column],
  };
  const move = moves[event.key];
  if (move) {
    moveTo(...move);
  } else if (event.key === "Enter" || event.key === " ") {
    activate();
  } else if (event.key === "Escape" && open) {
    close();
  } else {
    return;
  }
  event.preventDefault();
});

table.addEventListener("click", (event) => {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-at]") : null;
  if (cell) {
    moveTo(Number(cell.dataset["at"]), Number(cell.dataset["column"]));
    activate();
  }
});

function activate(): void {
  const solution = matrix?.solutions[chosen.rows[focus.row] ?? -1];
  const test = matrix?.tests[chosen.columns[focus.column] ?? -1];
  if (!solution || uri === undefined) {
    return;
  }
  if (focus.column === -1) {
    send({ kind: "openFile", uri, path: solution.path });
  } else if (test) {
    show(solution.path, test.id);
  }
}

// One test.

function show(solution: string | undefined, test: string): void {
  if (uri === undefined) {
    return;
  }
  const before = open;
  open = { solution, test };
  shown = undefined;
  if (matrix) {
    const cells = [before, open].flatMap((one) =>
      one?.solution === undefined ? [] : [{ solution: one.solution, test: one.test }],
    );
    redraw(cells);
  }
  if (!before) {
    drawDetails();
  }
  send({ kind: "show", uri, solution, test });
}

function close(): void {
  const before = open;
  open = undefined;
  details.hidden = true;
  drawn = "";
  drawInSight();
  if (before) {
    place()?.focus({ preventScroll: true });
  }
}

function drawDetails(): void {
  details.hidden = open === undefined;
  if (!open || uri === undefined) {
    return;
  }
  const { solution, test } = open;
  const problem = uri;
  const row = matrix?.solutions.findIndex((one) => one.path === solution) ?? -1;
  const column = matrix?.tests.findIndex((one) => one.id === test) ?? -1;
  const known = matrix && row >= 0 && column >= 0 ? cellAt(matrix, row, column) : undefined;
  const about = matrix?.tests[column];
  const button = (words: string, act: () => void, title = "") => {
    const made = el("button", { type: "button", title }, words);
    made.addEventListener("click", act);
    return made;
  };
  const closing = button("✕", close, "Close");
  closing.className = "close";
  closing.setAttribute("aria-label", "Close");
  const path = about?.path;
  const heading = el(
    "h2",
    {},
    solution === undefined ? "" : el("span", { class: "path" }, solution),
    el("span", { class: "test" }, `test ${test}`),
    known && known.verdict !== NOT_RUN
      ? el("span", { class: `badge v-${known.verdict.toLowerCase()}` }, known.verdict)
      : undefined,
    known?.time === null || known === undefined ? undefined : el("span", { class: "time" }, time(known.time)),
    closing,
  );
  const actions = el(
    "p",
    { class: "actions" },
    solution !== undefined &&
      button("Compare in Editor", () => send({ kind: "compare", uri: problem, solution, test })),
    solution !== undefined && button("Run Again", () => send({ kind: "run", uri: problem, solution, test })),
    solution !== undefined && button("Open Solution", () => send({ kind: "openFile", uri: problem, path: solution })),
    path !== undefined && path !== null && button("Open Input", () => send({ kind: "openFile", uri: problem, path })),
    solution === undefined && button("Input in Editor", () => send({ kind: "compare", uri: problem, solution, test })),
  );
  const command = about?.command ? el("p", { class: "command" }, about.command) : undefined;
  details.replaceChildren(heading, ...[command].filter((one) => one !== undefined), actions, contents(solution));
}

function contents(solution: string | undefined): HTMLElement {
  if (shown === undefined) {
    return el("p", { class: "waiting" }, "…");
  }
  if (typeof shown === "string") {
    return el("p", { class: "trouble", role: "alert" }, shown);
  }
  const { first_difference: difference } = shown;
  const found = shown.transcript ?? shown.found;
  const words = shown.checker ?? "";
  const blocks = [
    block("Input", shown.input, undefined),
    block("Expected", shown.expected, found ? difference : undefined),
    solution === undefined ? undefined : block(shown.transcript ? "Transcript" : "Found", found ?? null, difference),
  ];
  return el(
    "div",
    { class: "shown" },
    words !== "" && el("p", { class: "checker" }, words),
    el("div", { class: "blocks" }, ...blocks),
  );
}

function block(
  title: string,
  text: Shown | null,
  place: { line: number; column: number } | null | undefined,
): HTMLElement {
  if (text === null) {
    return el("figure", {}, el("figcaption", {}, title), el("p", { class: "none" }, "not known"));
  }
  const { lines, before, after } = excerpt(shownText(text), place);
  const pre = el("pre", { tabindex: 0, "aria-label": title });
  const left = (n: number) => el("span", { class: "left-out" }, `${n} ${n === 1 ? "line" : "lines"} left out\n`);
  if (before > 0) {
    pre.append(left(before));
  }
  for (const { number, text: line, mark } of lines) {
    const [start, token, end] = mark === undefined ? [line, "", ""] : marked(line, mark);
    pre.append(
      el(
        "span",
        { class: mark === undefined ? "line" : "line differs" },
        el("span", { class: "number", "aria-hidden": true }, String(number + 1)),
        el("span", { class: "text" }, start, mark !== undefined && el("mark", {}, token === "" ? " " : token), end),
      ),
    );
  }
  if (after > 0) {
    pre.append(left(after));
  }
  if (lines.length === 0) {
    pre.append(el("span", { class: "left-out" }, "empty"));
  }
  const note = leftOut(text);
  return el("figure", {}, el("figcaption", {}, title, note !== "" && el("small", {}, ` ${note}`)), pre);
}

details.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    close();
  }
});

// What the host says.

function ofOpen(cells: readonly { solution: string; test: string; stale: boolean }[]): boolean {
  return cells.some((cell) => cell.solution === open?.solution && cell.test === open.test && !cell.stale);
}

addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "problems":
      problems = data.problems;
      if (data.current !== uri) {
        uri = data.current;
        matrix = undefined;
        open = undefined;
        details.hidden = true;
        keep();
        drawGrid();
      }
      if (uri === undefined || problems.length === 0) {
        uri = undefined;
        matrix = undefined;
        status = undefined;
        drawGrid();
      }
      drawBar();
      break;
    case "status":
      if (data.uri === uri) {
        status = data.status;
        drawBar();
        if (!matrix) {
          drawGrid();
        }
      }
      break;
    case "matrix": {
      if (data.uri !== uri) {
        break;
      }
      const isOld = (one: Solution[]) => one.map((row) => row.path).join("\n");
      const isSame = matrix && data.matrix && isOld(matrix.solutions) === isOld(data.matrix.solutions);
      matrix = data.matrix;
      if (!isSame) {
        focus = { row: 0, column: 0 };
      }
      drawBar();
      drawGrid();
      if (open) {
        send({ kind: "show", uri, ...open });
      }
      break;
    }
    case "cells": {
      const change = { ...data, cells: [...data.cells], base: matrix?.generation ?? 0 };
      if (data.uri === uri && matrix && apply(matrix, change)) {
        redraw(data.cells);
        drawBar();
        if (open && ofOpen(data.cells)) {
          send({ kind: "show", uri, ...open });
        }
      }
      break;
    }
    case "open": {
      if (data.uri !== uri) {
        break;
      }
      const at = chosen.rows.findIndex((row) => matrix?.solutions[row]?.path === data.solution);
      const column = chosen.columns.findIndex((one) => matrix?.tests[one]?.id === data.test);
      if (at >= 0 && column >= 0) {
        moveTo(at, column);
      }
      show(data.solution, data.test);
      break;
    }
    case "shown":
      if (data.uri === uri && data.test === open?.test && data.solution === open.solution) {
        shown = data.shown;
        drawDetails();
      }
      break;
  }
});

drawBar();
drawGrid();
send({ kind: "ready", uri });

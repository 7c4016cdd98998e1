// The grid: a table of which only what is in sight is drawn.

import {
  cellAt,
  cellOutcome,
  groupsOf,
  kills,
  labelOf,
  NOT_RUN,
  scoreOf,
  shortNames,
  solutionOutcome,
  time,
} from "../model.ts";
import { byId, el } from "./dom.ts";
import { choices, choose, groupOf, headOf, inSight, possible } from "./grid.ts";
import { send, state } from "./state.ts";

/** Sizes of the grid, in pixels; the style has the same. */
const ROW = 24;
const COLUMN = 44;

const scroller = byId("scroller");

const table = el("table", { role: "grid", "aria-label": "Matrix", "aria-readonly": "true" });
const head = el("thead");
const body = el("tbody");
table.append(head, body);
const empty = el("p", { id: "empty" });
scroller.append(table, empty);
/** What solutions are called, by their paths. */
let called = new Map<string, string>();
/** What is drawn of rows and columns; nothing when it has to be drawn anew. */
let drawn: { rows: [number, number]; columns: [number, number] } | undefined;

export function drawGrid(): void {
  drawn = undefined;
  called = shortNames(state.matrix?.solutions ?? []);
  if (state.matrix) {
    state.chosen = choose(state.matrix, possible(state.filter, choices(state.matrix)));
  } else {
    state.chosen = { sections: [], rows: [], columns: [] };
  }
  const nothing = state.chosen.rows.length === 0;
  table.hidden = nothing;
  empty.hidden = !nothing;
  empty.textContent = emptyWords();
  state.focus.row = Math.max(0, Math.min(state.focus.row, state.chosen.rows.length - 1));
  state.focus.column = Math.max(-1, Math.min(state.focus.column, state.chosen.columns.length - 1));
  if (!nothing) {
    drawInSight();
  }
}

function emptyWords(): string {
  if (state.uri === undefined) {
    return "Open a file of a problem, such as its validator or a solution, and its matrix is shown here.";
  }
  if (!state.matrix) {
    return state.status?.busy ? "The first check is under way." : (state.status?.message ?? "Nothing is known yet.");
  }
  return state.matrix.solutions.length === 0
    ? "This problem has no solutions yet."
    : "No solution is left by these filters.";
}

/** What is above each row: titles of sections take a row of their own. */
function layout(): { kind: "title" | "row"; title: string; row: number; at: number }[] {
  let at = 0;
  const several = state.chosen.sections.length > 1;
  return state.chosen.sections.flatMap((section) => {
    const title = several ? [{ kind: "title" as const, title: section.title, row: -1, at: -1 }] : [];
    return [...title, ...section.rows.map((row) => ({ kind: "row" as const, title: "", row, at: at++ }))];
  });
}

/** So many rows and columns are drawn beyond those in sight. */
const AROUND = 8;

/** Draws what is in sight of the grid. */
function drawInSight(): void {
  if (!state.matrix) {
    return;
  }
  const all = layout();
  const names = nameWidth();
  const room = Math.max(0, scroller.clientWidth - names);
  const rowsInSight = (around: number) => inSight(scroller.scrollTop, scroller.clientHeight, ROW, all.length, around);
  const columnsInSight = (around: number) =>
    inSight(scroller.scrollLeft, room, COLUMN, state.chosen.columns.length, around);
  if (drawn && covers(drawn.rows, rowsInSight(0)) && covers(drawn.columns, columnsInSight(0))) {
    return;
  }
  const [top, bottom] = rowsInSight(AROUND);
  const [left, right] = columnsInSight(AROUND);
  drawn = { rows: [top, bottom], columns: [left, right] };
  const held = table.contains(document.activeElement);
  const columns = state.chosen.columns.slice(left, right);
  table.setAttribute("aria-rowcount", String(state.chosen.rows.length + 1));
  table.setAttribute("aria-colcount", String(state.chosen.columns.length + 1));
  table.style.width = `${names + state.chosen.columns.length * COLUMN}px`;
  const before = left * COLUMN;
  const after = (state.chosen.columns.length - right) * COLUMN;
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
  // The cell that has the keyboard may be out of sight: then the table has it.
  const cell = place();
  table.tabIndex = cell ? -1 : 0;
  if (held) {
    (cell ?? table).focus({ preventScroll: true });
  }
}

function covers([first, last]: [number, number], [from, to]: [number, number]): boolean {
  return first <= from && to <= last;
}

function calledOf(path: string): string {
  return called.get(path) ?? path;
}

function nameWidth(): number {
  const solutions = state.chosen.rows.flatMap((row) => state.matrix?.solutions[row] ?? []);
  const longest = Math.max(12, ...solutions.map((one) => calledOf(one.path).length));
  const score = Math.max(0, ...solutions.map((one) => scoreOf(one).length));
  return Math.min(340, 34 + longest * 7.4 + 52) + (score > 0 ? 12 + score * 7.4 : 0);
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
  const test = state.matrix?.tests[column];
  const group = test ? groupOf(test) : "";
  const killed = test ? kills(test) : "";
  const most = state.matrix?.groups?.find((one) => one.name === group)?.max_score ?? null;
  const words = group && (most === null ? `group ${group}` : `group ${group}, ${most} points`);
  const head = test ? headOf(test) : { id: "", group: "" };
  const title = [test ? `test ${test.id}` : "", test?.command ?? test?.path, words, killed].filter(Boolean).join("\n");
  const cell = el(
    "th",
    { scope: "col", class: test?.valid === false ? "invalid" : "", title, "aria-colindex": column + 2 },
    el("span", { class: "id" }, head.id),
    el("span", { class: "group" }, head.group),
  );
  return cell;
}

function rowHead(row: number, at: number): HTMLElement {
  const solution = state.matrix?.solutions[row];
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
    ...groupsOf(solution, state.matrix?.groups),
  ];
  const score = scoreOf(solution);
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
      }${score && `, score ${score}`}`,
    },
    el("span", { class: "mark", "aria-hidden": true }, marks[outcome]),
    el("span", { class: "path" }, calledOf(solution.path)),
    el("span", { class: "worst" }, worst),
    score ? el("span", { class: "score" }, score) : undefined,
  );
}

function drawCell(row: number, column: number, at: number, index: number): HTMLElement {
  const solution = state.matrix?.solutions[row];
  const test = state.matrix?.tests[column];
  if (!state.matrix || !solution || !test) {
    return el("td");
  }
  const cell = cellAt(state.matrix, row, column);
  const isOpen = state.open?.solution === solution.path && state.open.test === test.id;
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
  return state.focus.row === at && state.focus.column === column;
}

function place(): HTMLElement | null {
  return table.querySelector<HTMLElement>(`[data-at="${state.focus.row}"][data-column="${state.focus.column}"]`);
}

/** Draws single cells anew, without touching anything around them. */
export function redraw(cells: readonly { solution: string; test: string }[]): void {
  if (!state.matrix) {
    return;
  }
  const drawnCells = new Map(
    [...table.querySelectorAll<HTMLElement>("td.cell")].map((cell) => [
      `${cell.dataset["solution"] ?? ""}\n${cell.dataset["test"] ?? ""}`,
      cell,
    ]),
  );
  const rows = new Map(state.matrix.solutions.map((one, row) => [one.path, row]));
  const columns = new Map(state.matrix.tests.map((one, column) => [one.id, column]));
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

export function moveTo(row: number, column: number): void {
  state.focus = {
    row: Math.max(0, Math.min(state.chosen.rows.length - 1, row)),
    column: Math.max(-1, Math.min(state.chosen.columns.length - 1, column)),
  };
  const all = layout();
  const line = all.findIndex((one) => one.at === state.focus.row);
  const header = head.offsetHeight;
  const top = line * ROW;
  if (top < scroller.scrollTop) {
    scroller.scrollTop = state.focus.row === 0 ? 0 : top;
  } else if (top + ROW + header > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = top + ROW + header - scroller.clientHeight;
  }
  const left = Math.max(0, state.focus.column) * COLUMN;
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

/** Back to the cell that has the keyboard. */
export function refocus(): void {
  drawn = undefined;
  drawInSight();
  place()?.focus({ preventScroll: true });
}

/** Keys and clicks. */
export function obey(show: (solution: string, test: string) => void, close: () => void): void {
  const activate = () => {
    const solution = state.matrix?.solutions[state.chosen.rows[state.focus.row] ?? -1];
    const test = state.matrix?.tests[state.chosen.columns[state.focus.column] ?? -1];
    if (!solution || state.uri === undefined) {
      return;
    }
    if (state.focus.column === -1) {
      send({ kind: "openFile", uri: state.uri, path: solution.path });
    } else if (test) {
      show(solution.path, test.id);
    }
  };
  table.addEventListener("keydown", (event) => {
    const move = moveOf(event);
    if (move) {
      moveTo(...move);
    } else if (event.key === "Enter" || event.key === " ") {
      activate();
    } else if (event.key === "Escape" && state.open) {
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
  table.addEventListener("focus", ({ relatedTarget }) => {
    if (relatedTarget) {
      moveTo(state.focus.row, state.focus.column);
    }
  });
}

function moveOf({ key, ctrlKey }: KeyboardEvent): [number, number] | undefined {
  const page = Math.max(1, Math.floor(scroller.clientHeight / ROW) - 3);
  const { row, column } = state.focus;
  const last = { row: state.chosen.rows.length - 1, column: state.chosen.columns.length - 1 };
  const moves: Record<string, [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
    Home: ctrlKey ? [0, -1] : [row, -1],
    End: ctrlKey ? [last.row, last.column] : [row, last.column],
  };
  return moves[key];
}

// One test, beside the grid: input, expected and found, and what the checker said.

import { cellAt, leftOut, NOT_RUN, shortNames, time } from "../model.ts";
import type { Shown, TextPlace } from "../protocol.ts";
import { byId, el } from "./dom.ts";
import { excerptOf, isThere, marked } from "./grid.ts";
import { send, state } from "./state.ts";
import { redraw, refocus } from "./table.ts";

const details = byId("details");

export function show(solution: string | undefined, test: string): void {
  if (state.uri === undefined) {
    return;
  }
  const before = state.open;
  state.open = { solution, test };
  state.shown = undefined;
  if (state.matrix) {
    const cells = [before, state.open].flatMap((one) =>
      one?.solution === undefined ? [] : [{ solution: one.solution, test: one.test }],
    );
    redraw(cells);
  }
  if (!before || details.hidden) {
    drawDetails();
  }
  send({ kind: "show", uri: state.uri, solution, test });
}

export function close(): void {
  state.open = undefined;
  drawDetails();
  refocus();
}

/** Whether the matrix has no more what is open, as where a solution was moved: it is out of sight until it is back. */
export function isGone(): boolean {
  return state.matrix !== undefined && state.open !== undefined && !isThere(state.matrix, state.open);
}

export function drawDetails(): void {
  const hadFocus = details.contains(document.activeElement);
  details.hidden = state.open === undefined || isGone();
  if (details.hidden && hadFocus) {
    refocus();
  }
  if (!state.open || state.uri === undefined) {
    return;
  }
  const { solution, test } = state.open;
  const problem = state.uri;
  const row = state.matrix?.solutions.findIndex((one) => one.path === solution) ?? -1;
  const column = state.matrix?.tests.findIndex((one) => one.id === test) ?? -1;
  const known = state.matrix && row >= 0 && column >= 0 ? cellAt(state.matrix, row, column) : undefined;
  const about = state.matrix?.tests[column];
  const button = (words: string, act: () => void, title = "") => {
    const made = el("button", { type: "button", title }, words);
    made.addEventListener("click", act);
    return made;
  };
  const closing = button("✕", close, "Close");
  closing.className = "close";
  closing.setAttribute("aria-label", "Close");
  const path = about?.path;
  const declared = typeof state.shown === "object" ? state.shown.declared : undefined;
  const heading = el(
    "h2",
    {},
    solution === undefined
      ? ""
      : el(
          "span",
          { class: "path", title: solution },
          shortNames(state.matrix?.solutions ?? []).get(solution) ?? solution,
        ),
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
    declared !== undefined && button("Go to Declaration", () => send({ kind: "openFile", uri: problem, ...declared })),
    button(
      "Edit a Copy of the Input",
      () => send({ kind: "edit", uri: problem, solution, test }),
      "Then promote it to a test",
    ),
    solution !== undefined &&
      button(
        "Debug in Terminal",
        () => send({ kind: "debug", uri: problem, solution, test }),
        "Builds it with -g -O0 in a new directory and runs it on this input",
      ),
  );
  const command = about?.command ? el("p", { class: "command" }, about.command) : undefined;
  details.replaceChildren(heading, ...[command].filter((one) => one !== undefined), actions, contents(solution));
}

function contents(solution: string | undefined): HTMLElement {
  if (state.shown === undefined) {
    return el("p", { class: "waiting" }, "…");
  }
  if (typeof state.shown === "string") {
    return el("p", { class: "trouble", role: "alert" }, state.shown);
  }
  const { first_difference: difference, expected_difference: there, input_place: stop, validator } = state.shown;
  const found = state.shown.transcript ?? state.shown.found;
  const words = [state.shown.checker ?? "", validator === undefined ? "" : `validator: ${validator}`];
  const blocks = [
    block("Input", state.shown.input, stop),
    block("Expected", state.shown.expected, there),
    solution === undefined
      ? undefined
      : state.shown.transcript
        ? block("Solution, and interactor to the right", state.shown.transcript, undefined, true)
        : block("Found", found ?? null, difference),
    state.shown.stderr !== undefined && block("Standard Error", state.shown.stderr, undefined),
  ];
  return el(
    "div",
    { class: "shown" },
    ...words.filter((one) => one !== "").map((one) => el("p", { class: "checker" }, one)),
    el("div", { class: "blocks" }, ...blocks),
  );
}

function block(title: string, text: Shown | null, place: TextPlace | null | undefined, talk = false): HTMLElement {
  if (text === null) {
    return el("figure", {}, el("figcaption", {}, title), el("p", { class: "none" }, "not known"));
  }
  const { lines, before, after } = excerptOf(text, place);
  const pre = el("pre", { tabindex: 0, "aria-label": title });
  const left = (n: number) => el("span", { class: "left-out" }, `${n} ${n === 1 ? "line" : "lines"} left out\n`);
  if (before > 0) {
    pre.append(left(before));
  }
  for (const { number, text: line, mark } of lines) {
    // What the interactor says stands to the right.
    const answers = talk && line.startsWith("<");
    const said = talk ? line.slice(2) : line;
    const [start, token, end] = mark === undefined ? [said, "", ""] : marked(said, mark);
    pre.append(
      el(
        "span",
        { class: `line${mark === undefined ? "" : " differs"}${answers ? " answers" : ""}` },
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

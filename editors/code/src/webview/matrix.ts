// The page of the matrix: the bar above the grid, and what the host says.

import type { ToPage } from "../messages.ts";
import { apply, rates } from "../model.ts";
import type { Solution } from "../protocol.ts";
import { byId, el } from "./dom.ts";
import { choices, UNEXPECTED } from "./grid.ts";
import { close, drawDetails, isGone, show } from "./details.ts";
import { keep, send, state } from "./state.ts";
import { drawGrid, moveTo, obey, redraw } from "./table.ts";

const picker = el("select", { "aria-label": "Problem" });
const summary = el("span", { id: "summary", "aria-live": "polite" });
const spinner = el("span", { id: "spinner", "aria-hidden": true });
const labels = el("select", { "aria-label": "Label" });
const verdicts = el("select", { "aria-label": "Verdict" });
const groups = el("select", { "aria-label": "Group" });
const search = el("input", { type: "search", placeholder: "Solution", "aria-label": "Solution" });
byId("bar").append(
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
    state.filter = { ...state.filter, [key]: control.value };
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
  const values = state.problems.map((one): [string, string] => [one.uri, one.name]);
  const same = JSON.stringify(values);
  if (picker.dataset["values"] !== same) {
    picker.dataset["values"] = same;
    picker.replaceChildren(...values.map(([word, words]) => el("option", { value: word }, words)));
  }
  picker.value = state.uri ?? "";
  picker.hidden = state.problems.length === 0;
  spinner.className = state.status?.busy ? "busy" : "";
  const parts = [state.matrix && rates(state.matrix.metrics), state.status?.message].filter(Boolean);
  summary.textContent = parts.join(" · ");
  summary.className = state.status?.health ?? "";
  summary.title = parts.join(" · ");
  const can = state.matrix ? choices(state.matrix) : { labels: [], verdicts: [], groups: [] };
  const plain = (words: string[]) => words.map((word): [string, string] => [word, word.replaceAll("_", " ")]);
  fill(labels, "All labels", plain(can.labels), state.filter.label);
  fill(verdicts, "All verdicts", [[UNEXPECTED, "Not as labelled"], ...plain(can.verdicts)], state.filter.verdict);
  fill(groups, "All groups", plain(can.groups), state.filter.group);
  search.value = state.filter.text;
  byId("filters").hidden = state.matrix === undefined || state.matrix.solutions.length === 0;
}

// What the host says.

function ofOpen(cells: readonly { solution: string; test: string; stale: boolean }[]): boolean {
  return cells.some((cell) => cell.solution === state.open?.solution && cell.test === state.open.test && !cell.stale);
}

addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "problems":
      state.problems = data.problems;
      if (data.current !== state.uri) {
        state.uri = data.current;
        state.matrix = undefined;
        state.open = undefined;
        drawDetails();
        keep();
        drawGrid();
      }
      if (state.uri === undefined || state.problems.length === 0) {
        state.uri = undefined;
        state.matrix = undefined;
        state.status = undefined;
        drawGrid();
      }
      drawBar();
      break;
    case "status":
      if (data.uri === state.uri) {
        state.status = data.status;
        drawBar();
        if (!state.matrix) {
          drawGrid();
        }
      }
      break;
    case "matrix": {
      if (data.uri !== state.uri) {
        break;
      }
      const isOld = (one: Solution[]) => one.map((row) => row.path).join("\n");
      const isSame = state.matrix && data.matrix && isOld(state.matrix.solutions) === isOld(data.matrix.solutions);
      state.matrix = data.matrix;
      if (!isSame) {
        state.focus = { row: 0, column: 0 };
      }
      drawBar();
      drawGrid();
      if (state.open) {
        if (isGone()) {
          drawDetails();
        } else {
          send({ kind: "show", uri: state.uri, ...state.open });
        }
      }
      break;
    }
    case "cells": {
      const change = { ...data, cells: [...data.cells], base: state.matrix?.generation ?? 0 };
      if (data.uri === state.uri && state.matrix && apply(state.matrix, change)) {
        redraw(data.cells);
        drawBar();
        if (state.open && ofOpen(data.cells)) {
          send({ kind: "show", uri: state.uri, ...state.open });
        }
      }
      break;
    }
    case "open": {
      if (data.uri !== state.uri) {
        break;
      }
      const at = state.chosen.rows.findIndex((row) => state.matrix?.solutions[row]?.path === data.solution);
      const column = state.chosen.columns.findIndex((one) => state.matrix?.tests[one]?.id === data.test);
      if (at >= 0 && column >= 0) {
        moveTo(at, column);
      }
      show(data.solution, data.test);
      break;
    }
    case "shown":
      if (data.uri === state.uri && data.test === state.open?.test && data.solution === state.open.solution) {
        state.shown = data.shown;
        drawDetails();
      }
      break;
  }
});

obey(show, close);
drawBar();
drawGrid();
send({ kind: "ready", uri: state.uri });

// What the page knows, and how it talks to its host.

import type { FromPage } from "../messages.ts";
import type { Matrix, ShownTest, Status } from "../protocol.ts";
import { EVERYTHING, type Chosen, type Filter } from "./grid.ts";

interface Kept {
  uri?: string | undefined;
  filter?: Filter;
}

interface State {
  problems: { uri: string; name: string }[];
  /** The problem that is shown. */
  uri: string | undefined;
  filter: Filter;
  matrix: Matrix | undefined;
  status: Status | undefined;
  chosen: Chosen;
  /** The cell that has the keyboard: places among the rows and columns that are shown; column -1 is the solution. */
  focus: { row: number; column: number };
  /** The test that is shown beside the grid. */
  open: { solution: string | undefined; test: string } | undefined;
  shown: ShownTest | string | undefined;
}

const code = acquireVsCodeApi<Kept>();

export const state: State = {
  problems: [],
  uri: code.getState()?.uri,
  filter: { ...EVERYTHING, ...code.getState()?.filter },
  matrix: undefined,
  status: undefined,
  chosen: { sections: [], rows: [], columns: [] },
  focus: { row: 0, column: 0 },
  open: undefined,
  shown: undefined,
};

export function send(message: FromPage): void {
  code.postMessage(message);
}

/** What is there again when the page is. */
export function keep(): void {
  code.setState({ uri: state.uri, filter: state.filter });
}

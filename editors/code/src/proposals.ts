// What the server proposes: asked for, shown with its proof, and made when the person says so. What probes and mutants came
// to is shown likewise, and there is nothing to make of it.

import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { nameOf, setContext, words, type Ctx } from "./ctx.ts";
import type { Documents } from "./documents.ts";
import { isCancelled, withoutAnnotations } from "./model.ts";
import type { Problem } from "./problems.ts";
import type { Proposal } from "./protocol.ts";

/** The commands of the server that answer with a page: what their pages are called, and what they are about meanwhile. */
const TITLES: Record<string, [string, string]> = {
  "touchstone.hack": ["tests", "Looking for tests"],
  "touchstone.write": ["program", "Writing a program"],
  "touchstone.fix": ["repair", "Repairing a finding"],
  "touchstone.minimize": ["suite", "Minimizing the suite"],
  "touchstone.probe": ["probes", "Probing checker, interactor and validators"],
  "touchstone.mutate": ["mutants", "Trying mutants"],
  "touchstone.calibrate": ["limits", "Measuring solutions"],
};

/** The programs that a folder may lack. */
const PIECES: [string, string, string][] = [
  ["validator", "Validator", "accepts exactly the inputs that the statement allows"],
  ["checker", "Checker", "says whether an output is right"],
  ["generator", "Generator", "makes inputs, with a first script"],
  ["interactor", "Interactor", "talks with solutions, and judges what they say"],
  ["brute_force", "Brute Force", "a slow solution that nobody doubts"],
];

/** How tests are made; the first one goes on with what is there. */
const METHODS: [string, string, string][] = [
  ["evolvecoder", "Against the Pool", "rounds of tests that break the strongest wrong solutions and split those alike"],
  ["codecontests-o", "After Feedback", "a generator with commands, refined by what the pool got on them"],
  ["codecontests-plus", "Supervised", "a generator with commands, until the validator accepts all they make"],
  ["hardtestgen", "Of Each Kind", "small, random, stratified and hacking inputs, with answers that solutions agree on"],
];

/** A proposal that can be applied, with the files that it changes as they were when it was shown. */
interface Open {
  problem: Problem;
  edit: WorkspaceEdit;
  texts: Map<string, string | undefined>;
}

/** Has one of these chosen: a value, with what it is called and what it is. */
async function picked(title: string, choices: [string, string, string][]): Promise<string | undefined> {
  const items = choices.map(([value, label, description]) => ({ label, description, value }));
  return (await vscode.window.showQuickPick(items, { title }))?.value;
}

/** The files that an edit changes or makes, as they are now; absent ones have no text. The editor itself compares nothing. */
async function textsOf(edit: WorkspaceEdit): Promise<Map<string, string | undefined>> {
  const uris = (edit.documentChanges ?? []).map((change) =>
    "textDocument" in change ? change.textDocument.uri : "uri" in change ? change.uri : "",
  );
  const texts = new Map<string, string | undefined>();
  for (const uri of new Set(uris)) {
    try {
      texts.set(uri, (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))).getText());
    } catch {
      texts.set(uri, undefined);
    }
  }
  return texts;
}

/** A picture in SVG, at the end of a page. */
function pictured(plot: string | null | undefined): string {
  const data = plot == null ? "" : Buffer.from(plot).toString("base64");
  return data === "" ? "" : `\n\n![CPU time by the size of inputs](data:image/svg+xml;base64,${data})\n`;
}

export class Proposals implements vscode.Disposable {
  /** The one that is looked at. */
  #open: Open | undefined;

  constructor(
    readonly ctx: Ctx,
    readonly documents: Documents,
  ) {
    const before = ctx.show;
    ctx.show = (command, argument) => before(command, argument) || this.#show(command, argument);
  }

  /** What menus and lenses ask for by a command of the server. */
  #show(command: string, argument: unknown): boolean {
    const options = { ...(argument as { uri?: string; code?: string; id?: string; model?: boolean; apply?: boolean }) };
    const problem = options.uri === undefined ? undefined : this.ctx.problems.get(options.uri);
    if (command === "touchstone.explain" && options.model === true && options.uri !== undefined) {
      void this.#told(this.documents.explain(options.uri, options.code ?? "", options.id, true));
      return true;
    }
    if (!problem || !(command in TITLES)) {
      return false;
    }
    delete options.uri;
    delete options.apply;
    void this.#told(this.make(problem, command, options));
    return true;
  }

  async #told(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof vscode.CancellationError) && !isCancelled(error)) {
        this.ctx.failed("proposal", error);
      }
    }
  }

  /** Has a missing program written. */
  async write(problem: Problem): Promise<void> {
    const piece = await picked("Write Which Program?", PIECES);
    if (piece !== undefined) {
      await this.make(problem, "touchstone.write", { piece });
    }
  }

  /** Has tests made in one of the ways. */
  async generate(problem: Problem): Promise<void> {
    const method = await picked("Generate Tests How?", METHODS);
    if (method === undefined) {
      return;
    }
    try {
      await this.make(problem, "touchstone.hack", { engine: "llm", method });
    } catch (error) {
      if (!words(error).startsWith("not eligible")) {
        throw error;
      }
      const pressed = await vscode.window.showWarningMessage(`Touchstone: ${words(error)}`, "Go On Anyway");
      if (pressed !== undefined) {
        await this.make(problem, "touchstone.hack", { engine: "llm", method, anyway: true });
      }
    }
  }

  /** Has a proposal made, shows it with its proof, and asks what to do with it if there is something to do. */
  async make(problem: Problem, command: string, options: object): Promise<void> {
    const { uri } = problem;
    // What is judged is what is on disk.
    const unsaved = vscode.workspace.textDocuments.filter(
      (one) => one.isDirty && this.ctx.problemOf(one.uri) === problem,
    );
    await Promise.all(unsaved.map((document) => document.save()));
    const [what, doing] = TITLES[command] ?? ["proposal", "Working"];
    const proposal = await this.ctx.watched<Proposal>(`${doing} for ${nameOf(problem)}`, command, { ...options, uri });
    const title = `${what} for ${nameOf(problem)}`;
    const texts = proposal.edit === null ? new Map<string, string | undefined>() : await textsOf(proposal.edit);
    await this.documents.propose(title, uri, `${proposal.page}${pictured(proposal.plot)}`);
    this.#keep(proposal.edit === null ? undefined : { problem, edit: proposal.edit, texts });
    if (proposal.edit === null) {
      return;
    }
    const say = `Touchstone: the page shows the ${title}, with its proof. Apply it?`;
    const pressed = await vscode.window.showInformationMessage(say, "Apply", "Review Each Change", "Discard");
    if (this.#open?.edit !== proposal.edit) {
      return;
    }
    if (pressed === "Discard") {
      this.discard();
    } else if (pressed !== undefined) {
      await this.apply(pressed === "Review Each Change");
    }
  }

  /** Makes the proposal that is looked at; with a review, the editor shows each change first. */
  async apply(isReviewed: boolean): Promise<void> {
    const open = this.#open;
    if (!open) {
      return;
    }
    const { problem, edit, texts } = open;
    // It is applied once, however long the review takes.
    this.#keep(undefined);
    const now = await textsOf(edit);
    const other = [...texts].find(([uri, text]) => now.get(uri) !== text);
    if (other) {
      const name = other[0].split("/").at(-1) ?? other[0];
      throw new Error(
        `${decodeURIComponent(name)} was changed since this was proposed; nothing was applied, ask again`,
      );
    }
    const before = vscode.workspace.textDocuments.filter((one) => one.isDirty);
    const made = await this.ctx.edit(isReviewed ? edit : withoutAnnotations(edit));
    if (!made) {
      this.#keep(open);
      throw new Error("the proposal was not applied; a file may have changed since, so ask again");
    }
    // Tests and programs count from when they are on disk.
    const edited = vscode.workspace.textDocuments.filter(
      (one) => one.isDirty && !before.includes(one) && this.ctx.problemOf(one.uri) === problem,
    );
    await Promise.all(edited.map((document) => document.save()));
  }

  discard(): void {
    this.#keep(undefined);
  }

  #keep(open: Open | undefined): void {
    this.#open = open;
    setContext("proposal", open !== undefined);
  }

  dispose(): void {
    this.discard();
  }
}

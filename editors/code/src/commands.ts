// What the palette, keys and menus do.

import { execFile } from "node:child_process";
import * as os from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { nameOf, type Ctx } from "./ctx.ts";
import type { Documents } from "./documents.ts";
import type { MatrixViews } from "./matrixView.ts";
import { isCancelled, kills, labelOf, literally, size } from "./model.ts";
import type { Problem } from "./problems.ts";
import type { CellName } from "./protocol.ts";
import type { Proposals } from "./proposals.ts";
import { SETTINGS } from "./settings.generated.ts";

const run = promisify(execFile);

/** What a menu gives: an item of the tree, or an object that names things. */
interface Named {
  uri?: string;
  solution?: string;
  test?: string;
}

/** Offers the text of the editor, an edited copy of an input or any other, as a test. */
async function promote(ctx: Ctx, documents: Documents, proposals: Proposals): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const origin = document && documents.origin(document.uri);
  const problem = origin === undefined ? ctx.problemOf(document?.uri) : ctx.problems.get(origin);
  if (!document || !problem) {
    void vscode.window.showInformationMessage("Touchstone: open the input first, such as a copy of a test's.");
    return;
  }
  await proposals.make(problem, "touchstone.hack", { input: document.getText() });
}

/** The words that labels are made of. */
const LABELS: [string, string][] = [
  ["accepted", "right on every test"],
  ["wrong_answer", "wrong answer or wrong form somewhere"],
  ["time_limit_exceeded", "too slow somewhere"],
  ["run_time_error", "crashes somewhere"],
  ["memory_limit_exceeded", "uses too much memory somewhere"],
  ["output_limit_exceeded", "writes too much somewhere"],
  ["rejected", "fails somewhere, however"],
  ["accepted_or_tle", "right, but perhaps too slow"],
  ["do_not_run", "not to be run"],
];

export function registerCommands(
  ctx: Ctx,
  matrix: MatrixViews,
  documents: Documents,
  proposals: Proposals,
): vscode.Disposable[] {
  const table: Record<string, (named: Named) => unknown> = {
    checkProblem: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && check(ctx, problem, {});
    },
    sanitize: async (named) => {
      const problem = await choose(ctx, matrix, named);
      if (problem) {
        await check(ctx, problem, { sanitize: true });
        // Nothing else tells that they ran when they saw nothing.
        void vscode.window.showInformationMessage(`Touchstone: ${nameOf(problem)} ran with sanitizers; see Problems.`);
      }
    },
    checkContest: async ({ uri }) => {
      const contest = uri === undefined ? undefined : ctx.contests.contest(uri);
      const problems = contest?.problems.flatMap((one) => ctx.problems.get(one.uri) ?? []) ?? [];
      // The server judges one after the other; what goes wrong with one keeps none of the others.
      const ended = await Promise.allSettled(problems.map((problem) => check(ctx, problem, {})));
      const refused = ended.find((one) => one.status === "rejected");
      if (refused) {
        throw refused.reason;
      }
    },
    checkFile: async (named) => {
      const solution = await solutionHere(ctx, named);
      return solution && check(ctx, solution.problem, { solutions: [literally(solution.path)] });
    },
    stop: () => ctx.stopChecks(),
    openMatrix: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && matrix.open(problem.uri);
    },
    openMatrixInEditor: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && matrix.openInEditor(problem.uri);
    },
    openTest: async (named) => {
      const cell = await chooseTest(ctx, matrix, named);
      return cell && matrix.open(cell.uri, cell);
    },
    openBounds: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && documents.bounds(problem.uri);
    },
    compare: (named) => {
      const { uri, solution, test } = named;
      if (uri === undefined || test === undefined) {
        return undefined;
      }
      return documents.compare(solution === undefined ? { uri, test } : { uri, solution, test });
    },
    label: (named) => label(ctx, named),
    explainHere: () => explain(ctx, documents, false),
    explainWithModel: () => explain(ctx, documents, true),
    generateTests: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && proposals.generate(problem);
    },
    promoteInput: () => promote(ctx, documents, proposals),
    minimizeSuite: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && proposals.make(problem, "touchstone.minimize", {});
    },
    probeTools: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && proposals.make(problem, "touchstone.probe", {});
    },
    tryMutants: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && proposals.make(problem, "touchstone.mutate", {});
    },
    measureLimits: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && proposals.make(problem, "touchstone.calibrate", {});
    },
    writeProgram: async (named) => {
      const problem = await choose(ctx, matrix, named);
      return problem && proposals.write(problem);
    },
    fixHere: async () => {
      const found = await findingHere(ctx);
      return found && proposals.make(found.problem, "touchstone.fix", { code: found.code, id: found.id });
    },
    applyProposal: () => proposals.apply(false),
    reviewProposal: () => proposals.apply(true),
    discardProposal: () => proposals.discard(),
    setKey: () => ctx.keys.set(),
    forgetKey: () => ctx.keys.forget(),
    report: (named) => report(ctx, matrix, named),
    clear: () => clear(ctx),
    new: () => make(ctx),
    restart: () => ctx.restart(),
    log: () => ctx.channels.log.show(),
    bundle: () => bundle(ctx),
    refresh: () =>
      Promise.all([ctx.contests.refresh(), ...ctx.problems.all.map((problem) => ctx.problems.whole(problem.uri))]),
    walkthrough: () =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", `${ctx.extension.extension.id}#start`, false),
  };
  return Object.entries(table).map(([name, act]) =>
    vscode.commands.registerCommand(`touchstone.${name}`, async (named: unknown) => {
      try {
        await act(isNamed(named) ? named : {});
      } catch (error) {
        if (!(error instanceof vscode.CancellationError) && !isCancelled(error)) {
          ctx.failed(`touchstone.${name}`, error);
        }
      }
    }),
  );
}

function isNamed(value: unknown): value is Named {
  return typeof value === "object" && value !== null && "uri" in value && typeof value.uri === "string";
}

/** The files of a problem that are changed and not saved. */
function unsaved(ctx: Ctx, problem: Problem): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((one) => one.isDirty && ctx.problemOf(one.uri) === problem);
}

async function choose(ctx: Ctx, matrix: MatrixViews, named: Named): Promise<Problem | undefined> {
  const { problems } = ctx;
  const known =
    (named.uri === undefined ? undefined : problems.get(named.uri)) ??
    ctx.problemOf(vscode.window.activeTextEditor?.document.uri) ??
    (matrix.current === undefined ? undefined : problems.get(matrix.current));
  if (known) {
    return known;
  }
  const { all } = problems;
  if (all.length <= 1) {
    if (all.length === 0) {
      void vscode.window.showInformationMessage("Touchstone: open a file of a problem first.");
    }
    return all[0];
  }
  const items = all.map((problem) => ({ label: nameOf(problem), description: problem.status?.message ?? "", problem }));
  return (await vscode.window.showQuickPick(items, { title: "Which Problem?" }))?.problem;
}

/** What is checked is what is on disk. */
async function check(ctx: Ctx, problem: Problem, what: { solutions?: string[]; sanitize?: boolean }): Promise<void> {
  await Promise.all(unsaved(ctx, problem).map((document) => document.save()));
  await ctx.command("touchstone.run", { uri: problem.uri, ...what });
}

async function solutionHere(ctx: Ctx, named: Named): Promise<{ problem: Problem; path: string } | undefined> {
  if (named.uri !== undefined && named.solution !== undefined) {
    const problem = ctx.problems.get(named.uri);
    return problem && { problem, path: named.solution };
  }
  const uri = vscode.window.activeTextEditor?.document.uri;
  const problem = ctx.problemOf(uri);
  if (!uri || !problem) {
    void vscode.window.showInformationMessage("Touchstone: open a solution of a problem first.");
    return undefined;
  }
  const inside = path.relative(vscode.Uri.parse(problem.uri).fsPath, uri.fsPath).split(path.sep).join("/");
  const matrix = await ctx.problems.matrix(problem.uri);
  const solution = matrix?.solutions.find((one) => one.path === inside);
  if (!solution) {
    void vscode.window.showInformationMessage(`Touchstone: ${inside} is no solution of ${nameOf(problem)}.`);
    return undefined;
  }
  return { problem, path: solution.path };
}

async function chooseTest(ctx: Ctx, matrix: MatrixViews, named: Named): Promise<CellName | undefined> {
  const problem = await choose(ctx, matrix, named);
  if (!problem) {
    return undefined;
  }
  if (named.test !== undefined) {
    const cell = { uri: problem.uri, test: named.test };
    return named.solution === undefined ? cell : { ...cell, solution: named.solution };
  }
  const known = await ctx.problems.matrix(problem.uri);
  const items = (known?.tests ?? []).map((test) => ({
    label: test.id,
    description: test.command ?? test.path ?? "",
    detail: kills(test),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: `Tests of ${nameOf(problem)}`,
    matchOnDescription: true,
  });
  return picked && { uri: problem.uri, test: picked.label };
}

async function label(ctx: Ctx, named: Named): Promise<void> {
  const solution = await solutionHere(ctx, named);
  if (!solution) {
    return;
  }
  const known = (await ctx.problems.matrix(solution.problem.uri))?.solutions.find((one) => one.path === solution.path);
  const now = known ? labelOf(known) : "";
  const items = LABELS.map(([word, description]) => ({
    label: word,
    description: word === now ? `${description} (now)` : description,
  }));
  const seen = known ? `seen: ${known.verdicts_seen.join(", ")}` : "";
  const picked = await vscode.window.showQuickPick(items, { title: `Label of ${solution.path}`, placeHolder: seen });
  if (picked) {
    const { problem, path: inside } = solution;
    const before = unsaved(ctx, problem);
    await ctx.command("touchstone.setLabel", { uri: problem.uri, solution: inside, label: picked.label });
    // A label counts from when it is on disk. What was being written before stays unsaved.
    const edited = unsaved(ctx, problem).filter((document) => !before.includes(document));
    await Promise.all(edited.map((document) => document.save()));
  }
}

/** The finding at the cursor, or of the file. */
async function findingHere(ctx: Ctx): Promise<{ problem: Problem; code: string; id: string | undefined } | undefined> {
  const editor = vscode.window.activeTextEditor;
  const problem = ctx.problemOf(editor?.document.uri);
  if (!editor || !problem) {
    return undefined;
  }
  const all = vscode.languages.getDiagnostics(editor.document.uri).filter((one) => one.source === "touchstone");
  const line = editor.selection.active.line;
  const onLine = all.filter((one) => one.range.start.line <= line && line <= one.range.end.line);
  const candidates = onLine.length > 0 ? onLine : all;
  const items = candidates.map((one) => ({ label: codeOf(one), description: one.message, one }));
  const picked = items.length <= 1 ? items[0] : await vscode.window.showQuickPick(items, { title: "Which Finding?" });
  if (!picked) {
    void vscode.window.showInformationMessage("Touchstone: there is no finding in this file.");
    return undefined;
  }
  const { data } = picked.one as { data?: { id?: unknown } };
  return { problem, code: picked.label, id: typeof data?.id === "string" ? data.id : undefined };
}

async function explain(ctx: Ctx, documents: Documents, model: boolean): Promise<void> {
  const found = await findingHere(ctx);
  if (found) {
    await documents.explain(found.problem.uri, found.code, found.id, model);
  }
}

function codeOf(diagnostic: vscode.Diagnostic): string {
  const { code } = diagnostic;
  return typeof code === "object" ? String(code.value) : String(code ?? "");
}

/** The kinds of report by the endings of their files, as a dialog for a file to save shows them. */
const REPORTS: Readonly<Record<string, { format: string; words: string }>> = {
  json: { format: "json", words: "JSON" },
  html: { format: "html", words: "Web page" },
  xml: { format: "junit", words: "JUnit" },
  sarif: { format: "sarif", words: "SARIF" },
  md: { format: "markdown", words: "Markdown" },
};

async function report(ctx: Ctx, matrix: MatrixViews, named: Named): Promise<void> {
  const problem = await choose(ctx, matrix, named);
  if (!problem) {
    return;
  }
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(
      path.join(path.dirname(vscode.Uri.parse(problem.uri).fsPath), `${nameOf(problem)}.json`),
    ),
    filters: Object.fromEntries(Object.entries(REPORTS).map(([ending, { words }]) => [words, [ending]])),
    title: "Export the Report",
  });
  if (target) {
    const format = REPORTS[path.extname(target.fsPath).slice(1).toLowerCase()]?.format ?? "json";
    await ctx.command("touchstone.exportReport", { uri: problem.uri, format, path: target.fsPath });
    // A browser sees the files of the machine that it runs on.
    const isHere = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
    if (format === "html" && isHere) {
      await vscode.env.openExternal(target);
    } else {
      await vscode.window.showTextDocument(target);
    }
  }
}

async function clear(ctx: Ctx): Promise<void> {
  const sentence = "Clear the cache of all problems? The next check builds and runs everything again.";
  if ((await vscode.window.showWarningMessage(sentence, { modal: true }, "Clear")) === "Clear") {
    const freed = await ctx.command<number>("touchstone.clearCache", {});
    void vscode.window.showInformationMessage(`Touchstone: ${size(freed)} freed.`);
  }
}

async function make(ctx: Ctx): Promise<void> {
  const { found } = ctx;
  if (!found) {
    throw new Error("the server was not found; see the log");
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isOpen = folders.length > 0;
  const parent = isOpen
    ? (folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick())?.uri
    : (await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false }))?.[0];
  const name =
    parent &&
    (await vscode.window.showInputBox({ title: "New Problem", prompt: "The name of its folder", validateInput }));
  if (!parent || !name) {
    return;
  }
  const folder = vscode.Uri.joinPath(parent, name);
  await run(found.command, ["new", folder.fsPath], { timeout: 60_000 });
  if (isOpen) {
    const files = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, "**/val*.cpp"), null, 1);
    await Promise.all(files.map((file) => vscode.window.showTextDocument(file)));
  } else {
    await vscode.commands.executeCommand("vscode.openFolder", folder);
  }
}

function validateInput(value: string): string | undefined {
  return /^[\w][\w.-]*$/.test(value) ? undefined : "Letters, digits, “-”, “_” and “.”, please.";
}

/** A setting for others to read: headers and commands may hold secrets. */
function shown(key: string, value: unknown): string {
  return /^llm\.(headers|api_key|command)/.test(key) ? "(set)" : JSON.stringify(value);
}

/** What is asked for when something goes wrong: versions, settings, problems, without texts of files. */
async function bundle(ctx: Ctx): Promise<void> {
  const written = vscode.workspace.getConfiguration("touchstone");
  const settings = SETTINGS.map(({ key }) => [key, written.inspect(key)?.globalValue] as const);
  const lines = [
    `extension: ${String((ctx.extension.extension.packageJSON as { version: unknown }).version)}`,
    `editor: ${vscode.env.appName} ${vscode.version}, ${vscode.env.remoteName ?? "local"}`,
    `system: ${os.type()} ${os.release()} ${os.arch()}`,
    `server: ${ctx.found ? `${ctx.found.command} (${ctx.found.source})` : "not found"}`,
    `server version: ${ctx.version || "unknown"}`,
    `running: ${ctx.isRunning ? "yes" : "no"}${ctx.trouble === undefined ? "" : `, ${ctx.trouble}`}`,
    `trusted: ${vscode.workspace.isTrusted ? "yes" : "no"}`,
    ...settings.filter(([, value]) => value !== undefined).map(([key, value]) => `${key} = ${shown(key, value)}`),
    ...ctx.problems.all.map(({ status, uri }) => `problem ${uri}: ${status ? JSON.stringify(status) : "no status"}`),
  ];
  await vscode.env.clipboard.writeText(`${lines.join("\n")}\n`);
  void vscode.window.showInformationMessage("Touchstone: versions, settings and states are in the clipboard.");
}

// What everything else hangs on: the client, its channels, the problems, and which of them is looked at.

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import * as path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import {
  ExecuteCommandRequest,
  ShowMessageRequest,
  State,
  WorkDoneProgress,
  type LanguageClient,
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import { askModally, makeClient, type Channels } from "./client.ts";
import { Contests } from "./contests.ts";
import { discover, here, type Found, type Source } from "./discovery.ts";
import { answerQuestions, modelName } from "./editorModel.ts";
import { Keys } from "./keys.ts";
import { withoutModel } from "./model.ts";
import { Problems, type Problem } from "./problems.ts";
import type { Contest, Matrix, MatrixChange, Status } from "./protocol.ts";

const run = promisify(execFile);

/** How many characters of a message fit into a line of it. */
const A_LINE = 50;

const NAMES: Record<Source, string> = {
  environment: "named by the environment",
  setting: "named by touchstone.server.path",
  bundled: "brought by the extension",
  path: "found on PATH",
};

export class Ctx implements vscode.Disposable {
  readonly channels: Channels;
  readonly problems: Problems;
  readonly contests: Contests;
  readonly keys: Keys;
  /** Shows what a command of the server is about; set by the views. */
  show: (command: string, argument: unknown) => boolean = () => false;
  version = "";
  found: Found | undefined;
  trouble: string | undefined;
  #client: LanguageClient | undefined;
  /** What the setting for the server was when it was started. */
  #setting = "";
  /** Starts and stops come one after the other. */
  #turn: Promise<void> = Promise.resolve();
  readonly #tokens = new Set<string | number>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** The server came, went, or cannot be found. */
  readonly onDidChangeServer = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[] = [];

  constructor(readonly extension: vscode.ExtensionContext) {
    this.keys = new Keys(extension);
    this.channels = {
      log: this.keys.guard(vscode.window.createOutputChannel("Touchstone", { log: true })),
      // It shows what is said between server and editor, keys among it.
      trace: this.keys.guard(vscode.window.createOutputChannel("Touchstone Trace", { log: true })),
    };
    this.problems = new Problems(async (uri) => {
      try {
        return await this.request<Matrix>("touchstone/matrix", { uri });
      } catch (error) {
        this.channels.log.debug(`no matrix of ${uri}: ${words(error)}`);
        throw error;
      }
    });
    this.contests = new Contests(() => this.request<{ contests: Contest[] }>("touchstone/problems", {}));
    this.#subscriptions.push(
      this.#changed,
      this.channels.log,
      this.channels.trace,
      this.problems.listen(() => {
        setContext("busy", this.problems.isBusy);
        this.#lookAt();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.#lookAt()),
      // The server is told at its start only.
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        // Where the editor runs on another machine it names settings that are not those of that machine.
        if (change.affectsConfiguration("touchstone.server.path") && serverPath() !== this.#setting) {
          void this.restart();
        } else if (change.affectsConfiguration("touchstone.cache_dir")) {
          void this.restart();
        }
      }),
    );
  }

  get isRunning(): boolean {
    return this.#client?.state === State.Running;
  }

  start(): Promise<void> {
    return this.#queue(() => this.#start());
  }

  restart(): Promise<void> {
    return this.#queue(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#queue(() => this.#stop());
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn
      .then(work)
      .catch((error: unknown) => this.#fail(`The server cannot be started: ${words(error)}`));
    return this.#turn;
  }

  async #start(): Promise<void> {
    this.trouble = undefined;
    this.found = undefined;
    this.#tellState();
    this.#setting = serverPath();
    const found = discover(here(this.#setting, this.extension.extensionPath));
    if ("words" in found) {
      this.#fail(found.words);
      return;
    }
    this.found = found;
    this.version = await version(found.command);
    this.channels.log.info(`${found.command} (${NAMES[found.source]}): ${this.version}`);
    const client = makeClient(found, this.channels, {
      show: (command, argument) => this.show(command, argument),
      gaveUp: () => this.#fail("The server ended six times within three minutes, and is not started again."),
      progress: (token, isOver) => (isOver ? this.#tokens.delete(token) : this.#tokens.add(token)),
    });
    client.onNotification("touchstone/status", (status: Status) => this.problems.statusChanged(status));
    client.onNotification("touchstone/matrixChanged", (change: MatrixChange) => this.problems.matrixChanged(change));
    client.onNotification("touchstone/problemsChanged", () => void this.contests.refresh());
    client.onRequest("touchstone/apiKey", (params: unknown) => this.keys.answer(params));
    answerQuestions(client);
    // In the place of the client's own, whose question would go away by itself.
    client.onRequest(ShowMessageRequest.type, askModally);
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) {
        this.#tokens.clear();
        this.problems.clear();
        this.contests.clear();
      }
      this.#tellState();
      if (newState === State.Running) {
        void this.contests.refresh();
      }
    });
    this.#client = client;
    await client.start();
    this.#tellState();
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client) {
      await client.dispose(3000).catch((error: unknown) => this.channels.log.warn(words(error)));
    }
    this.#tokens.clear();
    this.problems.clear();
    this.contests.clear();
    this.#tellState();
  }

  #fail(sentence: string): void {
    this.trouble = sentence;
    this.channels.log.error(sentence);
    this.#tellState();
    const actions = ["Show Log", "Open Settings", "Restart"] as const;
    void vscode.window.showErrorMessage(`Touchstone: ${sentence}`, ...actions).then((pressed) => {
      if (pressed === "Show Log") {
        this.channels.log.show();
      } else if (pressed === "Open Settings") {
        void vscode.commands.executeCommand("workbench.action.openSettings", "touchstone.server.path");
      } else if (pressed === "Restart") {
        void this.restart();
      }
    });
  }

  /** Says why something that a person wanted was not done. Without a button the editor shows one line of it. */
  failed(what: string, error: unknown): void {
    this.channels.log.error(`${what}: ${words(error)}`);
    const sentence = `Touchstone: ${words(error)}`;
    const actions = sentence.length > A_LINE ? ["Show Log"] : [];
    void vscode.window.showErrorMessage(sentence, ...actions).then((pressed) => {
      if (pressed !== undefined) {
        this.channels.log.show();
      }
    });
  }

  #tellState(): void {
    setContext("running", this.isRunning);
    setContext("failed", this.trouble !== undefined && !this.isRunning);
    this.#changed.fire();
  }

  #lookAt(): void {
    setContext("inProblem", this.problemOf(vscode.window.activeTextEditor?.document.uri) !== undefined);
  }

  /** The innermost known problem that a file lies in. */
  problemOf(uri: vscode.Uri | undefined): Problem | undefined {
    if (uri?.scheme !== "file") {
      return undefined;
    }
    const above = this.problems.all.filter((problem) => isBelow(uri.fsPath, vscode.Uri.parse(problem.uri).fsPath));
    return above.sort((one, other) => other.uri.length - one.uri.length)[0];
  }

  request<R>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<R> {
    if (!this.#client || !this.isRunning) {
      return Promise.reject(new Error("The server is not running; see the log of Touchstone."));
    }
    // A token that is not there would count as a second parameter.
    return token ? this.#client.sendRequest<R>(method, params, token) : this.#client.sendRequest<R>(method, params);
  }

  /** A command of the server. */
  command<R>(command: string, argument: unknown, token?: vscode.CancellationToken): Promise<R> {
    const params = { command, arguments: [argument] };
    return this.request<R>(ExecuteCommandRequest.method, params, token);
  }

  /** A command that takes its time: what goes on is shown, with a button that ends it. */
  async watched<R>(title: string, command: string, argument: object): Promise<R> {
    const provider = vscode.workspace.getConfiguration("touchstone").inspect("llm.provider")?.globalValue;
    const vain = modelName() === undefined && withoutModel(vscode.env.appName, provider, command, argument);
    if (vain) {
      throw new Error(vain);
    }
    const location = vscode.ProgressLocation.Notification;
    return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, cancel) => {
      const workDoneToken = `touchstone/editor/${randomUUID()}`;
      const listening = this.#client?.onProgress(WorkDoneProgress.type, workDoneToken, (now) => {
        if (now.message !== undefined) {
          progress.report({ message: now.message });
        }
      });
      try {
        const params = { command, arguments: [argument], workDoneToken };
        return await this.request<R>(ExecuteCommandRequest.method, params, cancel);
      } finally {
        listening?.dispose();
      }
    });
  }

  /** Makes an edit of the server; false when the editor does not. */
  async edit(edit: WorkspaceEdit): Promise<boolean> {
    const converted = await this.#client?.protocol2CodeConverter.asWorkspaceEdit(edit);
    return converted !== undefined && (await vscode.workspace.applyEdit(converted));
  }

  /** Stops all checks that are under way; proposals have a button of their own. */
  async stopChecks(): Promise<void> {
    const tokens = [...this.#tokens];
    for (const token of tokens) {
      await this.#client?.sendNotification("window/workDoneProgress/cancel", { token });
    }
  }

  async dispose(): Promise<void> {
    await this.stop();
    for (const one of this.#subscriptions) {
      one.dispose();
    }
  }
}

function serverPath(): string {
  return vscode.workspace.getConfiguration("touchstone").get("server.path", "");
}

async function version(command: string): Promise<string> {
  try {
    return (await run(command, ["--version"], { timeout: 10_000 })).stdout.trim();
  } catch (error) {
    throw new Error(`“${command} --version” fails (${words(error)}); is it a program for this machine?`, {
      cause: error,
    });
  }
}

function isBelow(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way === "" || (!way.startsWith("..") && !path.isAbsolute(way));
}

const contexts = new Map<string, boolean>();

/** What the menus and keys of the editor ask for. */
export function setContext(key: string, value: boolean): void {
  if (contexts.get(key) === value) {
    return;
  }
  contexts.set(key, value);
  void vscode.commands.executeCommand("setContext", `touchstone.${key}`, value);
}

export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function nameOf(problem: { uri: string }): string {
  return path.posix.basename(vscode.Uri.parse(problem.uri).path);
}

/** A file of a problem, by its path in it. */
export function fileOf(problem: { uri: string }, inside: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(problem.uri), inside);
}

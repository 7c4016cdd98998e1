// The language client: how the server is started, what it is told, and what happens when it ends.

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  ResponseError,
  RevealOutputChannelOn,
  type ClientCapabilities,
  type CloseHandlerResult,
  type ConfigurationParams,
  type ErrorHandler,
  type LanguageClientOptions,
  type MessageActionItem,
  type MessageSignature,
  type ShowMessageRequestParams,
  type StaticFeature,
} from "vscode-languageclient/node";
import type { Found } from "./discovery.ts";
import { modelName } from "./editorModel.ts";
import { backOff, isCancelled } from "./model.ts";
import { serverSettings } from "./settings.ts";

export const SCRIPT = "touchstone-script";

/** What the server hears of. Of all other files it reads what is on disk. */
export const SELECTOR = [
  { scheme: "file", language: "cpp" },
  { scheme: "file", language: "c" },
  { scheme: "file", language: "python" },
  { scheme: "file", language: SCRIPT },
  { scheme: "file", language: "checktestdata" },
  {
    scheme: "file",
    pattern:
      "**/{problem.xml,problem.yaml,problem.rbx.yml,contest.rbx.yml,contest.*.rbx.yml,domjudge-problem.ini,touchstone.toml,submissions.yaml}",
  },
  { scheme: "file", pattern: "**/{info.toml,problem.json,subtasks.json,solutions.json,config.yml,config.yaml}" },
  { scheme: "file", pattern: "**/{task.yaml,task.toml,task.yml,task.yaml.orig,init.yml}" },
  { scheme: "file", pattern: "**/{PROBLEM,SOLUTION}" },
  { scheme: "file", pattern: "**/gen/{data,GEN,cases.gen,gen.toml}" },
  { scheme: "file", pattern: "**/{*plan*/**/*.txt,*{plan,script,tests}*.txt}" },
  { scheme: "file", pattern: "**/{contest,problems,problemset}.yaml" },
  { scheme: "file", pattern: "**/generators/generators.yaml" },
  { scheme: "file", pattern: "**/{statement,problem,task,description,README,readme}*.{md,markdown,tex}" },
  { scheme: "file", pattern: "**/{statement*,problem_statement*,tex}/**/*.{md,markdown,tex}" },
  { scheme: "file", pattern: "**/{tests,data,samples}/**" },
];

export interface Channels {
  log: vscode.LogOutputChannel;
  trace: vscode.LogOutputChannel;
}

export interface Hooks {
  /** Commands of the server that this client shows in views of its own; true when it did. */
  show: (command: string, argument: unknown) => boolean;
  /** The server ended too often to be started again. */
  gaveUp: () => void;
  /** Work that can be stopped. */
  progress: (token: string | number, isOver: boolean) => void;
}

/** Failures of requests that nobody asked for by hand are a matter for the log. */
class QuietClient extends LanguageClient {
  override handleFailedRequest<T>(
    type: MessageSignature,
    token: vscode.CancellationToken | undefined,
    error: unknown,
    defaultValue: T,
    _show?: boolean,
    throwOnCancel?: boolean,
  ): T {
    const isCommand = type.method === "workspace/executeCommand";
    if (isCommand && error instanceof ResponseError && !isCancelled(error)) {
      // The editor shows it, since a person has pressed something.
      throw new Error(error.message);
    }
    return super.handleFailedRequest(type, token, error, defaultValue, false, throwOnCancel);
  }
}

export function makeClient(found: Found, channels: Channels, hooks: Hooks): LanguageClient {
  // The cache is opened when the server starts, before it can ask for settings.
  const cache = settings()["cache_dir"];
  const args = typeof cache === "string" ? ["--cache-dir", cache, "lsp"] : ["lsp"];
  const program = { command: found.command, args, options: { env: process.env } };
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    outputChannel: channels.log,
    traceOutputChannel: channels.trace,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    progressOnInitialization: false,
    initializationOptions: () => ({ ...settings(), trusted: vscode.workspace.isTrusted }),
    errorHandler: restarting(hooks.gaveUp),
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      executeCommand: (command, words, next) =>
        hooks.show(command, words[0]) ? undefined : (next(command, words) as unknown),
      handleWorkDoneProgress: (token, value, next) => {
        hooks.progress(token, value.kind === "end");
        next(token, value);
      },
      workspace: {
        configuration: (params: ConfigurationParams) =>
          params.items.map((item) => (item.section === "touchstone" ? settings() : null)),
      },
    },
  };
  const client = new QuietClient("touchstone", "Touchstone", { run: program, debug: program }, options);
  client.registerFeature(KEEPS_KEYS);
  return client;
}

/** Tells the server that this client can be asked for keys, and what of its model, where it has one. */
const KEEPS_KEYS: StaticFeature = {
  fillClientCapabilities: (capabilities: ClientCapabilities) => {
    const model = modelName();
    const touchstone = { apiKey: true, ...(model === undefined ? {} : { model }) };
    capabilities.experimental = { ...(capabilities.experimental as object), touchstone };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

/** A question of the server, which stays until it is answered. */
export async function askModally(params: ShowMessageRequestParams): Promise<MessageActionItem | null> {
  const actions = params.actions ?? [];
  const [last] = actions.slice(-1);
  // The last one is the way out.
  const items = actions.map(({ title }) => ({ title, isCloseAffordance: title === last?.title }));
  const pressed = await vscode.window.showWarningMessage(params.message, { modal: true }, ...items);
  return actions.find(({ title }) => title === pressed?.title) ?? null;
}

export function settings(): Record<string, unknown> {
  const written = vscode.workspace.getConfiguration("touchstone");
  return serverSettings((key) => written.inspect(key));
}

function restarting(gaveUp: () => void): ErrorHandler {
  const endings: number[] = [];
  return {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: async (): Promise<CloseHandlerResult> => {
      const now = Date.now();
      endings.push(now);
      const wait = backOff(endings, now);
      if (wait === undefined) {
        gaveUp();
        return { action: CloseAction.DoNotRestart, handled: true, message: "The server ended too often." };
      }
      await new Promise((done) => setTimeout(done, wait));
      return { action: CloseAction.Restart, handled: true, message: "The server ended; it is started again." };
    },
  };
}

// Keys of language models: kept in the editor's secret store, each for one address, and handed to the server for that alone.

import * as vscode from "vscode";
import { addressOf } from "./model.ts";

const KNOWN = "touchstone.keys";

export class Keys {
  /** What was handed out, so that it can be kept out of traces. */
  readonly #shown = new Set<string>();

  constructor(readonly extension: vscode.ExtensionContext) {}

  /** The addresses for which there is a key. */
  get known(): string[] {
    return this.extension.globalState.get<string[]>(KNOWN, []);
  }

  /** The answer to `touchstone/apiKey`. */
  async answer(params: unknown): Promise<{ key: string } | null> {
    const origin = typeof params === "object" && params !== null && "origin" in params ? params.origin : undefined;
    const key = typeof origin === "string" ? await this.extension.secrets.get(name(origin)) : undefined;
    if (key === undefined) {
      return null;
    }
    this.#shown.add(key);
    return { key };
  }

  /** Asks for a key and keeps it. */
  async set(): Promise<void> {
    const configured = vscode.workspace.getConfiguration("touchstone").get<string>("llm.base_url", "");
    const written = await vscode.window.showInputBox({
      title: "Language Model Key (1/2)",
      prompt: "The address of the server. The key is sent there and nowhere else.",
      value: addressOf(configured) ?? this.known[0] ?? "https://api.openai.com",
      validateInput: (value) =>
        addressOf(value) === undefined ? "An address that begins with https:// or http://, please." : undefined,
    });
    const origin = written === undefined ? undefined : addressOf(written);
    if (origin === undefined) {
      return;
    }
    const key = await vscode.window.showInputBox({
      title: "Language Model Key (2/2)",
      prompt: `The key for ${origin}`,
      password: true,
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === "" ? "The key, please." : undefined),
    });
    if (key !== undefined) {
      await this.extension.secrets.store(name(origin), key.trim());
      await this.extension.globalState.update(KNOWN, [origin, ...this.known.filter((one) => one !== origin)]);
      void vscode.window.showInformationMessage(`Touchstone: the key for ${origin} is kept in the secret store.`);
    }
  }

  async forget(): Promise<void> {
    const picked =
      this.known.length === 0
        ? undefined
        : await vscode.window.showQuickPick(this.known, { title: "Forget the Key for Which Server?" });
    if (picked === undefined) {
      if (this.known.length === 0) {
        void vscode.window.showInformationMessage("Touchstone: no key is kept.");
      }
      return;
    }
    await this.extension.secrets.delete(name(picked));
    await this.extension.globalState.update(
      KNOWN,
      this.known.filter((one) => one !== picked),
    );
    void vscode.window.showInformationMessage(`Touchstone: the key for ${picked} is forgotten.`);
  }

  /** A channel that shows no key that was handed out, whatever it is given. */
  guard(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
    const hidden = (word: unknown): unknown =>
      typeof word === "string" ? [...this.#shown].reduce((text, key) => text.replaceAll(key, "…"), word) : word;
    return new Proxy(channel, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === "function"
          ? (...words: unknown[]) => (value as (...words: unknown[]) => unknown).apply(target, words.map(hidden))
          : value;
      },
    });
  }
}

function name(origin: string): string {
  return `touchstone.key:${origin}`;
}

// A language model that the editor has: it hands what it is asked to the tests' server (test/editor/model.mjs), and what that
// answers back, a piece at a time.
import * as vscode from "vscode";

const PIECE = 500;

const MODEL = {
  id: "scripted-1",
  name: "Scripted 1",
  family: "scripted",
  version: "1",
  maxInputTokens: 1_000_000,
  maxOutputTokens: 100_000,
  capabilities: {},
  // As Copilot's models do, so that the editor asks the person whether an extension may use it.
  requiresAuthorization: true,
};

export function activate(extension) {
  const provider = {
    provideLanguageModelChatInformation: () => [MODEL],
    provideTokenCount: () => 1,
    async provideLanguageModelChatResponse(_model, messages, _options, progress, token) {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      const body = messages.flatMap(({ content }) => content.map(({ value }) => value)).join("");
      const answer = await fetch(process.env.SCRIPTED_MODEL, { method: "POST", body, signal: stop.signal });
      const text = await answer.text();
      for (let at = 0; at < text.length; at += PIECE) {
        progress.report(new vscode.LanguageModelTextPart(text.slice(at, at + PIECE)));
      }
    },
  };
  extension.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("scripted", provider));
}

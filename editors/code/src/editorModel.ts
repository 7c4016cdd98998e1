// The model that the editor has, asked for the server: a question comes as a notification, its answer goes back in parts.

import * as vscode from "vscode";
import { State, type LanguageClient } from "vscode-languageclient/node";

interface Question {
  id: number;
  text: string;
}

/** What the editor's own question for leave says of the reason. */
const JUSTIFICATION =
  "It proposes tests and programs, and repairs and explains findings, when you use a command for that.";

/** What the server calls it; undefined where the running editor has no Language Model API. */
export function modelName(): string | undefined {
  // Older editors, and forks, have none, whatever the types say.
  const api = vscode.lm as typeof vscode.lm | undefined;
  return typeof api?.selectChatModels === "function" ? `the model of ${vscode.env.appName}` : undefined;
}

/** The model that is asked: the first one that the editor names, undefined where it has none. */
async function chosen(): Promise<vscode.LanguageModelChat | undefined> {
  return (await vscode.lm.selectChatModels())[0];
}

/** Tells the server which model that is, now and whenever it is another one: leave holds for one model. */
function nameModel(client: LanguageClient): void {
  let told: string | undefined;
  const tell = async (): Promise<void> => {
    const model = await chosen();
    const name = model === undefined ? modelName() : `${model.name} (${model.vendor})`;
    if (name !== undefined && name !== told && client.state === State.Running) {
      await client.sendNotification("touchstone/modelNamed", { name });
      told = name;
    }
  };
  const telling = (): void => void tell().catch(() => undefined);
  let watched: vscode.Disposable | undefined;
  client.onDidChangeState(({ newState }) => {
    told = undefined;
    watched?.dispose();
    if (newState === State.Running) {
      watched = vscode.lm.onDidChangeChatModels(telling);
      telling();
    }
  });
}

/** Has the editor's model answer what the server asks. The editor itself asks the person once whether it may. */
export function answerQuestions(client: LanguageClient): void {
  if (modelName() !== undefined) {
    nameModel(client);
  }
  const open = new Map<number, vscode.CancellationTokenSource>();
  client.onNotification("touchstone/modelRequest", (question: Question) => {
    const source = new vscode.CancellationTokenSource();
    open.set(question.id, source);
    // Nothing is said of what nobody wants any more: a server that was started again counts its questions anew.
    const isUnwanted = (): boolean => source.token.isCancellationRequested;
    const say = async (text: string): Promise<void> => {
      if (!isUnwanted()) {
        await client.sendNotification("touchstone/modelPart", { id: question.id, text });
      }
    };
    void ask(question.text, source.token, say)
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      .then(async (error) => {
        const isWanted = !isUnwanted();
        if (open.get(question.id) === source) {
          open.delete(question.id);
        }
        source.dispose();
        const end = { id: question.id, ...(error === undefined ? {} : { error }) };
        if (isWanted) {
          await client.sendNotification("touchstone/modelEnd", end);
        }
      })
      // The server has gone, and waits for nothing.
      .catch(() => undefined);
  });
  client.onDidChangeState(({ newState }) => {
    if (newState !== State.Running) {
      open.forEach((source) => source.cancel());
      open.clear();
    }
  });
  client.onNotification("touchstone/modelCancel", ({ id }: { id: number }) => open.get(id)?.cancel());
}

async function ask(text: string, token: vscode.CancellationToken, say: (text: string) => Promise<void>): Promise<void> {
  const model = await chosen();
  if (model === undefined) {
    throw new Error("the editor has no language model; install an extension that brings one");
  }
  const messages = [vscode.LanguageModelChatMessage.User(text)];
  const response = await model.sendRequest(messages, { justification: JUSTIFICATION }, token);
  for await (const part of response.text) {
    await say(part);
  }
}

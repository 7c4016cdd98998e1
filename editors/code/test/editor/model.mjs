// A language model for tests: it gives the answers of a folder in tests/answers, one after the other, or none at all.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { repository } from "./editor.mjs";

/** Where the answer is nothing but its text; elsewhere it is an event of OpenAI's chat completions. */
export const PLAIN = "/plain";

export class Model {
  requests = [];
  closed = 0;
  /** Questions are kept open. */
  isSilent = false;

  /** Gives these answers from now on. */
  answers(name) {
    const folder = path.join(repository, "tests", "answers", name);
    const files = readdirSync(folder).sort();
    this.left = files.map((file) => readFileSync(path.join(folder, file), "utf8"));
  }

  static async start(name) {
    const model = new Model();
    model.answers(name);
    model.server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece) => (body += piece));
      response.on("close", () => (model.closed += 1));
      request.on("end", () => {
        model.requests.push({ headers: request.headers, body });
        if (model.isSilent) return;
        if (request.url === PLAIN) return response.end(model.left.shift() ?? "{}");
        response.writeHead(200, { "content-type": "text/event-stream", connection: "close" });
        const events = [
          { choices: [{ index: 0, delta: { role: "assistant", content: model.left.shift() ?? "{}" } }] },
          { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
          { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 100 } },
        ];
        response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + "data: [DONE]\n\n");
      });
    });
    await new Promise((done) => model.server.listen(0, "127.0.0.1", done));
    model.origin = `http://127.0.0.1:${model.server.address().port}`;
    return model;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

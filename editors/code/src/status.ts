// The language status item: how the problem of the active file is.

import * as vscode from "vscode";
import { SELECTOR } from "./client.ts";
import { nameOf, type Ctx } from "./ctx.ts";
import { rates } from "./model.ts";

export function registerStatus(ctx: Ctx): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("touchstone.status", SELECTOR);
  item.name = "Touchstone";
  const draw = () => {
    const problem = ctx.problemOf(vscode.window.activeTextEditor?.document.uri);
    const status = problem?.status;
    item.command = { title: "Show Log", command: "touchstone.log" };
    item.busy = false;
    item.severity = vscode.LanguageStatusSeverity.Information;
    if (ctx.trouble !== undefined && !ctx.isRunning) {
      item.severity = vscode.LanguageStatusSeverity.Error;
      item.text = "Touchstone";
      item.detail = "the server is not running";
      item.command = { title: "Restart", command: "touchstone.restart" };
    } else if (!ctx.isRunning) {
      item.busy = true;
      item.text = "Touchstone";
      item.detail = "starting";
    } else if (!problem || !status) {
      item.text = "Touchstone";
      item.detail = "no problem here";
    } else {
      const severities = {
        ok: vscode.LanguageStatusSeverity.Information,
        warning: vscode.LanguageStatusSeverity.Warning,
        error: vscode.LanguageStatusSeverity.Error,
      };
      item.severity = severities[status.health];
      item.busy = status.busy;
      item.text = rates(status) || "Touchstone";
      item.detail = `${nameOf(problem)}: ${status.message}`;
      item.command = { title: "Show the Matrix", command: "touchstone.openMatrix", arguments: [{ uri: problem.uri }] };
    }
  };
  draw();
  return vscode.Disposable.from(
    item,
    ctx.problems.listen((news) => news.kind !== "cells" && news.kind !== "matrix" && draw()),
    ctx.onDidChangeServer(draw),
    vscode.window.onDidChangeActiveTextEditor(draw),
  );
}

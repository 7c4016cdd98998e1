#!/usr/bin/env python3
"""Evaluates the loops of a language model on the pools with recorded answers, so that anybody can repeat the rows.

    answers.py [--binary PATH] [--engine E]... [PROBLEM...]             repeats what was recorded
    answers.py --without feedback [--engine E]... [PROBLEM...]          repeats it without a part of the loops
    answers.py --record --pending DIR [--engine E]... [PROBLEM...]      records, with somebody who answers

For each problem and each engine it runs `touchstone evaluate PROBLEM --engine E --format json --yes --seed 1`, and is
itself the server of the model: an endpoint of chat completions on 127.0.0.1, which knows problem and engine by the path.

Recordings lie in `answers/PROBLEM`: `KIND-DIGEST.json` is one answer, where KIND is the name of the question's schema and
DIGEST the beginning of the SHA-256 of the question's texts (system and user); `ENGINE.json` lists [KIND, DIGEST] in the
order in which the engine asked.

In a replay a question whose digest is recorded gets that answer. Questions hold measured times, and prompts change: any
other gets the next answer of its kind that the engine has not used, and is counted as "by order". `both` takes that of its own
and `evolvecoder`'s which aims at most of the programs that the question shows, for which are left differs from run to run. Where there is none, the request fails, and the row says that the answer is not recorded.

An ablation (`--without`, `--only`, `--seeds`, as `touchstone evaluate` has them) asks less, or other questions, and gets answers
by the same rules; those that nobody asks for are counted at the end. Unless `--engine` names others, it runs the loops that
have the part.

In a recording a question that is not recorded is written to `DIR/PROBLEM.KIND-DIGEST.question.txt`, with the texts and the
schema of the answer, and waits until `DIR/PROBLEM.KIND-DIGEST.json` is there; write it under another name and rename it.
The order of an engine that is recorded again begins anew; answers that it no longer asks for are not removed.

Neither the settings of the user nor answers that `touchstone` has kept are used. Compiled programs and the results of
runs are kept in `--cache-dir`, by default a directory that is gone afterwards.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = (
    "constellation",
    "fence-paint",
    "lantern-row",
    "last-plank",
    "lift-shaft",
    "river-locks",
    "seal-prints",
    "shelf-runs",
    "tide-marks",
    "toll-roads",
)
ENGINES = ("evolvecoder", "codecontests-plus", "codecontests-o", "hardtestgen")
# Which loops have a part that can be left out, or set.
OF_ABLATION = {
    "--without feedback": ("codecontests-plus", "codecontests-o"),
    "--without checker-edits": ("codecontests-o",),
    "--without validator": ("codecontests-plus", "codecontests-o", "hardtestgen"),
    "--only direct": ("hardtestgen",),
    "--seeds": ("codecontests-plus",),
}
# How long the offline engine looks, where one does.
BUDGET = "10s"
# Whoever answers may take a day.
SETTINGS = "[llm]\nidle_timeout_s = 86400\ntotal_timeout_s = 86400\n"
LOOK_EVERY = 0.5
# Two engines may ask the same question about a problem at the same time; it is answered once.
LOCKS = collections.defaultdict(threading.Lock)


class NotRecorded(Exception):
    """A question to which no answer is there."""


class Question:
    """What a request asks."""

    def __init__(self, body):
        schema = body["response_format"]["json_schema"]
        self.kind, self.schema = schema["name"], schema["schema"]
        self.messages = [(message["role"], message["content"]) for message in body["messages"]]
        text = "\n\n".join(content for _, content in self.messages)
        self.size = len(text)
        self.programs = set(re.findall(r"^\[\[\w+ begin program (.+)\]\]$", text, re.MULTILINE))
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:12]

    def shown(self):
        """The question for somebody who reads it."""
        parts = [f"===== {role} =====\n{content}" for role, content in self.messages]
        schema = json.dumps(self.schema, indent=1, ensure_ascii=False)
        return "\n\n".join([*parts, f"===== schema of the answer =====\n{schema}\n"])


class Session:
    """The answers to one engine on one problem, and how each question came to its own."""

    def __init__(self, problem, engine, pending):
        self.problem, self.engine, self.pending = problem, engine, pending
        self.home = HERE / "answers" / problem
        self.index = self.home / f"{engine}.json"
        self.lock = threading.Lock()
        self.asked = []
        # What is left to it after the offline engine, EvolveCoder's loop asks in other words.
        indices = [self.index] + ([self.home / "evolvecoder.json"] if engine == "both" else [])
        recorded = [json.loads(index.read_text()) for index in indices if index.exists() and not pending]
        self.unused = [tuple(entry) for index in recorded for entry in index]
        self.by_order = []
        self.by_digest = self.not_recorded = self.n_asked_chars = self.n_told_chars = 0

    def answer(self, question):
        """The answer as text."""
        with self.lock:
            self.n_asked_chars += question.size
            value = self.recorded(question) if self.pending is None else self.told(question)
            text = json.dumps(value, ensure_ascii=False)
            self.n_told_chars += len(text)
            return text

    def file(self, kind, digest):
        return self.home / f"{kind}-{digest}.json"

    def recorded(self, question):
        entry = (question.kind, question.digest)
        if self.file(*entry).exists():
            self.by_digest += 1
        else:
            entries = [entry for entry in self.unused if entry[0] == question.kind]
            # Which programs are left to `both` differs from run to run; of equal ones `max` gives the first.
            aim = lambda entry: self.n_aimed_at(entry, question) if self.engine == "both" else 0
            entry = max(entries, key=aim, default=None)
            if entry is None:
                self.not_recorded += 1
                raise NotRecorded(f"no answer to this question of the kind {question.kind} is recorded")
            self.by_order.append(question.kind)
        if entry in self.unused:
            self.unused.remove(entry)
        return json.loads(self.file(*entry).read_text())

    def n_aimed_at(self, entry, question):
        """How many of the programs that a question shows a recorded answer aims at."""
        tests = json.loads(self.file(*entry).read_text()).get("tests", [])
        return len(question.programs & {name for test in tests for name in test.get("aims_at", [])})

    def told(self, question):
        """The answer of whoever answers; it is recorded."""
        file = self.file(question.kind, question.digest)
        with LOCKS[file]:
            if not file.exists():
                self.ask(question, file)
        self.by_digest += 1
        self.asked.append([question.kind, question.digest])
        lines = ",\n".join(f" {json.dumps(entry)}" for entry in self.asked)
        self.index.write_text(f"[\n{lines}\n]\n")
        return json.loads(file.read_text())

    def ask(self, question, file):
        """Waits for whoever answers, and records the answer."""
        name = f"{self.problem}.{question.kind}-{question.digest}"
        asking, answer = self.pending / f"{name}.question.txt", self.pending / f"{name}.json"
        hidden = self.pending / f".{name}"
        hidden.write_text(question.shown())
        hidden.rename(asking)
        value = wait_for(answer)
        self.home.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n")
        answer.unlink()
        asking.unlink()


def wait_for(answer):
    """What somebody writes into the file, once it is JSON."""
    complaint = None
    while True:
        try:
            return json.loads(answer.read_text())
        except FileNotFoundError:
            pass
        except ValueError as error:
            if str(error) != complaint:
                complaint = str(error)
                print(f"{answer.name} is no JSON yet: {error}", file=sys.stderr)
        time.sleep(LOOK_EVERY)


class Handler(http.server.BaseHTTPRequestHandler):
    """Chat completions below /PROBLEM/ENGINE/v1."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        session = self.server.sessions.get(tuple(self.path.split("/")[1:3]))
        if session is None or "json_schema" not in body.get("response_format", {}):
            # After a refusal a client may ask again in other ways; that is no further question.
            return self.refuse("only questions of a known engine with a schema are answered here")
        try:
            text = session.answer(Question(body))
        except NotRecorded as error:
            return self.refuse(str(error))
        if body.get("stream"):
            pieces = [{"delta": {"role": "assistant", "content": text}}, {"delta": {}, "finish_reason": "stop"}]
            events = [f"data: {json.dumps({'choices': [{'index': 0, **piece}]})}\n\n" for piece in pieces]
            return self.send(200, "text/event-stream", "".join([*events, "data: [DONE]\n\n"]))
        message = {"role": "assistant", "content": text}
        whole = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
        return self.send(200, "application/json", json.dumps(whole))

    def refuse(self, words):
        self.send(400, "application/json", json.dumps({"error": {"message": words}}))

    def send(self, status, kind, text):
        content = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = True

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.sessions = {}


def evaluate(options, server, work, problem, engine):
    """Runs one engine on one problem; gives its row, its session, and the words of a failure."""
    session = server.sessions[problem, engine] = Session(problem, engine, options.pending)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHSTONE_LLM_")}
    environment |= {
        "TOUCHSTONE_LLM_BASE_URL": f"http://127.0.0.1:{server.server_address[1]}/{problem}/{engine}/v1",
        "TOUCHSTONE_LLM_MODEL": "recorded",
        "TOUCHSTONE_LLM_API_KEY": "none",
        "TOUCHSTONE_LLM_REPLIES": "model",
        "XDG_CONFIG_HOME": str(work / "config"),
        "XDG_STATE_HOME": str(work / "state"),
    }
    command = [options.binary, "evaluate", problem, "--engine", engine, "--format", "json", "--yes"]
    command += ["--seed", "1", "--budget", BUDGET, "--cache-dir", options.cache_dir or work / "cache"]
    command += options.ablation
    ended = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True)
    lines = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
    if lines:
        return lines[0], session, None
    words = [line for line in ended.stderr.splitlines() if line.strip() and line.strip() != problem]
    return None, session, words[-1] if words else f"it ended with {ended.returncode} and said nothing"


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "-"


def n_passing(row):
    """How many right solutions pass everything."""
    return round((row["tpr"] or 0) * row["n_right"])


def tokens(rows):
    """The tokens of questions and of answers. Recorded answers say nothing of theirs."""
    if all(row["tokens"]["count"] == "counted" for row in rows):
        return [f"{sum(row['tokens'][which] for row in rows):,}" for which in ("asked", "answered")]
    return ["not recorded"] * 2


def cells(rows, sessions):
    """The counts of some rows together."""
    total = lambda count: sum(count(row) for row in rows)
    kills, wrong = total(lambda row: len(row["kills"])), total(lambda row: row["n_wrong"])
    passing, right = total(n_passing), total(lambda row: row["n_right"])
    survivors = total(lambda row: len(row["survivors"]))
    asked, told = sum(one.n_asked_chars for one in sessions), sum(one.n_told_chars for one in sessions)
    return [
        f"{kills} of {wrong}",
        percent(kills, wrong),
        percent(passing, right),
        percent(passing, passing + survivors),
        f"{total(lambda row: row['n_kept']):,}",
        f"{total(lambda row: row['n_bytes']):,}",
        f"{total(lambda row: row['n_questions']):,}",
        f"{asked:,}",
        f"{told:,}",
        *tokens(rows),
    ]


HEAD = ["kills", "TNR", "TPR", "precision", "tests kept", "bytes", "questions"]
HEAD += ["characters asked", "answered", "tokens asked", "answered"]
KIND_HEAD = ["problems", "tests made", "bytes", "invalid", "kills", "precision", "recall"]


def kinds(engine, rows):
    """What the tests of each kind are worth alone, over the problems that have such tests."""
    groups = {}
    for row in rows:
        for group in [*row["made"]["by_kind"], *row["made"]["by_maker"]]:
            groups.setdefault(group["group"], []).append(group)
    lines = []
    for name, of in groups.items():
        total = lambda key: sum(group[key] for group in of)
        passing, failing, wrong = total("n_right_passing"), total("n_wrong_failing"), total("n_wrong")
        shares = [percent(passing, passing + wrong - failing), percent(passing, total("n_right"))]
        counts = [f"{total(key):,}" for key in ("n_tests", "n_bytes", "n_invalid")]
        lines.append([engine, name, str(len(of)), *counts, f"{failing} of {wrong}", *shares])
    return lines


def table(names, rows, head=HEAD):
    """A table in Markdown."""
    names = [*names, *head]
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def report(engines, results):
    """Everything that is told at the end."""
    for engine in engines:
        done = [(problem, row, session) for problem, one, row, session, _ in results if one == engine and row]
        print(f"\n{engine}\n\n" + table(["problem"], [[problem, *cells([row], [session])] for problem, row, session in done]))
    sums = []
    for engine in engines:
        done = [(row, session) for _, one, row, session, _ in results if one == engine and row]
        sums.append([engine, *cells([row for row, _ in done], [session for _, session in done])])
    print("\nall problems\n\n" + table(["engine"], sums) + "\n")
    of_kinds = [line for engine in engines for line in kinds(engine, [row for _, one, row, *_ in results if one == engine and row])]
    print("tests by kind, and by what makes them, each alone\n\n" + table(["engine", "tests"], of_kinds, KIND_HEAD) + "\n")
    for problem, engine, row, session, failure in results:
        told = [failure] if failure else row["notes"]
        if session.by_order:
            told = [*told, f"answered by order: {', '.join(session.by_order)}"]
        if session.unused:
            told = [*told, f"{len(session.unused)} recorded answers were not asked for"]
        for words in told:
            print(f"{problem}, {engine}: {words}")
    count = lambda name: sum(getattr(session, name) for _, _, _, session, _ in results)
    by_digest, not_recorded = count("by_digest"), count("not_recorded")
    by_order = sum(len(session.by_order) for _, _, _, session, _ in results)
    print(f"{by_digest + by_order + not_recorded} questions: {by_digest} were recorded as they stand, {by_order} were")
    print(f"other questions than were recorded and answered by order, to {not_recorded} no answer was recorded")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help="all ten if none is named")
    parser.add_argument("--binary", default="touchstone", help="the program that is run")
    parser.add_argument("--engine", action="append", help=f"several if repeated; else {', '.join(ENGINES)}")
    parser.add_argument("--jobs", type=int, default=1, help="how many problems are evaluated at once")
    parser.add_argument("--cache-dir", help="keeps compiled programs and results of runs for the next time")
    parser.add_argument("--rows", type=pathlib.Path, help="appends the rows, as JSON lines, to a file")
    parser.add_argument("--record", action="store_true", help="asks for what is not recorded")
    parser.add_argument("--pending", type=pathlib.Path, help="where questions wait for their answers")
    parser.add_argument("--without", action="append", default=[], metavar="PART", help="an ablation; several if repeated")
    parser.add_argument("--only", metavar="KIND", help="an ablation")
    parser.add_argument("--seeds", metavar="N", help="how many seeds each command gets")
    options = parser.parse_args()
    parts = [f"--without {part}" for part in options.without] + ([f"--only {options.only}"] if options.only else [])
    options.ablation = [word for part in parts for word in part.split()]
    if options.seeds:
        parts.append("--seeds")
        options.ablation += ["--seeds", options.seeds]
    if options.record != (options.pending is not None):
        parser.error("--record and --pending belong together")
    if options.record and parts:
        parser.error("an ablation repeats what was recorded; it is not recorded itself")
    unknown = [problem for problem in options.problems if problem not in PROBLEMS]
    if unknown:
        parser.error(f"unknown problems: {', '.join(unknown)}")
    has_parts = lambda engine: all(engine in OF_ABLATION.get(part, ENGINES) for part in parts)
    engines = options.engine or [engine for engine in ENGINES if has_parts(engine)]
    problems = options.problems or list(PROBLEMS)
    if options.pending:
        options.pending.mkdir(parents=True, exist_ok=True)
    if os.sep in options.binary:
        options.binary = os.path.abspath(options.binary)
    if options.cache_dir:
        options.cache_dir = os.path.abspath(options.cache_dir)
    server, results = Server(), []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        (work / "config" / "touchstone").mkdir(parents=True)
        (work / "config" / "touchstone" / "config.toml").write_text(SETTINGS)
        pairs = [(problem, engine) for engine in engines for problem in problems]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            done = pool.map(lambda pair: evaluate(options, server, work, *pair), pairs)
            for (problem, engine), (row, session, failure) in zip(pairs, done):
                print(f"{problem}, {engine}: {'left out' if failure else cells([row], [session])[0]}", flush=True)
                results.append((problem, engine, row, session, failure))
                if row and options.rows:
                    with options.rows.open("a") as rows:
                        rows.write(json.dumps(row) + "\n")
    if parts:
        print("\n" + " ".join(options.ablation))
    report(engines, results)
    return 1 if any(failure for *_, failure in results) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How far a cluster goes: a simulation, message by message, of what `measured.json` says that each step costs.

    tests/cluster/simulate.py            both tables of the page
    tests/cluster/simulate.py --check    that simulation and arithmetic agree, and that the page has what is printed here

The model: clients keep two batches for each core out, three where as many runs as may be in one are short. A batch passes a client, the server (its network, one of its
processors, then the stream, which takes one message after the other), the queue, and a worker's machine, which takes the next
batch while one runs; so does its answer, and an acknowledgement. Each of these is a first-come-first-served queue with the
service time that was measured. A program is laid on the server before its first batch goes, and fetched by each machine that
runs some of it; where the server has no room for all, one that was pushed out is laid again when a worker lacks it, and its
batch is sent again. All servers of a scenario are alike, and share nothing, so one is simulated, for some seconds.
The same seed gives the same table.
"""

import argparse
import heapq
import json
import pathlib
import random
import sys
from collections import deque

from arithmetic import (
    LATENCY,
    LONG,
    MACHINE_CORES,
    MOST_ACCOUNTS,
    N_PROCESSORS,
    NETWORK,
    PLANNED,
    PROGRAM_NOW,
    SHORT,
    Costs,
    Plan,
    Scenario,
)

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "server/docs/cluster.md"
SEED = 1
N_RUNS = 300_000_000


class Station:
    """One or more alike who serve whoever comes first."""

    def __init__(self, window, n=1):
        self.free, self.busy, self.window = [0.0] * n, 0.0, window

    def serve(self, now, seconds):
        start = max(now, self.free[0])
        end = start + seconds
        heapq.heapreplace(self.free, end)
        begin, over = self.window
        if end > begin and start < over:
            self.busy += min(end, over) - max(start, begin)
        return end

    def share(self):
        begin, over = self.window
        return self.busy / (over - begin) / len(self.free)


class Batch:
    __slots__ = ("account", "client", "is_laid", "n_missed", "machine")

    def __init__(self, account, client):
        self.account, self.client, self.machine, self.is_laid, self.n_missed = account, client, 0, False, 0


class Simulation:
    """One server of a scenario, with its clients and its workers."""

    def __init__(self, plan, seed=SEED):
        self.plan, self.costs, self.random = plan, plan.costs, random.Random(seed)
        possible = plan.possible()
        # More than that would only wait longer.
        enough_out = 1.5 * possible * (1.5 * plan.batch_s + 0.05)
        n_out = int(min(plan.out * plan.scenario.accounts, max(enough_out, 100 * plan.scenario.accounts)))
        # Until the queue is as it stays, then for some thousand batches.
        begin = 1.5 * plan.batch_s + 3 * n_out / possible + 3000 / possible
        self.window = (begin, begin + max(1.5 * plan.batch_s, 2 * n_out / possible, 8000 / possible))
        self.events, self.n_events, self.n_done = [], 0, 0
        station = lambda n=1: Station(self.window, n)
        accounts = range(plan.scenario.accounts)
        self.processors, self.came, self.went = station(N_PROCESSORS), station(), station()
        self.streams, self.answers, self.contents = ([station() for _ in accounts] for _ in range(3))
        self.waiting, self.ready = [deque() for _ in accounts], [deque() for _ in accounts]
        self.machines = [[] for _ in accounts]
        ahead = 2 if plan.batch_s < SHORT else 1
        for number, n_cores in enumerate(split_up(round(plan.cores), plan.scenario.accounts)):
            sizes = [MACHINE_CORES] * (n_cores // MACHINE_CORES) + [n_cores % MACHINE_CORES] * (n_cores % MACHINE_CORES > 0)
            self.machines[number] = [station(size) for size in sizes]
            slots = [idx for idx, size in enumerate(sizes) for _ in range(ahead * size)]
            self.random.shuffle(slots)
            self.ready[number].extend(slots)
        self.leaves = station(max(1, plan.scenario.leaves * N_PROCESSORS))
        self.clients = [station() for _ in range(plan.clients)]
        self.n_fresh = min(round(plan.cores), n_out)
        self.owed = {}
        for number in range(max(1, n_out)):
            account = number % plan.scenario.accounts
            n_there = len(range(account, plan.clients, plan.scenario.accounts))
            client = account + plan.scenario.accounts * (number // plan.scenario.accounts % n_there)
            self.at(self.random.uniform(0, n_out / possible), self.publish, Batch(account, client))

    def at(self, when, what, batch):
        self.n_events += 1
        heapq.heappush(self.events, (when, self.n_events, what, batch))

    def run(self):
        over = self.window[1]
        while self.events[0][0] <= over:
            now, _, what, batch = heapq.heappop(self.events)
            what(now, batch)
        return self

    def rate(self):
        return self.n_done / (self.window[1] - self.window[0])

    def share(self, stations):
        return sum(one.share() * len(one.free) for one in stations) / sum(len(one.free) for one in stations)

    def busy_cores(self):
        return self.share([one for machines in self.machines for one in machines])

    def shares(self):
        """How busy each station was, as `Plan.loads` has it."""
        return {
            "processors": self.processors.share(),
            "stream": self.share(self.streams),
            "answers": self.share(self.answers),
            "contents": self.share(self.contents),
            "network": max(self.came.share(), self.went.share()),
            **({"leaves": self.leaves.share()} if self.plan.scenario.leaves else {}),
        }

    # The way of a batch, in its order.

    def publish(self, now, batch):
        n_new = self.count("new", self.plan.programs)
        then = (lambda now, batch: self.lay(now, batch, n_new)) if n_new else self.order_comes
        self.at(self.clients[batch.client].serve(now, self.plan.client_s / 2) + LATENCY, then, batch)

    def order_comes(self, now, batch):
        self.at(self.came.serve(now, self.plan.order / NETWORK), self.order_came, batch)

    def order_came(self, now, batch):
        self.at(self.processors.serve(now, self.plan.a_pass + self.plan.order * self.costs.a_byte), self.order_kept, batch)

    def order_kept(self, now, batch):
        seconds = self.costs.step["keep"] + self.plan.order * self.costs.kept_a_byte
        self.at(self.streams[batch.account].serve(now, seconds), self.order_waits, batch)

    def order_waits(self, now, batch):
        self.waiting[batch.account].append(batch)
        self.hand_out(now, batch.account)

    def hand_out(self, now, account):
        waiting, ready = self.waiting[account], self.ready[account]
        while waiting and ready:
            batch = waiting.popleft()
            batch.machine = ready.popleft()
            self.at(self.streams[account].serve(now, self.costs.step["hand out"]), self.order_goes, batch)

    def order_goes(self, now, batch):
        end = self.processors.serve(now, self.plan.a_pass + self.plan.order * self.costs.a_byte)
        self.goes(end, self.plan.order, self.over_leaf(self.plan.order, self.order_is_there), batch)

    def over_leaf(self, n_bytes, then, n_passes=1):
        """Where there is a leaf node, everything between the server and a worker passes one."""
        if not self.plan.scenario.leaves:
            return then
        seconds = n_passes * self.costs.a_pass_of_leaf + 2 * n_bytes * self.costs.a_byte
        return lambda now, batch: self.at(self.leaves.serve(now, seconds) + LATENCY, then, batch)

    def goes(self, when, n_bytes, then, batch):
        """Bytes over the server's network, for which others wait."""
        self.at(when, lambda now, batch: self.at(self.went.serve(now, n_bytes / NETWORK) + LATENCY, then, batch), batch)

    def order_is_there(self, now, batch):
        plan = self.plan
        if not batch.is_laid:
            batch.n_missed = self.count("missed", plan.missed)
            if batch.n_missed:
                return self.at(now, self.answer_goes, batch)
        batch.is_laid = True
        n_fetches = self.count("fetches", plan.fetches)
        if not n_fetches:
            return self.start(now, batch)
        self.at(now + LATENCY, lambda now, batch: self.fetch(now, batch, n_fetches), batch)

    def count(self, what, mean):
        """Whole numbers with this mean."""
        owed = self.owed.get(what, self.random.random()) + mean
        self.owed[what] = owed % 1
        return int(owed)

    def fetch(self, now, batch, n_fetches):
        n_bytes = n_fetches * self.costs.program
        end = self.processors.serve(now, n_bytes * self.costs.get_a_byte)
        end = max(end, self.contents[batch.account].serve(now, n_bytes * self.costs.got_a_byte))
        self.goes(end, n_bytes, self.over_leaf(n_bytes, self.start, 0), batch)

    def start(self, now, batch):
        plan = self.plan
        # Programs do not all take the same, and cores do not begin together.
        seconds = plan.batch_s * self.random.uniform(0.5, 1.5)
        if self.n_fresh > 0:
            self.n_fresh -= 1
            seconds *= self.random.random()
        end = self.machines[batch.account][batch.machine].serve(now, seconds)
        if plan.signs:
            self.at(now + (end - now) / 2, self.signs_come, batch)
        self.at(end, self.answer_goes, batch)

    def signs_come(self, now, batch):
        """All signs of life of a batch, at once."""
        if self.plan.scenario.leaves:
            self.leaves.serve(now, self.plan.signs * self.costs.a_pass_of_leaf)
        self.processors.serve(now, self.plan.signs * self.plan.a_pass)
        self.streams[batch.account].serve(now, self.plan.signs * self.costs.step["acknowledge"])

    def answer_goes(self, now, batch):
        self.at(now + LATENCY, self.over_leaf(self.size_of_answer(batch), self.answer_arrives), batch)

    def answer_arrives(self, now, batch):
        self.at(self.came.serve(now, self.size_of_answer(batch) / NETWORK), self.answer_came, batch)

    def answer_came(self, now, batch):
        seconds = self.plan.a_pass + self.size_of_answer(batch) * self.costs.a_byte
        self.at(self.processors.serve(now, seconds), self.answer_kept, batch)

    def size_of_answer(self, batch):
        return self.plan.answer if batch.is_laid else 0

    def answer_kept(self, now, batch):
        seconds = self.costs.step["answer"] + self.size_of_answer(batch) * self.costs.kept_a_byte
        end = self.answers[batch.account].serve(now, seconds)
        machine = batch.machine
        acknowledged = lambda now, batch: self.acknowledged(now, batch, machine)
        self.at(end + 2 * LATENCY, self.over_leaf(0, acknowledged), batch)
        self.at(end, self.answer_comes, batch)

    def answer_comes(self, now, batch):
        n_bytes = self.size_of_answer(batch)
        then = self.is_answered if batch.is_laid else self.lay_again
        self.goes(self.processors.serve(now, n_bytes * self.costs.a_byte), n_bytes, then, batch)

    def acknowledged(self, now, batch, machine):
        account = batch.account
        end = self.processors.serve(now, self.plan.a_pass + self.plan.queues_s)

        def is_ready(now, _):
            self.streams[account].serve(now, self.costs.step["acknowledge"] + self.plan.queues_s)
            self.ready[account].append(machine)
            self.hand_out(now, account)

        self.at(end, is_ready, batch)

    def lay_again(self, now, batch):
        """The worker lacks programs that the server has no more: they are laid there, and the batch is sent again."""
        batch.is_laid = True
        self.lay(now, batch, batch.n_missed)

    def lay(self, now, batch, n_programs):
        """Programs are laid on the server, and the batch follows."""
        n_bytes = self.costs.program * n_programs
        self.at(self.came.serve(now, n_bytes / NETWORK), lambda now, batch: self.laid(now, batch, n_bytes), batch)

    def laid(self, now, batch, n_bytes):
        end = self.processors.serve(now, n_bytes * self.costs.put_a_byte)
        end = max(end, self.contents[batch.account].serve(now, n_bytes * self.costs.kept_a_byte))
        self.at(end + LATENCY, self.order_comes, batch)

    def is_answered(self, now, batch):
        begin, over = self.window
        end = self.clients[batch.client].serve(now, self.plan.client_s / 2)
        self.n_done += begin <= end < over
        batch.is_laid = False
        self.at(end, self.publish, batch)


def split_up(n, into):
    return [n // into + (number < n % into) for number in range(into)]


def enough(cores, run_s, rule, costs, leaves=0):
    """The fewest servers, and of these the fewest accounts, with which nothing is busier than is planned."""
    servers = 1
    while True:
        for accounts in range(1, MOST_ACCOUNTS + 1):
            plan = Plan(Scenario(cores, run_s, rule, servers, accounts, leaves=leaves), costs)
            if plan.first()[1] <= PLANNED:
                return plan
        servers += 1


SIZES = [100, 1000, 25_000]
RUN_TIMES = [0.005, 0.05, 0.5]
# The columns of one server: how batches are made, and whether machines have all programs.
COLUMNS = [("1 run", False), ("8 runs", False), ("30 s", False), ("1 run", True), ("8 runs", True), ("30 s", True)]


def named(cores, run_s):
    return f"{cores:,} | {1000 * run_s:g} ms"


def row_of_one_server(cores, run_s, costs):
    cells = []
    for rule, has_programs in COLUMNS:
        plan = Plan(Scenario(cores, run_s, rule, has_programs=has_programs), costs)
        share = 100 * Simulation(plan).run().busy_cores()
        name, load = max(plan.bounds().items(), key=lambda one: one[1])
        cells.append((f"{share:.0f}" if share >= 9.5 else f"{share:.1f}") + (f" {name}" if load > 1 else ""))
    return f"| {named(cores, run_s)} | {' | '.join(cells)} |"


def row_of_enough(cores, run_s, rule, costs, leaves=0):
    plan = enough(cores, run_s, rule, costs, leaves)
    simulated = Simulation(plan).run()
    servers, n_batches = plan.scenario.servers, N_RUNS / plan.n_runs
    hours = lambda seconds: f"{n_batches * seconds / 3600:,.0f}"
    name, share = max(simulated.shares().items(), key=lambda one: one[1])
    wall = n_batches / (simulated.rate() * servers) / 3600
    cells = [
        rule,
        f"{servers} × {plan.scenario.accounts}" + (f", {servers * leaves} leaves" if leaves else ""),
        f"{plan.clients * servers:,}",
        f"{100 * simulated.busy_cores():.0f}",
        f"{100 * share:.0f} {name}",
        f"{n_batches * plan.n_bytes() * (2 if leaves else 1) / 1e12:.0f}",
        hours(plan.batch_s),
        hours(sum(seconds for name, (seconds, _) in plan.demands().items() if name in ["processors", "leaves"])),
        hours(plan.client_s),
        f"{wall / 24:.0f} days" if wall > 72 else f"{wall:.1f} h" if wall > 1 else f"{60 * wall:.0f} min",
    ]
    return f"| {named(cores, run_s)} | {' | '.join(cells)} |"


HEADS = ["Cores", "Run", *(rule + (", has programs" if has_programs else "") for rule, has_programs in COLUMNS)]
ONE_SERVER = f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}"
HEADS = ["Cores", "Run", "Batch", "Servers × accounts", "Clients", "Cores busy, %", "Busiest, %", "TB"]
HEADS += ["Workers, CPU h", "Servers, CPU h", "Clients, CPU h", "Wall time"]
ENOUGH = f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}"


def disagreements(costs):
    """Where simulation and arithmetic differ by more than three per cent although nothing is saturated."""
    found = []
    scenarios = [Scenario(100, 0.5, "1 run"), Scenario(400, 0.5, "8 runs", accounts=4), Scenario(200, 0.05, "30 s")]
    scenarios.append(Scenario(50, 0.005, "1 run", accounts=2, has_programs=True))
    scenarios.append(Scenario(100, 0.05, "8 runs", leaves=1))
    for scenario in scenarios:
        plan = Plan(scenario, costs)
        assert plan.first()[1] <= PLANNED, (scenario, plan.loads())
        simulated = Simulation(plan).run()
        expected = {"batches a second": plan.rate, "cores": 1.0, **plan.loads()}
        seen = {"batches a second": simulated.rate(), "cores": simulated.busy_cores(), **simulated.shares()}
        for name, value in seen.items():
            if abs(value - expected[name]) > 0.03 * expected[name] + 0.001:
                found.append(f"{scenario}: {name} is {value:.4f} in the simulation, {expected[name]:.4f} by arithmetic")
    return found


def check(costs):
    found = disagreements(costs)
    page = PAGE.read_text()
    rows = [row_of_one_server(100, RUN_TIMES[0], costs)]
    rows += [row_of_enough(100, run_s, PROGRAM_NOW, costs) for run_s in RUN_TIMES[:2]]
    return found + [f"the page lacks: {row}" for row in [ONE_SERVER, ENOUGH, *rows] if row not in page]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    costs = Costs(json.loads((HERE / "measured.json").read_text()))
    if asked.check:
        found = check(costs)
        for one in found:
            print(one)
        sys.exit(1 if found else 0)
    print(ONE_SERVER)
    # One hundred cores have nothing to wait for where runs are longer.
    for cores, run_s in [(SIZES[0], RUN_TIMES[0]), *((cores, run_s) for cores in SIZES[1:] for run_s in RUN_TIMES)]:
        print(row_of_one_server(cores, run_s, costs), flush=True)
    print()
    print(ENOUGH)
    for cores in SIZES:
        for run_s in RUN_TIMES:
            for rule in [PROGRAM_NOW, LONG] if cores > SIZES[0] else [PROGRAM_NOW]:
                print(row_of_enough(cores, run_s, rule, costs), flush=True)
    print(row_of_enough(SIZES[-1], RUN_TIMES[-1], LONG, costs, leaves=1), flush=True)


if __name__ == "__main__":
    main()

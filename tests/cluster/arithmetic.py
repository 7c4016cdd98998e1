"""What a cluster costs, by arithmetic: how busy each of its parts would be if all cores were.

`simulate.py` has the model in words, and follows messages one by one.
"""

import dataclasses
import math

# What is assumed, not measured.
N_PROCESSORS = 8
NETWORK = 1.25e9
LATENCY = 0.0005
MACHINE_CORES = 8
INPUT, OUTPUT = 4000, 1000
RUNS_OF_PROGRAM = 100
# No station is planned to be busy for more than this share of the time.
PLANNED = 0.7
# What the program does: batches out for each core, one more where as many runs as there may be in one are short; what a batch
# may hold of contents, what streams hold, and when a worker says that a batch is not lost.
OUT, OUT_OF_SHORT = 2, 3
BATCH_BYTES = 500_000
QUEUE_BYTES, CONTENTS_BYTES = 1 << 30, 4 << 30
SIGN_OF_LIFE = 2.0
SHORT = 1.0
# What waits for a run is a thread; of these there are 24 for each core, and at most so many with few cores and with many.
CALLERS, CALLERS_OF_MANY = 1024, 4096
# How batches are made: the runs at most, and how long they may take, which the program says by the cores.
RULES = {"1 run": (1, 0.0), "8 runs": (8, None), "1 s": (10**9, 1.0), "30 s": (10**9, 30.0)}
PROGRAM_NOW, LONG = "8 runs", "30 s"
MOST_ACCOUNTS = 16
PASSES = 4


class Costs:
    """Seconds and bytes of each step."""

    def __init__(self, measured):
        us = 1e-6
        batch, large = measured["batch"]["us"], measured["batch, order of 60 KB"]["us"]
        # A batch comes to the server four times: to be kept, to be asked for, answered, acknowledged.
        self.a_byte = (large - batch) * us / (60 * 1024 - 1000) / 2
        self.a_pass = batch * us / PASSES
        # The same where workers are at a leaf node, which passes everything on.
        self.a_pass_of_hub, self.a_pass_of_leaf = (measured["leaf"][who] * us / PASSES for who in ["hub us", "leaf us"])
        self.step = {name: 1 / one["a second"] for name, one in measured["bursts"].items()}
        # Each worker has a queue of its own, and an acknowledgement looks at them all.
        crowded = measured["bursts, 3000 queues"]["acknowledge"]
        self.a_queue = max(0.0, 1 / crowded["a second"] - self.step["acknowledge"]) / (3000 - 1)
        put, get = measured["contents"]["put"], measured["contents"]["get"]
        piece = 256 * 1024
        self.put_a_byte, self.get_a_byte = put["us"] * us / piece, get["us"] * us / piece
        self.kept_a_byte, self.got_a_byte = 1 / (put["MB a second"] * 1e6), 1 / (get["MB a second"] * 1e6)
        self.program = measured["program's bytes"]
        several, one = measured["program, several runs in a batch"], measured["program, one run in a batch"]

        def split(what):
            """What a run costs, and what a batch does beside its runs."""
            share = 1 / several["runs in a batch"]
            of_batch = (one[what] - several[what]) / (1 / one["runs in a batch"] - share)
            return max(0.0, several[what] - share * of_batch), max(0.0, of_batch)

        self.client_run, self.client_batch = (value * us for value in split("client us"))
        self.worker_run, self.worker_batch = (value * us for value in split("worker us"))
        # What the server is sent and what it sends is about the same.
        self.run_bytes, self.batch_bytes = (value / 2 for value in split("bytes in"))
        self.box = max(0.0, measured["program, run here"]["us beside the program"] * us - self.client_run)


@dataclasses.dataclass(frozen=True)
class Scenario:
    cores: int
    run_s: float
    rule: str
    servers: int = 1
    # Of one server; each has its own streams.
    accounts: int = 1
    # Whether all machines have all programs before it begins.
    has_programs: bool = False
    # Leaf nodes between workers and one server.
    leaves: int = 0


class Plan:
    """What follows from a scenario by arithmetic, for one server of it."""

    def __init__(self, scenario, costs):
        self.scenario, self.costs = scenario, costs
        self.a_pass = costs.a_pass_of_hub if scenario.leaves else costs.a_pass
        cores = scenario.cores / scenario.servers
        of_account = cores / scenario.accounts
        most, seconds = RULES[scenario.rule]
        if seconds is None:
            seconds = 1.0 if of_account < 100 else 5.0 if of_account < 1000 else 30.0
        by_time = int(seconds / scenario.run_s) if seconds else 1
        by_bytes = int(BATCH_BYTES / (costs.run_bytes + INPUT))
        self.n_runs = n_runs = max(1, min(most, by_time, by_bytes))
        self.order = costs.batch_bytes + n_runs * (costs.run_bytes + INPUT)
        self.answer = costs.batch_bytes + n_runs * (costs.run_bytes + OUTPUT)
        self.batch_s = n_runs * (scenario.run_s + costs.box + costs.worker_run) + costs.worker_batch
        self.client_s = n_runs * costs.client_run + costs.client_batch
        self.cores, self.rate = cores, cores / self.batch_s
        out = OUT_OF_SHORT if n_runs == most else OUT
        self.out = min(out * of_account, QUEUE_BYTES / self.order)
        # A program's runs lie in so many batches, each of which some machine takes.
        self.programs = 0.0 if scenario.has_programs else n_runs / RUNS_OF_PROGRAM
        machines = max(1.0, of_account / MACHINE_CORES)
        self.queues_s = machines * costs.a_queue
        n_batches = max(1.0, RUNS_OF_PROGRAM / n_runs)
        distinct = 1 if n_batches == 1 else machines * (1 - (1 - 1 / machines) ** n_batches)
        self.fetches = self.programs * distinct
        # Where programs that are in use have no room, some are gone when they are fetched.
        self.alive = self.out * self.programs * costs.program
        self.lost = max(0.0, 1 - CONTENTS_BYTES / self.alive) if self.alive else 0.0
        self.missed = self.fetches * self.lost
        self.puts = self.programs + self.missed
        self.repeats = min(1.0, self.missed)
        self.signs = int((self.batch_s * (2 if self.batch_s < SHORT else 1)) / SIGN_OF_LIFE)
        self.clients = max(
            scenario.accounts,
            scenario.accounts * self.clients_that_wait(of_account),
            math.ceil(self.possible() * self.client_s / PLANNED - 1e-9),
        )

    def clients_that_wait(self, of_account):
        """So many clients have two batches out for each core of an account, as the program is now."""
        if self.scenario.rule != PROGRAM_NOW:
            return 1
        most_out = OUT_OF_SHORT * of_account
        callers = CALLERS_OF_MANY if most_out > CALLERS / 8 else CALLERS
        return math.ceil(OUT * of_account * self.n_runs / min(callers, 8 * most_out))

    def demands(self):
        """Seconds of each station for a batch, with how many there are of it."""
        costs, times = self.costs, 1 + self.repeats
        program, step = costs.program, costs.step
        n_bytes = times * self.order + self.answer
        processors = (
            (PASSES * times + self.signs) * self.a_pass
            + times * self.queues_s
            + 2 * n_bytes * costs.a_byte
            + program * (self.puts * costs.put_a_byte + self.fetches * costs.get_a_byte)
        )
        queue = times * (sum(step[one] for one in ["keep", "hand out", "acknowledge"]) + self.queues_s)
        queue += self.signs * step["acknowledge"]
        # To be handed out, answered and acknowledged; and contents.
        n_passes = (PASSES - 1) * times + self.signs
        leaf = n_passes * costs.a_pass_of_leaf + 2 * (n_bytes + program * self.fetches) * costs.a_byte
        accounts, leaves = self.scenario.accounts, self.scenario.leaves
        return {
            "processors": (processors, N_PROCESSORS),
            "stream": (queue + times * self.order * costs.kept_a_byte, accounts),
            "answers": (times * step["answer"] + self.answer * costs.kept_a_byte, accounts),
            "contents": (program * (self.puts * costs.kept_a_byte + self.fetches * costs.got_a_byte), accounts),
            "network": ((n_bytes + program * max(self.puts, self.fetches)) / NETWORK, 1),
            **({"leaves": (leaf, leaves * N_PROCESSORS)} if leaves else {}),
        }

    def loads(self):
        """How busy each station would be if all cores were busy."""
        loads = {name: self.rate * seconds / n for name, (seconds, n) in self.demands().items()}
        # Batches that run lie in the queue too.
        loads["queue's room"] = self.cores / self.scenario.accounts / (self.out - min(self.out / 2, 1))
        loads["programs' room"] = self.alive / CONTENTS_BYTES
        return loads

    def bounds(self):
        """Those of them that hold batches up. Programs without room cost, which the others bear."""
        return {name: load for name, load in self.loads().items() if name != "programs' room"}

    def possible(self):
        """Batches a second, by arithmetic."""
        return self.rate / max(1.0, *self.bounds().values())

    def first(self):
        """What holds up first, and how far."""
        return max(self.loads().items(), key=lambda one: one[1])

    def n_bytes(self):
        """Bytes over the network for a batch."""
        return 2 * ((1 + self.repeats) * self.order + self.answer) + self.costs.program * (self.puts + self.fetches)

#!/usr/bin/env python3
"""Measures what `simulate.py` counts with, on this machine, and writes it to `measured.json` beside this file.

    tests/cluster/measure.py [TOUCHSTONE [PART...]]

Of the server: the processor time for a batch on the path that batches take (kept in the queue, asked for, handed out,
answered, acknowledged), for its bytes, for contents, for open requests, queues, connections and the roll call; and how many
messages a second it takes. Peers speak the protocol over plain sockets; there are as many of them as there would be workers
that have one message at a time. Of client and workers: what `bench.py` has them do, with several runs in a batch and with one.
It takes some minutes; parts, as `measure_server` names them and `program`, are measured alone. Rates want a quiet machine;
processor time is less particular.
"""

import datetime
import json
import os
import pathlib
import platform
import resource
import select
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from bench import HERE, N_SOLUTIONS, SERVER, Bench, wait_for
from peers import KB, PIECE, Peer, kept, pull, server

MEASURED = HERE / "measured.json"
ROUNDS = 3
SLEEPER = """#include <stdio.h>
#include <unistd.h>
/* Solution %d. */
int main(void) {
  int n;
  scanf("%%d", &n);
  usleep(%d);
  printf("%%d\\n", n);
}
"""
OF_CPP = '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n << "\\n"; }\n'


def cpu_of(pid):
    """The processor time of a process, its children left out, in seconds: the clock that Linux has for each process."""
    return time.clock_gettime(~pid << 3 | 2)


def memory_of(pid):
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Rates:
    """Processor time of servers, and time, over some work."""

    def __init__(self, *processes):
        self.pids = [process.pid for process in processes]
        self.begin()

    def begin(self):
        self.since, self.cpu = time.monotonic(), [cpu_of(pid) for pid in self.pids]

    def of(self, n_done):
        """Microseconds of each server for one, and how many in a second."""
        seconds = time.monotonic() - self.since
        return [1e6 * (cpu_of(pid) - before) / n_done for pid, before in zip(self.pids, self.cpu)], n_done / seconds


def cycles(client, workers, n_cycles, order=b"o" * 1000, answer=b"a" * 500, n_open=1):
    """Has batches go the whole way: two for each worker are out, and each worker has `n_open` requests open."""
    poll = select.epoll()
    peers = {one.socket.fileno(): one for one in [client, *workers]}
    for number in peers:
        poll.register(number, select.EPOLLIN)
    run = b"%x" % time.monotonic_ns()
    client.send(b"SUB RESULTS.%s.* 2\r\n" % run)
    for worker in workers:
        worker.send(pull(worker.inbox, 300) * n_open)
    n_sent = n_answered = 0

    def send(n_more):
        nonlocal n_sent
        numbers = range(n_sent, min(n_sent + n_more, n_cycles))
        name = lambda number: b"%s.%d" % (run, number)
        client.send(b"".join(kept(b"WORK.kind." + name(one), client.inbox + b".kept", name(one), order) for one in numbers))
        n_sent += n_more

    send(2 * len(workers))
    handed_out = {}
    while n_answered < n_cycles:
        for number, _ in poll.poll():
            peer = peers[number]
            for subject, reply, is_status in peer.read():
                if peer is client and subject.startswith(b"RESULTS"):
                    n_answered += 1
                    send(1)
                elif peer is not client and subject.startswith(b"WORK"):
                    name = subject.split(b".", 2)[2]
                    handed_out[name] = reply
                    peer.send(kept(b"RESULTS." + name, peer.inbox + b".kept." + name, b"w." + name, answer))
                elif peer is not client and b".kept." in subject:
                    word = b"PUB %s 4\r\n+ACK\r\n" % handed_out.pop(subject.split(b".kept.")[1])
                    peer.send(word + pull(peer.inbox, 300))
    client.send(b"UNSUB 2\r\n")


def of_cycles(place, n_cycles, n_workers=64, n_queues=1, **more):
    """Microseconds of the server for a batch, and batches a second; the median and the best of some rounds."""
    found = []
    for number in range(ROUNDS):
        with server(place / f"{n_cycles}-{n_workers}-{n_queues}-{number}-{len(os.listdir(place))}") as (process, ports):
            client = Peer(ports["nats"])
            client.create()
            for queue in range(1, n_queues):
                client.create_queue(f"at-{queue}")
            workers = [Peer(ports["nats"]) for _ in range(n_workers)]
            rates = Rates(process)
            cycles(client, workers, n_cycles, **more)
            found.append(rates.of(n_cycles))
    return statistics.median(cpu[0] for cpu, _ in found), max(rate for _, rate in found)


def bursts(place, n_queues=1, n_messages=20_000, at_once=200):
    """Each step of a batch by itself, as fast as the server takes it: messages a second and microseconds for one."""
    found = {"keep": [], "hand out": [], "acknowledge": [], "answer": []}
    for number in range(ROUNDS):
        with server(place / f"bursts-{n_queues}-{number}") as (process, ports):
            peer, listener = Peer(ports["nats"]), Peer(ports["nats"])
            peer.create()
            for queue in range(1, n_queues):
                peer.create_queue(f"at-{queue}")
            listener.send(b"SUB RESULTS.> 2\r\n")
            listener.settle()
            rates = Rates(process)
            parts = [range(first, first + at_once) for first in range(0, n_messages, at_once)]
            for part in parts:
                peer.send(b"".join(kept(b"WORK.kind.r.%d" % one, peer.inbox + b".k", b"%d" % one, b"o" * 1000) for one in part))
                peer.read_all(at_once)
            found["keep"].append(rates.of(n_messages))
            replies = []
            rates.begin()
            for _ in parts:
                peer.send(pull(peer.inbox) * at_once)
                replies += [reply for _, reply, _ in peer.read_all(at_once)]
            found["hand out"].append(rates.of(n_messages))
            words = b"".join(b"PUB %s 4\r\n+ACK\r\n" % reply for reply in replies)
            rates.begin()
            peer.send(words)
            wait_for(lambda: peer.ask("STREAM.INFO.WORK", b"{}")["state"]["messages"] == 0)
            found["acknowledge"].append(rates.of(n_messages))
            rates.begin()
            for part in parts:
                peer.send(b"".join(kept(b"RESULTS.r.%d" % one, peer.inbox + b".k", b"a%d" % one, b"a" * 500) for one in part))
                peer.read_all(at_once)
                listener.read_all(at_once)
            found["answer"].append(rates.of(n_messages))
    return {
        step: {"a second": round(max(rate for _, rate in all_of)), "us": statistics.median(cpu[0] for cpu, _ in all_of)}
        for step, all_of in found.items()
    }


def contents(place, n_pieces=400, at_once=8):
    """Contents laid on the server, and fetched: microseconds for a piece of 256 KB, and MB a second."""
    puts, gets = [], []
    for number in range(ROUNDS):
        with server(place / f"contents-{number}") as (process, ports):
            peer, bytes_ = Peer(ports["nats"]), os.urandom(PIECE)
            peer.create()
            parts = [range(first, first + at_once) for first in range(0, n_pieces, at_once)]
            rates = Rates(process)
            for part in parts:
                peer.send(b"".join(kept(b"CONTENTS.r.%d" % one, peer.inbox + b".k", b"%d" % one, bytes_) for one in part))
                peer.read_all(at_once)
            puts.append(rates.of(n_pieces))
            rates.begin()
            for part in parts * 4:
                asks = (b"PUB $JS.API.DIRECT.GET.CONTENTS.CONTENTS.r.%d %s.g 0\r\n\r\n" % (one, peer.inbox) for one in part)
                peer.send(b"".join(asks))
                peer.read_all(at_once)
            gets.append(rates.of(4 * n_pieces))
    of = lambda all_of: {
        "us": statistics.median(cpu[0] for cpu, _ in all_of),
        "MB a second": round(max(rate for _, rate in all_of) * PIECE / 1e6),
    }
    return {"put": of(puts), "get": of(gets)}


def standing(place, n_peers=1000, n_queues=3000):
    """What it costs that workers are there: connections, queues, open requests that come to nothing, a roll call."""
    with server(place / "standing") as (process, ports):
        peer = Peer(ports["nats"])
        peer.create()
        rates, memory = Rates(process), memory_of(process.pid)
        workers = [Peer(ports["nats"]) for _ in range(n_peers)]
        found = {"connection": {"us": rates.of(n_peers)[0][0], "bytes": (memory_of(process.pid) - memory) // n_peers}}
        presence = json.dumps({"presence": "x" * 900}).encode()
        for worker in workers:
            worker.send(b"SUB workers 2\r\n")
            worker.settle()
        rates.begin()
        peer.send(b"PUB workers %s.roll 0\r\n\r\n" % peer.inbox)
        for worker in workers:
            worker.read_all(1)
            worker.send(b"PUB %s.roll %d\r\n%s\r\n" % (peer.inbox, len(presence), presence))
        peer.read_all(n_peers)
        found["roll call, a worker"] = {"us": rates.of(n_peers)[0][0]}
        rates.begin()
        for worker in workers:
            worker.send(pull(worker.inbox, 3) * 10)
        for worker in workers:
            worker.read_all(10)
        found["request that expires"] = {"us": rates.of(10 * n_peers)[0][0]}
        memory, n_kept = memory_of(process.pid), 100_000
        for first in range(0, n_kept, 200):
            part = range(first, first + 200)
            peer.send(b"".join(kept(b"RESULTS.r.%d" % one, peer.inbox + b".k", b"r.%016x.%d" % (one, one), b"a") for one in part))
            peer.read_all(200)
        found["answer that is remembered"] = {"bytes": (memory_of(process.pid) - memory) // n_kept}
        memory = memory_of(process.pid)
        seconds = []
        for first in range(0, n_queues, n_queues // 3):
            rates.begin()
            for number in range(first, first + n_queues // 3):
                peer.create_queue(f"at-{number}")
            seconds.append(rates.of(n_queues // 3))
        growth = [round(cpu[0]) for cpu, _ in seconds]
        before, seconds_idle = Rates(process), 5
        time.sleep(seconds_idle)
        found["3000 queues, a second in which nothing is done"] = {"us": before.of(seconds_idle)[0][0]}
        found["queue"] = {"us, by thirds": growth, "bytes": (memory_of(process.pid) - memory) // n_queues}
    return found


def over_a_leaf(place, n_cycles=8000):
    """The same as `of_cycles`, with workers at a leaf node: microseconds of the hub and of the leaf."""
    found = []
    for number in range(ROUNDS):
        store = place / f"hub-store-{number}"
        hub_config = f'jetstream {{ store_dir: "{store}", domain: hub }}\nleafnodes {{ listen: "127.0.0.1:-1" }}\n'
        with server(place / f"hub-{number}", hub_config) as (hub, ports):
            with urllib.request.urlopen(f"http://127.0.0.1:{ports['monitoring']}/varz") as answer:
                at = json.load(answer)["leaf"]["port"]
            leaf_config = f'leafnodes {{ remotes: [ {{ url: "nats://127.0.0.1:{at}" }} ] }}\ndefault_js_domain: {{ "$G": hub }}\n'
            with server(place / f"leaf-{number}", leaf_config) as (leaf, leaf_ports):
                client = Peer(ports["nats"])
                client.create()
                workers = [Peer(leaf_ports["nats"]) for _ in range(64)]
                wait_for(workers[0].reaches_streams)
                rates = Rates(hub, leaf)
                cycles(client, workers, n_cycles)
                found.append(rates.of(n_cycles)[0])
    return {"hub us": statistics.median(one[0] for one in found), "leaf us": statistics.median(one[1] for one in found)}


class Program:
    """Client and workers as they are, over a server on this machine. What a check costs however small it is is left out.

    Programs that sleep leave the processors to those who are measured, of whom several workers then have two cores each.
    """

    def __init__(self, place, touchstone, n_tests, ms, sleeps=True):
        place.mkdir()
        self.bench = Bench(place, touchstone, n_tests, ms)
        for number, name in enumerate(sorted(self.bench.folder.glob("*.c")) if sleeps else []):
            name.write_text(SLEEPER % (number, ms * 1000))
        self.sizes, self.ms = [n_tests // 10, n_tests], ms

    def of_cell(self, measure):
        """What `measure` gives for a cell, by the difference between a large check and a small one; the median of some."""
        found = []
        for _ in range(ROUNDS):
            small, large = (self.of_size(measure, n_tests) for n_tests in self.sizes)
            n_cells = N_SOLUTIONS * (self.sizes[1] - self.sizes[0])
            found.append({key: (large[key] - small[key]) / n_cells for key in large})
        return {key: statistics.median(one[key] for one in found) for key in found[0]}

    def of_size(self, measure, n_tests):
        for name in (self.bench.folder / "tests").iterdir():
            name.unlink()
        self.bench.n_tests = n_tests
        self.bench.new_tests()
        return measure()

    def here(self):
        """Microseconds for a cell where it is judged, with the box and without the program's own time."""

        def measure():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.bench.check("here")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return {"cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}

        self.of_size(measure, 1)
        return 1e6 * self.of_cell(measure)["cpu"] - 1000 * self.ms

    def there(self, place, n_workers):
        with server(place) as (process, ports):
            url, varz = f"nats://127.0.0.1:{ports['nats']}", f"http://127.0.0.1:{ports['monitoring']}/varz"
            command = [self.bench.touchstone, "worker", "--cores", "2", "--cluster", url]
            workers = []
            for number in range(n_workers):
                environment = self.bench.environment(f"worker-{number}")
                workers.append(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL))
            try:
                peer = Peer(ports["nats"])
                status = [self.bench.touchstone, "cluster", "status", "--cluster", url]
                told = lambda: subprocess.run(status, env=environment, capture_output=True, text=True).stdout
                wait_for(lambda: told().count("2 cores,") == n_workers)

                def now():
                    with urllib.request.urlopen(varz) as answer:
                        passed = json.load(answer)
                    n_answers = peer.ask("STREAM.INFO.TOUCHSTONE_1_RESULTS", b"{}")["state"]["last_seq"]
                    cpu = {"server us": 1e6 * cpu_of(process.pid), "worker us": 1e6 * sum(cpu_of(worker.pid) for worker in workers)}
                    return cpu | {"bytes in": passed["in_bytes"], "bytes out": passed["out_bytes"], "batches": n_answers}

                def measure():
                    before = now()
                    _, client = self.bench.check("there", "--cluster", url)
                    after = now()
                    return {key: after[key] - before[key] for key in after} | {"client us": 1e6 * client}

                self.of_size(measure, 1)
                found = self.of_cell(measure)
            finally:
                for worker in workers:
                    worker.terminate()
                    worker.wait()
        return {"runs in a batch": 1 / found.pop("batches")} | found


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return round(value, 1) if isinstance(value, float) else value


def main():
    touchstone = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parents[1] / "target/release/touchstone").resolve())
    told = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}

    def tell(name, value):
        told[name] = rounded(value)
        print(name, json.dumps(told[name]), flush=True)
        MEASURED.write_text(json.dumps(told, indent=1) + "\n")

    version = subprocess.run([SERVER, "--version"], capture_output=True, text=True).stdout.split()[-1]
    model = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    tell("machine", f"{os.cpu_count()} cores, {model}, nats-server {version}, Python {platform.python_version()}")
    tell("day", datetime.date.today().isoformat())
    parts = sys.argv[2:]
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        measure_server(place, tell, parts)
        if not parts or "program" in parts:
            measure_program(place, tell, touchstone)


def measure_server(place, tell, parts):
    wanted = lambda part: not parts or part in parts
    of = lambda found: {"us": found[0], "a second": round(found[1])}
    if wanted("batch"):
        tell("batch", of(of_cycles(place, 10_000)))
        tell("batch, order of 60 KB", of(of_cycles(place, 3000, order=b"o" * 60 * KB)))
        tell("batch, answer of 60 KB", of(of_cycles(place, 3000, answer=b"a" * 60 * KB)))
    if wanted("open"):
        tell("batch, 3000 queues", of(of_cycles(place, 5000, n_queues=3000)))
        for n_open in [16, 160, 780]:
            tell(f"batch, {64 * n_open} open requests", of(of_cycles(place, 5000, n_open=n_open)))
    if wanted("bursts"):
        tell("bursts", bursts(place))
        tell("bursts, 3000 queues", bursts(place, 3000))
    if wanted("contents"):
        tell("contents", contents(place))
    if wanted("standing"):
        tell("standing", standing(place))
    if wanted("leaf"):
        tell("leaf", over_a_leaf(place))


def measure_program(place, tell, touchstone):
    built = place / "built"
    subprocess.run(["g++", "-O2", "-static", "-x", "c++", "-o", built, "-"], input=OF_CPP, text=True, check=True)
    tell("program's bytes", built.stat().st_size)
    here = Program(place / "here", touchstone, 100, 8, sleeps=False)
    tell("program, run here", {"us beside the program": here.here()})
    # A batch lasts a second at most, so that the longer programs go alone. More workers have as many of them in a second.
    several, alone = Program(place / "60", touchstone, 200, 60), Program(place / "520", touchstone, 100, 520)
    tell("program, several runs in a batch", several.there(place / "60/server", 3))
    tell("program, one run in a batch", alone.there(place / "520/server", 16))


if __name__ == "__main__":
    main()

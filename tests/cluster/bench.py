#!/usr/bin/env python3
"""How fast two workers on this machine are, beside the check that runs programs itself.

    tests/cluster/bench.py [TOUCHSTONE] [--cells N] [--ms N] [--checker]

It judges one problem with programs that take some milliseconds (8 if not given), in turns: here with two programs at once,
and by two workers with one core each, over a server on the loopback. Programs are built, and the workers have them, before
anything is measured. With --checker the folder has a checker of its own, and no output is the jury's, so that it runs for
every cell: on the worker right after the solution. Prints the cells that are judged in a second both ways, the processor time of client, server and workers
for a cell, without the programs', and the bytes that pass through the server for a cell. It wants a quiet machine, and
`nats-server` on the PATH or where Debian puts it.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
SERVER = shutil.which("nats-server") or "/usr/sbin/nats-server"
N_SOLUTIONS = 5
ROUNDS = 3

SOLUTION = """#include <stdio.h>
#include <time.h>
/* Solution %d. */
static long now(void) {
  struct timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return at.tv_sec * 1000000L + at.tv_nsec / 1000;
}
int main(void) {
  int n;
  scanf("%%d", &n);
  while (now() < %d) {}
  printf("%%d%s\\n", n);
}
"""

# The first number is to be the jury's; what follows it is not looked at.
CHECKER = """#include "testlib.h"
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int expected = ans.readInt();
    int found = ouf.readInt();
    ouf.readToken();
    if (found != expected)
        quitf(_wa, "it is %d", expected);
    quitf(_ok, "it is");
}
"""


def cpu_of(pid):
    """The processor time of a process, its children left out, in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(found):
    while not (value := found()):
        time.sleep(0.05)
    return value


class Bench:
    def __init__(self, place, touchstone, n_tests, ms, has_checker):
        self.place, self.touchstone, self.n_tests = place, touchstone, n_tests
        self.folder = place / "bench"
        (self.folder / "tests").mkdir(parents=True)
        for number in range(N_SOLUTIONS):
            name = "sol.c" if number == 0 else f"ac_{number}.c"
            more = f" {number}" if has_checker else ""
            (self.folder / name).write_text(SOLUTION % (number, ms * 1000, more))
        if has_checker:
            (self.folder / "check.cpp").write_text(CHECKER)
        (self.folder / "touchstone.toml").write_text("[limits]\ntime_ms = 2000\nmemory_mb = 64\n")
        self.n_written = 0

    def new_tests(self):
        """Other inputs, so that nothing is known about them."""
        for number in range(self.n_tests):
            self.n_written += 1
            for end in ["in", "ans"]:
                (self.folder / "tests" / f"{number}.{end}").write_text(f"{self.n_written}\n")

    def environment(self, name):
        home = self.place / name
        (home / ".config/touchstone").mkdir(parents=True, exist_ok=True)
        (home / ".config/touchstone/config.toml").write_text("jobs = 2\n")
        return {"HOME": str(home), "PATH": os.environ["PATH"]}

    def check(self, name, *more):
        """Seconds, and the processor time of the client with what it waited for."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        done = subprocess.run(
            [self.touchstone, "check", "--format", "json", *more, self.folder],
            env=self.environment(name),
            capture_output=True,
            text=True,
        )
        seconds = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # A suite without wrong solutions has findings.
        assert done.returncode <= 1, done.stderr
        verdicts = [verdict for row in json.loads(done.stdout)["matrix"]["verdicts"] for verdict in row]
        assert verdicts == ["AC"] * (N_SOLUTIONS * self.n_tests), (verdicts, done.stderr)
        return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("touchstone", nargs="?", default=str(HERE.parents[1] / "target/release/touchstone"))
    parser.add_argument("--cells", type=int, default=1000)
    parser.add_argument("--ms", type=int, default=8)
    parser.add_argument("--checker", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        bench = Bench(place, asked.touchstone, asked.cells // N_SOLUTIONS, asked.ms, asked.checker)
        server = subprocess.Popen(
            [SERVER, "-js", "-sd", place / "store", "-a", "127.0.0.1", "-p", "-1", "-m", "-1", "--ports_file_dir", place],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        workers = []
        try:
            written = lambda: [one for one in place.glob("*.ports") if one.read_text().rstrip().endswith("}")]
            ports = json.loads(wait_for(written)[0].read_text())
            url, monitor = ports["nats"][0], ports["monitoring"][0]
            for number in range(2):
                command = [asked.touchstone, "worker", "--cores", "1", "--cluster", url]
                environment = bench.environment(f"worker-{number}")
                workers.append(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL))
            status = [asked.touchstone, "cluster", "status", "--cluster", url]
            told = lambda: subprocess.run(status, env=bench.environment("status"), capture_output=True, text=True).stdout
            wait_for(lambda: told().count("1 core,") == 2)
            measure(bench, url, monitor, server, workers)
        finally:
            for process in [*workers, server]:
                process.terminate()
                process.wait()


def measure(bench, url, monitor, server, workers):
    def passed():
        with urllib.request.urlopen(f"{monitor}/varz") as answer:
            varz = json.load(answer)
        return varz["in_bytes"] + varz["out_bytes"]

    n_cells = N_SOLUTIONS * bench.n_tests
    cluster = ["--cluster", url]
    bench.new_tests()
    bench.check("here")
    bench.check("there", *cluster)
    seconds = {"here": [], "there": []}
    cpu = {"client": 0.0, "server": 0.0, "workers": 0.0}
    n_bytes = 0
    for _ in range(ROUNDS):
        bench.new_tests()
        seconds["here"].append(bench.check("here")[0])
        before = cpu_of(server.pid), sum(cpu_of(worker.pid) for worker in workers), passed()
        there, of_client = bench.check("there", *cluster)
        seconds["there"].append(there)
        cpu["client"] += of_client
        cpu["server"] += cpu_of(server.pid) - before[0]
        cpu["workers"] += sum(cpu_of(worker.pid) for worker in workers) - before[1]
        n_bytes += passed() - before[2]
    rates = {where: n_cells / statistics.median(times) for where, times in seconds.items()}
    print(f"{n_cells} cells, in each of {ROUNDS} rounds")
    print(f"here {rates['here']:.0f} cells a second, two workers {rates['there']:.0f}: {rates['there'] / rates['here']:.2f}")
    of_cell = ", ".join(f"{who} {1000 * value / ROUNDS / n_cells:.2f} ms" for who, value in cpu.items())
    print(f"processor time for a cell: {of_cell}")
    print(f"bytes through the server for a cell: {n_bytes / ROUNDS / n_cells:.0f}")


if __name__ == "__main__":
    main()

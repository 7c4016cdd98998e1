"""Peers of a NATS server over plain sockets, as `measure.py` has them: what client and workers say to it, without them."""

import contextlib
import json
import socket
import subprocess

from bench import SERVER, wait_for

KB = 1 << 10
PIECE = 256 * KB
# What `cluster::jetstream` asks for.
LIMITS = {"max_consumers": -1, "max_msgs": -1, "max_msg_size": -1, "max_bytes": 1 << 30, "max_age": 3600 * 10**9}
STREAMS = {
    "WORK": {"retention": "workqueue", "discard": "new", "max_msgs_per_subject": -1},
    "RESULTS": {"retention": "limits", "discard": "old", "max_msgs_per_subject": -1},
    "CONTENTS": {"retention": "limits", "discard": "old", "max_msgs_per_subject": 1},
}


class Peer:
    """A connection to the server. `read` gives what has come as (subject, answer's subject, whether it is a status)."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        self.send(b'CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\n')
        self.settle()
        self.inbox = b"_INBOX.%x" % id(self)
        self.send(b"SUB %s.> 1\r\n" % self.inbox)

    def send(self, data):
        self.socket.sendall(data)

    def settle(self):
        """Until the server has seen what it was sent, where it has nothing to say."""
        self.send(b"PING\r\n")
        while b"PONG\r\n" not in self.rest:
            self.rest += self.socket.recv(1 << 16)
        self.rest = b""

    def read(self):
        self.rest += self.socket.recv(1 << 20)
        data, at, came = self.rest, 0, []
        while (end := data.find(b"\r\n", at)) >= 0:
            words = data[at:end].split(b" ")
            if words[0] == b"PING":
                self.send(b"PONG\r\n")
            if words[0] not in (b"MSG", b"HMSG"):
                assert words[0] != b"-ERR", data[at:end]
                at = end + 2
                continue
            behind = end + 2 + int(words[-1]) + 2
            if len(data) < behind:
                break
            n_words = 5 if words[0] == b"MSG" else 6
            is_status = words[0] == b"HMSG" and data.startswith(b"NATS/1.0 ", end + 2)
            came.append((words[1], words[3] if len(words) == n_words else None, is_status))
            at = behind
        self.rest = data[at:]
        return came

    def read_all(self, n_messages):
        came = []
        while len(came) < n_messages:
            came += self.read()
        return came

    def ask(self, what, body):
        """A request of JetStream."""
        self.send(b"PUB $JS.API.%s %s.ask %d\r\n%s\r\n" % (what.encode(), self.inbox, len(body), body))
        while True:
            self.rest += self.socket.recv(1 << 20)
            if b"PING\r\n" in self.rest:
                self.send(b"PONG\r\n")
                self.rest = self.rest.replace(b"PING\r\n", b"")
            if self.rest.endswith(b"}\r\n"):
                answer = json.loads(self.rest.split(b"\r\n", 1)[1])
                self.rest = b""
                assert "error" not in answer, answer
                return answer

    def reaches_streams(self):
        self.send(b"PUB $JS.API.INFO %s.info 0\r\n\r\n" % self.inbox)
        return any(not is_status for _, _, is_status in self.read())

    def create(self):
        for name, more in STREAMS.items():
            config = {**LIMITS, **more, "name": name, "subjects": [f"{name}.>"], "storage": "file", "allow_direct": True}
            self.ask(f"STREAM.CREATE.{name}", json.dumps(config | {"num_replicas": 1}).encode())
        self.create_queue("kind")

    def create_queue(self, name):
        config = {"durable_name": name, "filter_subject": f"WORK.{name}.>", "deliver_policy": "all", "ack_policy": "explicit"}
        config |= {"ack_wait": 6 * 10**9, "max_deliver": -1, "max_ack_pending": -1, "max_waiting": 100_000}
        config |= {"inactive_threshold": 3600 * 10**9, "replay_policy": "instant"}
        body = json.dumps({"stream_name": "WORK", "config": config}).encode()
        self.ask(f"CONSUMER.DURABLE.CREATE.WORK.{name}", body)


def kept(subject, reply, name, payload):
    """A message that the server is to keep once."""
    head = b"NATS/1.0\r\nNats-Msg-Id: %s\r\n\r\n" % name
    return b"HPUB %s %s %d %d\r\n%s%s\r\n" % (subject, reply, len(head), len(head) + len(payload), head, payload)


def pull(inbox, seconds=30):
    body = b'{"batch":1,"expires":%d}' % int(seconds * 10**9)
    return b"PUB $JS.API.CONSUMER.MSG.NEXT.WORK.kind %s.pull %d\r\n%s\r\n" % (inbox, len(body), body)


@contextlib.contextmanager
def server(place, config=None, n_wanted=2):
    """A server with its ports, by name."""
    place.mkdir()
    command = [SERVER, "-a", "127.0.0.1", "-p", "-1", "-m", "-1", "--ports_file_dir", place]
    if config is None:
        command += ["-js", "-sd", place / "store"]
    else:
        (place / "conf").write_text(config)
        command += ["-c", place / "conf"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = lambda: [one for one in place.glob("*.ports") if one.read_text().rstrip().endswith("}")]
        ports = json.loads(wait_for(found)[0].read_text())
        port = lambda name: int(ports[name][0].rsplit(":", 1)[1])
        yield process, {name: port(name) for name in ports}
    finally:
        process.terminate()
        process.wait()

"""Several `oxo serve` on one store, faults between them, and a load.

A node keeps its port across a kill and a restart. A test can put a line
between a node and its database, and cut and heal the line. The line is a
proxy: a proxy needs no root, unlike network namespaces, and can cut at any
byte.
"""
import contextlib
import os
import re
import selectors
import signal
import socket
import subprocess
import threading
import time

from patience import PATIENCE

# What many players on one address need.
OPEN_DOORS = ["--connections-per-address", "10000",
              "--rooms-per-address", "100000",
              "--message-rate", "1000000", "--message-burst", "1000000",
              "--log-level", "warning"]


class Node:
    """`oxo serve` on a store. A test can kill and restart the node."""

    def __init__(self, oxo, store, log, *flags):
        self.oxo = oxo
        self.store = store
        self.log = log  # an open file
        self.flags = flags
        self.port = 0
        self.process = None

    def start(self):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("OXO_")}
        self.process = subprocess.Popen(
            [self.oxo, "serve", "--listen", f"127.0.0.1:{self.port}",
             "--store", str(self.store), *OPEN_DOORS, *self.flags],
            stdout=subprocess.PIPE, stderr=self.log, text=True,
            env=environment)
        line = self.process.stdout.readline()
        found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
        if not found:
            raise AssertionError(f"the server does not start: {line!r}")
        self.port = int(found.group(1))

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def end(self, number):
        """Sends a signal, waits for the end and returns the exit status."""
        self.process.send_signal(number)
        status = self.process.wait()
        self.process.stdout.close()
        return status

    def kill(self):
        return self.end(signal.SIGKILL)

    def stop(self):
        """Stops the node with SIGTERM."""
        return self.end(signal.SIGTERM)

    def url(self):
        return f"http://127.0.0.1:{self.port}"


class Load:
    """`oxo load`, which plays on through every fault, and its notes."""

    def __init__(self, oxo, urls, folder, *flags, hears=False):
        self.journal = folder / "journal"
        self.heard = folder / "heard"
        self.file = None
        self.count = 0  # acknowledged moves
        self.process = subprocess.Popen(
            [oxo, "load", "--spectators", "1", "--time", "86400", "--json",
             "--history", self.journal,
             *(["--received", self.heard] if hears else []), *flags, *urls],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for(self, more, seconds=None):
        """Waits until `more` further moves are acknowledged.

        Without `seconds` the test fails if the moves do not come."""
        wanted = self.count + more
        end = time.monotonic() + (PATIENCE if seconds is None else seconds)
        while self.count < wanted:
            if self.file is None and self.journal.exists():
                self.file = self.journal.open()
            lines = self.file.readlines() if self.file else []
            self.count += sum(line.startswith("made ") for line in lines)
            if not lines:
                if self.process.poll() is not None:
                    raise AssertionError(self.process.communicate()[1])
                if time.monotonic() > end and seconds is not None:
                    return
                if time.monotonic() > end:
                    raise AssertionError(
                        f"{wanted - self.count} of {more} moves are missing")
                time.sleep(0.001)

    def end(self):
        """Interrupts the load, which still waits for answers to sent messages.

        Returns the exit status, the report and the messages."""
        self.process.send_signal(signal.SIGINT)
        report, errors = self.process.communicate()
        return self.process.returncode, report, errors

    def close(self):
        self.process.kill()
        self.process.communicate()
        if self.file:
            self.file.close()


class Line:
    """A TCP port of 127.0.0.1 that leads to a Unix socket.

    A line passes all bytes until a test cuts the line. Bytes that are on their
    way when the line is cut stay there, and neither end gets an error, as when
    a network fails. A test can also cut one direction only: then an order
    arrives and its answer does not. Hanging up closes all present connections.
    """

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        self.pairs = {}  # each socket and its other end
        self.near = set()  # the sockets that the node opened
        self.is_cut = self.is_deaf = self.ended = False
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def cut(self):
        with self.lock:
            self.is_cut = True

    def cut_answers(self):
        with self.lock:
            self.is_deaf = True

    def hang_up(self):
        with self.lock:
            for end in list(self.pairs):
                self.forget(end)

    def heal(self):
        with self.lock:
            self.is_cut = self.is_deaf = False

    def close(self):
        self.ended = True
        self.thread.join()
        self.hang_up()
        self.listener.close()
        self.selector.close()

    def run(self):
        while not self.ended:
            ready = self.selector.select(0.05)
            with self.lock:
                for key, _ in ready:
                    self.serve(key.fileobj)
            if self.is_cut or self.is_deaf:
                time.sleep(0.01)  # unread bytes keep the socket ready

    def serve(self, end):
        if self.is_cut or (self.is_deaf and end not in self.near):
            return
        if end is self.listener:
            self.connect()
        elif end in self.pairs:
            self.pass_on(end)

    def connect(self):
        near, _ = self.listener.accept()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(str(self.target))
        except OSError:
            near.close()
            far.close()
            return
        near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pairs.update({near: far, far: near})
        self.near.add(near)
        for end in (near, far):
            self.selector.register(end, selectors.EVENT_READ)

    def pass_on(self, end):
        with contextlib.suppress(OSError):
            data = end.recv(1 << 16)
            if data:
                self.pairs[end].sendall(data)
                return
        self.forget(end)

    def forget(self, end):
        for one in (end, self.pairs.get(end)):
            if self.pairs.pop(one, None):
                self.near.discard(one)
                self.selector.unregister(one)
                one.close()

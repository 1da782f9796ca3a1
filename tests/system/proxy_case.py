"""A proxy between clients and the server, which can also lose connections."""
import socket
import threading

BUSY = b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n"


class Proxy:
    """Forwards bytes, and cuts the connections when a test says so."""

    def __init__(self, port, piece=65536):
        self.target = port
        self.piece = piece  # bytes to forward at once
        self.pairs = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def admit(self, near):
        """The connection to use for an incoming one, or None to refuse."""
        return near

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            admitted = self.admit(near)
            if not admitted:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.pairs.append((admitted, far))
            for one, other in ((admitted, far), (far, admitted)):
                threading.Thread(target=self.copy, args=(one, other),
                                 daemon=True).start()

    def copy(self, source, sink):
        try:
            while (data := source.recv(65536)):
                for i in range(0, len(data), self.piece):
                    sink.sendall(data[i:i + self.piece])
        except OSError:
            pass
        self.drop(source, sink)

    @staticmethod
    def drop(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """Cuts every connection; returns how many there were."""
        for pair in self.pairs:
            self.drop(*pair)
        count, self.pairs = len(self.pairs), []
        return count

    def close(self):
        # A thread that still waits would take what comes in under the same
        # number later.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()
        self.cut()


class Busy(Proxy):
    """Answers the first clients that the server is busy."""

    refusals = 2

    def admit(self, near):
        if self.refusals == 0:
            return near
        self.refusals -= 1
        near.recv(65536)
        near.sendall(BUSY)
        return None

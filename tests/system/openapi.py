"""The API as its own description has it: every answer is checked against it.

    class Games(ApiCase):
        def test_...(self):
            server = self.serve()
            server.get("/api/v1/games")     # raises if it is not as described

The Python that runs this must see the package jsonschema.
"""
import http.client
import json
import re
import socket

import jsonschema
from server_case import PATIENCE, Case, Server

SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "SAMEORIGIN",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Document:
    """The server's /api/openapi.json."""

    def __init__(self, document):
        self.document = document
        self.validators = {}
        self.seen = set()  # (method, path, status) of every answer so far

    def operations(self):
        return {(method.upper(), path)
                for path, methods in self.document["paths"].items()
                for method in methods}

    def resolve(self, value):
        while "$ref" in value:
            found = self.document
            for part in value["$ref"].split("/")[1:]:
                found = found[part]
            value = found
        return value

    def find(self, method, target):
        """The path with its parameters in braces, and the method's
        description."""
        path = target.partition("?")[0]
        for template, methods in self.document["paths"].items():
            pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
            if re.fullmatch(pattern, path) and method.lower() in methods:
                return template, methods[method.lower()]
        return None, None

    def validate(self, schema, value):
        """Raises if the value does not match the schema."""
        name = json.dumps(schema)
        if name not in self.validators:
            self.validators[name] = jsonschema.Draft202012Validator(
                {**schema, "components": self.document["components"]})
        self.validators[name].validate(value)

    def content_of(self, operation, status):
        responses = operation["responses"]
        answer = responses.get(str(status), responses["default"])
        return self.resolve(answer)["content"]

    def check(self, method, target, status, headers, content):
        method = "GET" if method == "HEAD" else method
        template, operation = self.find(method, target)
        kind = headers.get("Content-Type", "").partition(";")[0]
        if status >= 400 and kind != "text/plain":
            assert kind == "application/problem+json", (target, status, kind)
            if content is not None:
                self.validate({"$ref": "#/components/schemas/Problem"},
                              content)
                assert content["status"] == status, content
        if not operation:
            return
        described = self.content_of(operation, status)
        assert kind in described, (target, status, kind)
        if content is not None and kind.endswith("json"):
            self.validate(described[kind]["schema"], content)
        self.seen.add((method, template, status))


class ApiServer(Server):
    """A server whose ask() checks every answer."""

    document = None

    def start(self):
        super().start()
        if not ApiServer.document:
            ApiServer.document = Document(self.get("/api/openapi.json")[2])

    def ask(self, method, path, body=None, token=None, **headers):
        headers = {name.replace("_", "-"): value
                   for name, value in headers.items()}
        answer = super().ask(method, path, body, token, **headers)
        assert answer[1]["X-Content-Type-Options"] == "nosniff", path
        if self.document and method != "OPTIONS":
            self.document.check(method, path, *answer)
        return answer

    def code(self, path, body=None, method="POST", **more):
        """The HTTP status and the code of a refusal."""
        status, _, problem = self.ask(method, path, body, **more)
        return status, problem["code"]

    def send(self, address, path):
        """Sends a request from a local address; does not wait for the answer.
        """
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE,
                                       source_address=(address, 0))
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: oxo\r\n\r\n".encode())
        return raw

    def get_from(self, address, path):
        """Status, headers and body of a request from that address."""
        with self.send(address, path) as raw, raw.makefile("rb") as answer:
            status = int(answer.readline().split()[1])
            headers = http.client.parse_headers(answer)
            content = json.loads(
                answer.read(int(headers["Content-Length"])))
            self.document.check("GET", path, status, headers, content)
            return status, headers, content

    def follow(self, path, **more):
        return Stream(self.port, path, **more)


class Stream:
    """An endless answer, read line by line."""

    def __init__(self, port, path, token=None, **headers):
        headers = {name.replace("_", "-"): value
                   for name, value in headers.items()}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.connection = http.client.HTTPConnection("127.0.0.1", port,
                                                     timeout=PATIENCE)
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.headers = self.answer.headers

    def line(self):
        """The next non-empty line; None at the end."""
        while (line := self.answer.readline()):
            if line.strip():
                return line.decode().rstrip("\n")
        return None

    def message(self):
        """The next line, parsed as JSON."""
        line = self.line()
        return json.loads(line) if line else None

    def event(self):
        """Number (None without an id) and message of a Server-Sent Event."""
        number = None
        while (line := self.line()) is not None:
            name, _, value = line.partition(": ")
            if name == "id":
                number = int(value)
            elif name == "data":
                return number, json.loads(value)
        return None, None

    def until(self, word, **fields):
        """Skips to a JSON line of this type with these fields."""
        while (message := self.message()) is not None:
            if message["type"] == word and all(
                    message.get(name) == value
                    for name, value in fields.items()):
                return message
        raise AssertionError(f"the stream ended before {word}")

    def close(self):
        self.answer.close()
        self.connection.close()


class ApiCase(Case):
    """Helpers for rooms over HTTP."""

    kind = ApiServer

    def follow(self, server, path, **more):
        stream = server.follow(path, **more)
        self.addCleanup(stream.close)
        return stream

    def make(self, server, variant="classic", **more):
        """A room that waits for an opponent: its address, and the maker's
        token."""
        status, _, made = server.post("/api/v1/rooms",
                                      {"variant": variant, **more})
        self.assertEqual(status, 201, made)
        return (f"/api/v1/rooms/{made['seat']['room']}",
                made["seat"]["token"])

    def join(self, server, room, **more):
        status, _, seated = server.post(f"{room}/join", more)
        self.assertEqual(status, 201, seated)
        return seated["seat"]["token"]

    def pair(self, server, variant="classic", **more):
        """A running game: the room's address and the tokens of X and O."""
        room, x = self.make(server, variant, **more)
        return room, x, self.join(server, room)

    def move(self, server, room, token, ply, move):
        status, _, state = server.post(f"{room}/moves",
                                       {"ply": ply, "move": move}, token=token)
        self.assertEqual(status, 200, state)
        return state

    def play(self, server, room, x, o, moves, ply=0):
        """Plays moves in turn; returns the state after the last move."""
        state = None
        for move in moves:
            state = self.move(server, room, (x, o)[ply % 2], ply, move)
            ply += 1
        return state

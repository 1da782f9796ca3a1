"""Compares what clients heard with what the store holds.

check() reads the log of a store as `oxo store log` writes it, and two files of
`oxo load`: --history lists what the load sent and what the server
acknowledged, --received lists what each client heard. This file knows no rules
of the game: `oxo store log` itself checks that each event follows from its
room; it omits an event that does not follow, and fails.
"""
import collections
import json

EVENTS = {"room-created", "seat-taken", "game-start", "move-made", "board-won",
          "board-drawn", "game-over", "offer-made", "offer-declined",
          "player-left", "room-closed"}

# The state of a room after one of its events.
State = collections.namedtuple("State", "game moves position")


class Room:
    """The stored events of a room, and the states after each event."""

    def __init__(self):
        self.events = []  # index 0 is seq 1
        self.states = [State(0, (), None)]

    def add(self, event):
        game, moves, position = self.states[-1]
        kind = event["type"]
        if kind == "game-start":
            game, moves = event["game"], ()
        elif kind == "move-made":
            moves += (event["move"],)
        elif kind == "game-state":  # moves were taken back
            moves = tuple(event["moves"])
        self.events.append(event)
        self.states.append(State(game, moves,
                                 event.get("position", position)))


class Histories:
    def __init__(self):
        self.faults = []
        self.rooms = collections.defaultdict(Room)
        self.moves = {}  # the store's moves, by room, game and ply
        self.last = {}  # the last seq that each client received
        self.heard = 0  # events and states that all clients received
        self.acknowledged = 0

    def blame(self, *words):
        self.faults.append(" ".join(str(word) for word in words))

    # ---- The store ----

    def read_log(self, lines):
        for line in lines:
            event = json.loads(line)
            code, seq = event["room"], event["seq"]
            room = self.rooms[code]
            if seq != len(room.events) + 1:
                self.blame("log:", code, "has", seq, "behind",
                           len(room.events))
                continue
            room.add(event)
            if event["type"] == "move-made":
                name = (code, room.states[-1].game, event["ply"])
                if name in self.moves:
                    self.blame("DOUBLED:", *name)
                self.moves[name] = event["move"]

    # ---- What was sent ----

    def read_journal(self, lines):
        sent = {}
        for line in lines:
            word, code, game, ply, move = line.split()
            if word == "room":
                continue
            name = (code, int(game), int(ply))
            if word == "sent":
                sent[name] = move
                continue
            self.acknowledged += 1
            if self.moves.get(name) != move:
                self.blame("LOST:", *name, move, "is", self.moves.get(name))
        for name, move in self.moves.items():
            if sent.get(name) != move:
                self.blame("nobody sent", *name, move)

    # ---- What was heard ----

    def read_heard(self, lines):
        for line in lines:
            code, place, rest = line.rstrip("\n").split(" ", 2)
            if rest.startswith("open "):
                continue
            message = json.loads(rest)
            if message["type"] in EVENTS:
                self.hear_event((code, place), message)
            elif message["type"] == "game-state":
                self.hear_state((code, place), message)
            elif message["type"] != "error":
                self.hear_passing((code, place), message)

    def take(self, client, seq):
        self.heard += 1
        self.last[client] = seq

    def hear_event(self, client, message):
        seq, room = message["seq"], self.rooms[client[0]]
        last = self.last.get(client)
        if last is not None and seq != last + 1:
            self.blame(*client, "heard", seq, "behind", last)
        if seq > len(room.events) or room.events[seq - 1] != message:
            self.blame(*client, "heard what the store does not have:",
                       json.dumps(message))
        self.take(client, seq)

    def hear_state(self, client, message):
        seq, room = message["seq"], self.rooms[client[0]]
        if seq < self.last.get(client, 0):
            self.blame(*client, "went back from", self.last[client], "to", seq)
        told = State(message["game"], tuple(message["moves"]),
                     message["position"] if message["game"] else None)
        if seq >= len(room.states) or room.states[seq] != told:
            self.blame(*client, "saw a state that the store does not have:",
                       json.dumps(message))
        self.take(client, seq)

    def hear_passing(self, client, message):
        """A message that is not an event, but carries the room's last seq."""
        if message["seq"] > len(self.rooms[client[0]].events):
            self.blame(*client, "heard of an event that is not there:",
                       json.dumps(message))


def check(log, journal, heard):
    """Returns all faults as a list."""
    found = Histories()
    found.read_log(log)
    found.read_journal(journal)
    found.read_heard(heard)
    return found

#!/usr/bin/env python3
"""scripted-engine.py [--codingame] MODE - an engine with a character.

The rules are written out here once more, so that match.py can also use them
to check the referee's records. MODE, where N is the number of its own move:

    first           the first legal move, always
    random:SEED     any legal move
    score:CP        any legal move, and says it is worth CP hundredths
    crash-start     exits before a word
    crash:N         exits instead of moving
    leave:N         exits after moving, in its opponent's turn
    mute            never says ugiok
    unready         never says readyok
    hang:N          never moves
    illegal:N       plays a cell that is taken
    nonsense:N      plays something that is no move
    garbage         talks nonsense and in lines without end before every move
    flood:N         talks without end instead of moving
    stay            ignores quit and the end of its input; its number goes to
                    stderr
    deaf            moves without reading anything more
"""
import os
import random
import signal
import sys
import time

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
         (0, 4, 8), (2, 4, 6)]


def winner(cells):
    for a, b, c in LINES:
        if cells[a] in "xo" and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return ""


class Board:
    """Ultimate, as played by `ultimate` and `ultimate-cg`."""

    def __init__(self, fen="9/9/9/9/9/9/9/9/9 x -", most_boards=False):
        boards, self.turn, target = fen.split()
        self.cells = []
        for board in boards.split("/"):
            text = "".join("." * int(c) if c.isdigit() else c for c in board)
            self.cells.append(list(text))
        self.forced = None if target == "-" else ord(target) - ord("a")
        self.most_boards = most_boards

    def owner(self, board):
        won = winner(self.cells[board])
        return won or ("d" if "." not in self.cells[board] else ".")

    def result(self):
        owners = [self.owner(b) for b in range(9)]
        won = winner(owners)
        if won:
            return won
        if "." in owners:
            return ""
        lead = owners.count("x") - owners.count("o")
        if self.most_boards and lead:
            return "x" if lead > 0 else "o"
        return "d"

    def moves(self):
        if self.result():
            return []
        boards = range(9) if self.forced is None else [self.forced]
        return [chr(97 + b) + chr(97 + c) for b in boards
                if self.owner(b) == "." for c in range(9)
                if self.cells[b][c] == "."]

    def play(self, move):
        assert move in self.moves(), move
        board, cell = (ord(c) - 97 for c in move)
        self.cells[board][cell] = self.turn
        self.turn = "o" if self.turn == "x" else "x"
        self.forced = cell if self.owner(cell) == "." else None


def say(*words):
    print(*words, flush=True)


def shout_forever():
    while True:
        os.write(1, b"info string nothing to say, but at length\n" * 1000)


class Engine:
    def __init__(self, mode):
        self.mode, _, argument = mode.partition(":")
        self.argument = int(argument or 0)
        self.chance = random.Random(self.argument)
        self.count = 0

    def misbehave(self):
        """What happens instead of move number `count`."""
        if self.mode in ("random", "score") or self.count != self.argument:
            return
        if self.mode == "crash":
            os._exit(7)
        if self.mode == "hang":
            time.sleep(1000)
        if self.mode == "flood":
            shout_forever()

    def chatter(self):
        if self.mode == "garbage":
            os.write(1, b"\x00\xff bestmove?\ninfo score cp\n\n" + b"y" * 300000
                     + b"\ninfo depth x score mate zero pv bestmove\n")
        if self.mode == "score":
            say("info depth 1 multipv 2 score cp 9999")
            say("info depth 1 multipv 1 score cp", self.argument, "pv aa")

    def choose(self, legal, taken):
        self.count += 1
        self.misbehave()
        self.chatter()
        if self.count == self.argument and self.mode == "illegal":
            return taken
        if self.count == self.argument and self.mode == "nonsense":
            return "\x01zz{}\""
        return legal[0] if self.mode == "first" else self.chance.choice(legal)

    def after_move(self):
        if self.mode == "leave" and self.count == self.argument:
            os._exit(0)


def ugi(engine):
    board, played, variant = Board(), "aa", "ultimate"
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi" and engine.mode != "mute":
            say("id name scripted")
            say("option name Seed type spin default 0 min 0 max 100")
            say("ugiok")
        elif words[0] == "isready" and engine.mode != "unready":
            say("readyok")
        elif words[:3] == ["setoption", "name", "UGI_Variant"]:
            variant = words[4]
        elif words[:3] == ["setoption", "name", "Seed"]:
            engine.chance = random.Random(int(words[4]))
        elif words[0] == "position":
            before, _, moves = line.partition(" moves ")
            fen = before.partition(" fen ")[2]
            board = Board(*([fen] if fen else []),
                          most_boards=variant == "ultimate-cg")
            for played in moves.split():
                board.play(played)
        elif words[0] == "go":
            say("bestmove", engine.choose(board.moves(), played))
            engine.after_move()
        elif words[0] == "quit" and engine.mode != "stay":
            return


def codingame(engine):
    for line in sys.stdin:
        taken = line.strip()
        legal = [input() for _ in range(int(input()))]
        say(engine.choose(legal, taken))
        engine.after_move()


def main():
    arguments = sys.argv[1:]
    engine = Engine(arguments[-1])
    if engine.mode == "crash-start":
        sys.exit(3)
    if engine.mode == "stay":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print(os.getpid(), file=sys.stderr, flush=True)
    if engine.mode == "deaf":
        say("ugiok")
        say("readyok")
        while True:
            os.write(1, b"ugiok\nreadyok\nbestmove ee\n")
    (codingame if "--codingame" in arguments else ugi)(engine)
    if engine.mode == "stay":
        time.sleep(1000)


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)

#!/usr/bin/env python3
"""server_bot.py OXO BOT - the example of docs/manual/protocol.md, on a real server."""
import contextlib
import json
import subprocess
import sys
import urllib.request

import tap
from cluster import Node
from server_case import OXO, PATIENCE, Case, Client

BOT = sys.argv[2]


class Bot(Case):
    def setUp(self):
        super().setUp()
        log = self.path.joinpath("log").open("w", encoding="utf-8")
        self.addCleanup(log.close)
        self.node = Node(OXO, self.path / "oxo.db", log)
        self.node.start()
        self.addCleanup(lambda: self.node.stop())

    def bot(self, *arguments):
        process = subprocess.Popen(
            [sys.executable, BOT, f"ws://127.0.0.1:{self.node.port}/ws",
             *arguments], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def end(self, process):
        """What it printed, and that is all there is."""
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, err), (0, ""))
        return out.splitlines()

    def client(self):
        client = Client(self.node.port)
        self.addCleanup(client.cut)
        return client

    def come_back(self, seat):
        client = self.client()
        client.say("rejoin-room", room=seat["room"], token=seat["token"])
        return client, client.hear_until("game-state")

    def test_it_plays_the_computer_to_the_end(self):
        first, result = self.end(self.bot())
        room = first.removeprefix("in room ")
        with contextlib.closing(urllib.request.urlopen(
                f"{self.node.url()}/api/v1/games/{room}-1",
                timeout=PATIENCE)) as answer:
            game = json.load(answer)
        self.assertEqual(game["result"], result)

    def test_it_plays_on_when_its_server_was_killed(self):
        """At each of its turns: what it last heard may be that it moves."""
        me = self.client()
        seat = me.ask("create-room", "seat", variant="classic", mark="X")
        bot = self.bot(seat["room"])
        me.hear_until("game-start")
        state = {"moves": [], "over": None}
        while not state["over"]:
            free = set("abcdefghi") - set(state["moves"])
            me.say("make-move", ply=len(state["moves"]), move=min(free))
            me.hear_until("move-made", ply=len(state["moves"]))
            self.node.kill()
            self.node.start()
            me, state = self.come_back(seat)
            while state["turn"] == "O":
                me.hear_until("move-made", mark="O")
                me, state = self.come_back(seat)
        self.assertEqual(self.end(bot)[-1], state["over"]["result"])

    def test_it_says_why_it_may_not_play(self):
        bot = self.bot("ZZZZZZ")
        _, err = bot.communicate(timeout=PATIENCE)
        self.assertEqual(bot.returncode, 1)
        self.assertIn("refused: ", err)


if __name__ == "__main__":
    tap.main()

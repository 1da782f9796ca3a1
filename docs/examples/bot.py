#!/usr/bin/env python3
"""bot.py ADDRESS [CODE] - plays a game of noughts and crosses on a server.

    bot.py ws://127.0.0.1:8080/ws           # creates a room against the computer
    bot.py ws://127.0.0.1:8080/ws K7Q2MX    # takes the free seat of that room

Replace choose() by something better than chance. The bot reconnects when its
connection breaks. docs/manual/protocol.md explains the messages.
"""
import asyncio
import json
import random
import secrets
import sys

import websockets  # on Debian the package python3-websockets


def choose(position):
    """A free cell. In "3/1x1/3 o" digits count the free cells of a row."""
    board = "".join("." * int(c) if c.isdigit() else c
                    for c in position.split()[0].replace("/", ""))
    return random.choice([cell for cell, mark in zip("abcdefghi", board)
                          if mark == "."])


async def play(address, hello, seat):
    """Plays on one connection until the game is over; returns the result."""
    async with websockets.connect(address, subprotocols=["oxo.v1"]) as socket:
        await socket.send(json.dumps(hello))
        async for text in socket:
            message = json.loads(text)
            kind = message["type"]
            if kind == "seat":
                seat.update(message)
                print("in room", seat["room"], flush=True)
            elif kind == "game-over" or message.get("over"):
                return (message.get("over") or message)["result"]
            elif kind == "error" and message["code"] == "store-unavailable":
                break  # reconnect, and get the state
            elif kind == "error" and message["code"] != "conflict":
                sys.exit(f"refused: {message['message']}")
            # These three messages say whose turn it is, and the position.
            ply = {"game-start": 0, "move-made": message.get("ply", 0) + 1,
                   "game-state": len(message.get("moves", []))}.get(kind)
            seat["mark"] = message.get("you") or seat.get("mark")
            if ply is not None and message["turn"] == seat["mark"]:
                await socket.send(json.dumps(
                    {"type": "make-move", "ply": ply,
                     "move": choose(message["position"])}))
    raise ConnectionError


async def main(address, code=None):
    seat, wait = {}, 0.1
    # With a token of our own we have the seat even if the answer is lost.
    hello = {"type": "join-room", "room": code,
             "token": secrets.token_urlsafe(16)} if code else {
                 "type": "create-room", "variant": "classic", "computer": 1}
    while True:
        try:
            print(await play(address, hello, seat))
            return
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(random.uniform(wait / 2, wait))
            wait = min(2 * wait, 5)
        if "token" in seat:  # without seq, so that the whole state is sent
            hello = {"type": "rejoin-room", "room": seat["room"],
                     "token": seat["token"]}


asyncio.run(main(*sys.argv[1:]))

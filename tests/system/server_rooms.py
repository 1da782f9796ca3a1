#!/usr/bin/env python3
"""server_rooms.py OXO - rooms on a real server, by real sockets.

Two players and a spectator through every message, every refusal, and coming
back; what every message looks like is checked against the schema.
"""
import threading
import time

import schema
import tap
from server_case import Case, Closed, behind

PROTOCOL = schema.Protocol()
X_WINS = ["e", "a", "b", "c", "h"]
DRAWN = ["a", "b", "c", "e", "d", "f", "h", "g", "i"]


class RoomCase(Case):
    """Whatever a client hears is what the schema says."""

    def setUp(self):
        super().setUp()
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            for message in client.seen:
                PROTOCOL.check_server(message)

    def client(self, server, **more):
        self.clients.append(super().client(server, **more))
        return self.clients[-1]


class Rooms(RoomCase):
    def test_two_players_and_a_spectator_hear_the_same_game(self):
        server = self.share()
        x, o, seat, _ = self.room(server)
        watcher = self.client(server)
        watcher.ask("spectate", "game-state", room=seat["room"])
        self.play(x, o, X_WINS)
        for client in (x, o, watcher):
            over = client.hear_until("game-over")
            self.assertEqual((over["winner"], over["result"], over["line"]),
                             ("X", "1-0", ["b", "e", "h"]))
            moves = [m for m in client.seen if m["type"] == "move-made"]
            self.assertEqual([m["move"] for m in moves], X_WINS)
            seqs = [m["seq"] for m in client.seen
                    if m["type"] in ("move-made", "game-over")]
            self.assertEqual(seqs, list(range(seqs[0], seqs[0] + 6)))

    def test_a_draw_has_no_winner(self):
        x, o, *_ = self.room(self.share())
        self.play(x, o, DRAWN)
        over = o.hear_until("game-over")
        self.assertEqual((over["winner"], over["reason"]),
                         (None, "full-board"))

    def test_ultimate_tells_of_boards(self):
        x, o, *_ = self.room(self.share(), variant="ultimate")
        self.play(x, o, ["ae", "ea", "aa", "ab", "be", "eb", "ba", "ac",
                         "ce", "ec"])
        won = x.hear_until("board-won")
        self.assertEqual((won["board"], won["mark"]), ("e", "O"))

    def test_a_rematch_swaps_marks_and_keeps_the_score(self):
        x, o, *_ = self.room(self.share(), series=3)
        self.play(x, o, X_WINS)
        o.hear_until("game-over")
        self.assertEqual(x.ask("rematch", "offer-made")["offer"], "rematch")
        start = o.ask("rematch", "game-start")
        self.assertEqual(start["game"], 2)
        self.assertEqual(start["players"]["X"]["seat"], 1)
        self.assertEqual(start["series"]["score"], [1, 0])
        self.play(o, x, X_WINS)
        self.assertEqual(x.hear_until("game-over")["series"]["score"], [1, 1])

    def test_offers_are_made_accepted_and_declined(self):
        x, o, *_ = self.room(self.share())
        self.play(x, o, ["e"])
        self.assertEqual(x.ask("offer", "offer-made", offer="draw")["by"],
                         "X")
        self.assertEqual(o.ask("decline", "offer-declined")["offer"], "draw")
        x.ask("offer", "offer-made", offer="takeback")
        state = o.ask("accept", "game-state")
        self.assertEqual(state["moves"], [])
        self.assertEqual(state["turn"], "X")
        x.hear_until("game-state")
        o.ask("offer", "offer-made", offer="draw")
        self.assertEqual(x.ask("accept", "game-over")["reason"], "agreement")
        self.assertEqual(x.refused("accept"), "no-offer")

    def test_who_resigns_or_leaves_has_lost(self):
        server = self.share()
        x, o, *_ = self.room(server)
        over = x.ask("resign", "game-over")
        self.assertEqual((over["winner"], over["reason"]),
                         ("O", "resignation"))
        x, o, *_ = self.room(server)
        self.play(x, o, ["e", "a"])
        o.ask("leave", "game-over")
        over = x.hear_until("game-over")
        self.assertEqual((over["winner"], over["reason"]), ("X", "left"))
        x.hear_until("player-left")
        self.assertEqual(x.ask("leave", "room-closed")["why"], "left")

    def test_the_six_checks_come_in_their_order(self):
        """Each with its own status; the first that fails is the answer."""
        server = self.share()
        x, o, seat, _ = self.room(server)
        stranger, maker = self.client(server), self.client(server)
        waiting = maker.ask("create-room", "seat", variant="classic")
        move = {"ply": 0, "move": "e"}
        self.assertEqual(stranger.refused("make-move", room="000000", **move),
                         "room-not-found")
        self.assertEqual(maker.refused("make-move", **move),
                         "game-not-active")
        self.assertEqual(
            stranger.refused("make-move", room=waiting["room"], **move),
            "game-not-active")
        self.assertEqual(
            stranger.refused("make-move", room=seat["room"], **move),
            "not-in-room")
        self.assertEqual(o.refused("make-move", ply=0, move="z"),
                         "not-your-turn")
        for wrong in ("z", "ee", 9, -1, 1000, "", "e "):
            self.assertEqual(x.refused("make-move", ply=0, move=wrong),
                             "invalid-position")
        self.play(x, o, ["e"])
        self.assertEqual(o.refused("make-move", ply=1, move="e"),
                         "cell-occupied")
        self.assertEqual(x.refused("make-move", ply=2, move="a"), "conflict")
        self.play(x, o, X_WINS[1:], ply=1)
        x.hear_until("game-over")
        self.assertEqual(x.refused("make-move", ply=6, move="i"),
                         "game-not-active")

    def test_ultimate_has_checks_of_its_own(self):
        x, o, *_ = self.room(self.share(), variant="ultimate")
        self.play(x, o, ["ae", "ea", "aa", "ab", "be", "eb", "ba", "ac",
                         "ce", "ec"])
        self.assertEqual(x.refused("make-move", ply=10, move="ae"),
                         "wrong-board")
        self.assertEqual(x.refused("make-move", ply=10, move="ed"),
                         "board-closed")
        self.assertEqual(x.refused("make-move", ply=10, move="ce"),
                         "cell-occupied")

    def test_a_move_sent_twice_is_made_once(self):
        x, o, *_ = self.room(self.share())
        x.say("make-move", ply=0, move="e")
        x.say("make-move", ply=0, move="e", ref=5)
        x.hear_until("move-made")
        self.assertEqual(x.hear_until("ok")["ref"], 5)
        self.assertEqual(x.ask("make-move", "error", ply=0, move="a")["code"],
                         "conflict")
        state = x.hear_until("game-state")
        self.assertEqual(state["moves"], ["e"])

    def test_a_refusal_changes_nothing(self):
        server = self.share()
        x, o, seat, _ = self.room(server)
        watcher = self.client(server)
        before = watcher.ask("spectate", "game-state", room=seat["room"])
        o.refused("make-move", ply=0, move="e")
        x.refused("make-move", ply=0, move="zz")
        x.refused("accept")
        watcher.refused("resign")
        after = watcher.ask("resume", "ok", seq=before["seq"])
        self.assertEqual(after["seq"], before["seq"])

    def test_bad_messages_are_answered_in_words(self):
        client = self.client(self.share())
        for text in ("", "{", "[]", "null", '{"type":1}', '{"type":"fly"}',
                     '{"type":"create-room"', '{"type":"create-room",'
                     '"variant":"chess"}', '{"type":"create-room","series":2}',
                     '{"type":"join-room"}', '{"type":"join-room","room":"x"}',
                     '{"type":"rejoin-room","room":"000000"}',
                     '{"type":"make-move"}', "\u0000", '{"a":1,"a":1}'):
            client.send_text(text)
            answer = client.hear()
            self.assertEqual(answer["type"], "error", text)
            self.assertGreater(len(answer["message"]), 10, text)

    def test_names_are_free_text_but_safe(self):
        server = self.share()
        x = self.client(server)
        name = "<b>Zoë & \u2028 \"π\"</b>"
        x.ask("create-room", "room-created", variant="classic",
              name="Zoë <b>&\"π\"", avatar="🦊")
        player = x.seen[-1]["player"]
        self.assertEqual((player["name"], player["avatar"]),
                         ("Zoë <b>&\"π\"", "🦊"))
        self.assertEqual(x.refused("create-room", variant="classic",
                                   name=name), "invalid-message")
        self.assertEqual(x.refused("create-room", variant="classic",
                                   name="n" * 49), "text-too-long")

    def test_the_last_seat_has_exactly_one_winner(self):
        server = self.share()
        maker = self.client(server)
        for _ in range(5):
            seat = maker.ask("create-room", "seat", variant="classic")
            rivals = [self.client(server) for _ in range(8)]
            barrier = threading.Barrier(len(rivals))
            answers = []

            def race(rival):
                barrier.wait()
                rival.say("join-room", room=seat["room"])
                answers.append(rival.hear())

            threads = [threading.Thread(target=race, args=(rival,))
                       for rival in rivals]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(a.get("code", a["type"])
                                    for a in answers),
                             ["room-full"] * 7 + ["seat"])
            for rival in rivals:
                rival.close()

    def test_the_computer_takes_a_seat_and_answers(self):
        x = self.client(self.share())
        x.ask("create-room", "game-start", variant="ultimate", mark="X",
              computer=1)
        x.say("make-move", ply=0, move="ee")
        answer = x.hear_until("move-made", ply=1)
        self.assertEqual(answer["mark"], "O")
        x.say("resign")
        x.hear_until("game-over")
        x.say("rematch")
        x.hear_until("game-start")
        x.hear_until("move-made", ply=0, mark="X")


class ComingBack(RoomCase):
    """Disconnects, tokens, clocks, time."""

    def test_a_seat_is_reclaimed_with_its_token(self):
        server = self.share()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e", "a"])
        x.cut()
        gone = o.hear_until("player-disconnected")
        self.assertEqual((gone["mark"], gone["away"]), ("X", 0))
        back = self.client(server)
        back.ask("rejoin-room", "game-state", room=seat["room"],
                 token=seat["token"])
        o.hear_until("player-reconnected", mark="X")
        self.play(back, o, ["b"], ply=2)

    def test_who_chose_the_token_has_the_seat_without_an_answer(self):
        server = self.share()
        x = self.client(server)
        room = x.ask("create-room", "seat", variant="classic")["room"]
        token = "gabL8BU6X4SpzvMYPWKHrA"
        o = self.client(server)
        o.say("join-room", room=room, token=token)
        x.hear_until("game-start")
        o.cut()  # whatever it was told is lost
        back = self.client(server)
        state = back.ask("join-room", "game-state", room=room, token=token)
        self.assertEqual(state["you"], "O")
        self.play(x, back, ["e", "a"])
        status, _, answer = server.post(f"/api/v1/rooms/{room}/join",
                                        {"token": token})
        self.assertEqual((status, answer["seat"]["mark"],
                          answer["seat"]["token"]), (201, "O", token))
        self.assertEqual(self.client(server).refused(
            "join-room", room=room, token="A" * 22), "room-full")

    def test_what_was_missed_is_told_and_nothing_twice(self):
        server = self.share()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e"])
        last = x.seen[-1]["seq"]
        x.cut()
        o.hear_until("player-disconnected")
        o.say("make-move", ply=1, move="a")
        o.hear_until("move-made", ply=1)
        back = self.client(server)
        back.ask("rejoin-room", "ok", room=seat["room"], token=seat["token"],
                 seq=last)
        self.assertEqual(back.hear()["seq"], last + 1)
        self.assertEqual(back.ask("resume", "ok", seq=last + 1)["seq"],
                         last + 1)
        self.play(back, o, ["b"], ply=2)

    def test_wrong_tokens_open_nothing(self):
        server = self.share()
        x, _, seat, other = self.room(server)
        thief = self.client(server)
        flipped = seat["token"][:-2] + ("AA" if seat["token"][-2:] != "AA"
                                        else "BA")
        for token in (flipped, "A" * 22):
            self.assertEqual(thief.refused("rejoin-room", room=seat["room"],
                                           token=token), "invalid-token")
        x2, _, seat2, _ = self.room(server)
        self.assertEqual(thief.refused("rejoin-room", room=seat2["room"],
                                       token=seat["token"]), "invalid-token")
        self.assertEqual(
            thief.refused("make-move", room=seat["room"], ply=0, move="e",
                          token=seat2["token"]), "not-in-room")

    def test_absence_ends_no_game(self):
        server = self.serve("--grace", "100ms", "--claim-after", "1s")
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e", "a"])
        x.cut()
        o.hear_until("player-disconnected")
        self.assertEqual(o.refused("claim", result="win"), "cannot-claim")
        self.assertEqual(o.refused("abort"), "cannot-abort")
        time.sleep(1.2)  # longer than every limit there is
        self.assertEqual(o.refused("claim", result="win"), "cannot-claim")
        back = self.client(server)
        state = back.ask("rejoin-room", "game-state", room=seat["room"],
                         token=seat["token"])
        self.assertEqual(state["life"], "active")
        o.hear_until("player-reconnected", mark="X")
        self.play(back, o, ["b"], ply=2)

    def test_an_absent_players_game_may_be_claimed(self):
        server = self.serve("--claim-after", "1s")
        for result, winner in ("win", "O"), ("draw", None):
            x, o, seat, _ = self.room(server, clock={"initial": 600000})
            self.play(x, o, ["e", "a"])
            self.assertEqual(o.refused("claim", result=result),
                             "cannot-claim")
            x.cut()
            o.hear_until("player-disconnected")
            self.assertEqual(o.refused("claim", result=result),
                             "cannot-claim")
            self.eventually(lambda: self.claims(o, result))
            over = o.seen[-1]
            self.assertEqual((over["winner"], over["reason"]),
                             (winner, "claim"))
            back = self.client(server)
            state = back.ask("rejoin-room", "game-state", room=seat["room"],
                             token=seat["token"])
            self.assertEqual(state["over"]["reason"], "claim")

    def test_a_game_with_a_clock_starts_when_both_are_here(self):
        server = self.serve("--grace", "100ms")
        x = self.client(server)
        seat = x.ask("create-room", "seat", variant="classic",
                     clock={"initial": 600000})
        x.cut()
        o = self.client(server)
        o.say("join-room", room=seat["room"])
        o.hear_until("seat-taken")
        away = o.hear_until("player-disconnected")
        self.assertEqual(away["mark"], "X")
        self.assertEqual(o.refused("resign"), "game-not-active")
        o.ask("leave", "player-left")
        late = self.client(server)
        late.say("join-room", room=seat["room"])
        late.hear_until("seat-taken")
        back = self.client(server)
        back.say("rejoin-room", room=seat["room"], token=seat["token"])
        self.assertEqual(late.hear_until("game-start")["game"], 1)
        back.hear_until("game-start")

    def test_a_seat_that_was_given_back_is_the_next_players_alone(self):
        """Though another connection of the first player stays open."""
        server = self.serve("--claim-after", "1s")
        x = self.client(server)
        seat = x.ask("create-room", "seat", variant="classic", mark="X",
                     clock={"initial": 600000})
        x.cut()
        left, tab = self.client(server), self.client(server)
        given = left.ask("join-room", "seat", room=seat["room"])
        tab.ask("rejoin-room", "ok", room=seat["room"], token=given["token"])
        left.ask("leave", "player-left")
        tab.hear_until("player-left")
        o = self.client(server)
        o.ask("join-room", "seat", room=seat["room"])
        x = self.client(server)
        x.say("rejoin-room", room=seat["room"], token=seat["token"])
        o.hear_until("game-start")
        self.play(x, o, ["e"])
        self.assertEqual(tab.refused("make-move", room=seat["room"], ply=1,
                                     move="a"), "not-in-room")
        tab.cut()
        left.cut()
        self.play(x, o, ["a", "b"], ply=1)
        self.assertEqual(x.refused("claim", result="win"), "cannot-claim")

    def test_until_both_have_moved_either_may_abort(self):
        server = self.share()
        for moves in [], ["e"]:
            x, o, *_ = self.room(server)
            self.play(x, o, moves)
            over = o.ask("abort", "game-aborted")
            self.assertEqual((over["reason"], over["by"], over["result"]),
                             ("aborted", "O", "*"))
            x.hear_until("game-aborted")
            x.say("rematch")
            o.hear_until("offer-made")
            self.assertEqual(o.ask("rematch", "game-start")["game"], 2)
        x, o, *_ = self.room(server, clock={"initial": 300})
        self.assertEqual(o.hear_until("game-aborted")["reason"], "no-show")

    def test_a_game_that_stands_still_may_be_closed(self):
        server = self.serve("--close-after", "1s")
        x, o, *_ = self.room(server)
        self.play(x, o, ["e", "a", "b"])
        self.assertEqual(x.refused("abort"), "cannot-abort")
        self.eventually(lambda: not self.is_refused(x, "abort"))
        self.assertEqual(o.hear_until("game-aborted")["reason"], "closed")

    @staticmethod
    def is_refused(client, word):
        client.say(word, ref=5)
        while True:
            message = client.hear()
            if message["type"] in ("error", "game-aborted"):
                return message["type"] == "error"

    def test_an_open_game_expires(self):
        server = self.serve("--keep-open", "1s")
        x, *_ = self.room(server)
        self.assertEqual(x.hear_until("game-aborted")["reason"], "expired")

    def test_one_offer_of_each_kind_a_move(self):
        x, o, *_ = self.room(self.share())
        self.play(x, o, ["e"])
        x.ask("offer", "offer-made", offer="draw")
        o.ask("decline", "offer-declined")
        self.assertEqual(x.refused("offer", offer="draw"), "already-offered")
        self.play(x, o, ["a"], ply=1)
        x.ask("offer", "offer-made", offer="draw")

    def test_a_command_without_a_bound_connection_is_answered(self):
        server = self.share()
        x, o, seat, _ = self.room(server)
        stranger = self.client(server)
        stranger.ask("make-move", "ok", room=seat["room"],
                     token=seat["token"], ply=0, move="e")
        self.assertEqual(x.hear_until("move-made")["move"], "e")

    def test_a_room_that_both_left_is_gone(self):
        server = self.serve("--grace", "200ms")
        x, o, seat, _ = self.room(server)
        x.say("resign")
        o.hear_until("game-over")
        x.cut()
        o.cut()
        self.eventually(
            lambda: server.metric('oxo_rooms{state="finished"}') == 0)
        back = self.client(server)
        self.assertEqual(
            back.refused("rejoin-room", room=seat["room"],
                         token=seat["token"]), "reconnect-expired")
        self.assertEqual(
            back.refused("rejoin-room", room="000001", token=seat["token"]),
            "room-not-found")

    def test_a_clock_that_runs_out_loses(self):
        x, o, *_ = self.room(self.share(),
                             clock={"initial": 400, "increment": 0})
        self.play(x, o, ["e", "a"])
        over = x.hear_until("game-over")
        self.assertEqual((over["winner"], over["reason"]), ("O", "time"))

    def test_a_finished_room_is_swept(self):
        x, o, *_ = self.room(self.serve("--idle-room", "1s"))
        x.say("resign")
        self.assertEqual(x.hear_until("room-closed")["why"], "idle")


class Restart(RoomCase):
    def test_a_killed_server_comes_back_with_every_room(self):
        server = self.serve()
        x, o, x_seat, o_seat = self.room(server)
        self.play(x, o, ["e", "a", "b"])
        server.kill()
        server.start()
        x, o = self.client(server), self.client(server)
        state = x.ask("rejoin-room", "game-state", room=x_seat["room"],
                      token=x_seat["token"])
        self.assertEqual(state["moves"], ["e", "a", "b"])
        o.ask("rejoin-room", "game-state", room=o_seat["room"],
              token=o_seat["token"])
        self.play(x, o, ["c", "h"], ply=3)
        self.assertEqual(o.hear_until("game-over")["winner"], "X")

    def test_a_snapshot_that_cannot_be_read_costs_no_room(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        self.play(x, o, ["e", "a"])

        self.eventually(
            lambda: behind(server.store, "SELECT room FROM snapshots"))
        server.kill()
        behind(server.store, "UPDATE snapshots SET data = substr(data, 1, 3)")
        server.start()
        back = self.client(server)
        state = back.ask("rejoin-room", "game-state", room=seat["room"],
                         token=seat["token"])
        self.assertEqual(state["moves"], ["e", "a"])

    def test_the_computer_goes_on_after_a_kill(self):
        server = self.serve()
        x = self.client(server)
        seat = x.ask("create-room", "seat", variant="classic", mark="X",
                     computer=5)
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="e")
        x.hear_until("move-made", ply=0)
        server.kill()
        server.start()
        x = self.client(server)
        x.ask("rejoin-room", "game-state", room=seat["room"],
              token=seat["token"])
        state = x.seen[-1]
        if len(state["moves"]) < 2:
            x.hear_until("move-made", ply=1)

    def test_sigterm_tells_clients_and_loses_nothing(self):
        server = self.serve()
        x, o, seat, _ = self.room(server)
        x.say("make-move", ply=0, move="e")
        x.hear_until("move-made")
        status, log = server.stop()
        self.assertEqual(status, 0, log)
        with self.assertRaises(Closed) as closed:
            while True:
                x.hear()
        self.assertEqual(closed.exception.args[0], 1001)
        server.start()
        state = self.client(server).ask("spectate", "game-state",
                                        room=seat["room"])
        self.assertEqual(state["moves"], ["e"])


if __name__ == "__main__":
    tap.main()

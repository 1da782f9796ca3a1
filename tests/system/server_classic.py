#!/usr/bin/env python3
"""server_classic.py OXO - the game of boards against the computer, by HTTP.

POST /game/UUID with the board after the person's move; the answer has the
computer's. The listed errors of the document that it follows are answered
with 400 and a message each.
"""
import copy
import itertools
import threading
import uuid

import tap
from openapi import ApiCase

EMPTY = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
LINES = [[(r, c) for c in range(3)] for r in range(3)] + \
        [[(r, c) for r in range(3)] for c in range(3)] + \
        [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def with_mark(board, row, col, mark=1):
    board = copy.deepcopy(board)
    board[row][col] = mark
    return board


def winner_of(board):
    for line in LINES:
        marks = {board[r][c] for r, c in line}
        if marks in ({1}, {2}):
            return marks.pop()
    return 0 if all(itertools.chain(*board)) else None


def free_cells(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == 0]


class Classic(ApiCase):
    def setUp(self):
        super().setUp()
        self.server = self.share()
        self.game = str(uuid.uuid4())

    def post(self, board, name=None, **more):
        return self.server.post(f"/game/{name or self.game}",
                                {"board": board, **more})

    def answer(self, board, **more):
        status, _, answer = self.post(board, **more)
        self.assertEqual(status, 200, answer)
        return answer

    def refusal(self, board, name=None, **more):
        status, _, problem = self.post(board, name, **more)
        self.assertEqual(status, 400, problem)
        return problem["code"], problem["detail"]

    def test_the_computer_answers_as_the_document_expects(self):
        answer = self.answer(with_mark(EMPTY, 1, 1), uuid=self.game)
        self.assertEqual(answer, {"uuid": self.game,
                                  "board": [[2, 0, 0], [0, 1, 0], [0, 0, 0]]})
        other = str(uuid.uuid4())
        self.assertEqual(self.post(with_mark(EMPTY, 0, 0), other)[2]["board"],
                         [[1, 0, 0], [0, 2, 0], [0, 0, 0]])

    def test_an_empty_board_begins_a_game(self):
        self.assertEqual(self.answer(EMPTY)["board"], EMPTY)
        self.assertEqual(self.answer(with_mark(EMPTY, 1, 1))["board"][0][0],
                         2)

    def test_whole_games_end_with_a_winner(self):
        """The person takes the first free cell, and then the last."""
        for which, expected in ((0, {2}), (-1, {0, 2})):
            self.game = str(uuid.uuid4())
            board = EMPTY
            while True:
                board = with_mark(board, *free_cells(board)[which])
                answer = self.answer(board)
                board = answer["board"]
                over = winner_of(board)
                if over is None:
                    self.assertNotIn("game_over", answer)
                    self.assertNotIn("winner", answer)
                    continue
                self.assertIs(answer["game_over"], True)
                self.assertEqual(answer["winner"], over)
                self.assertIn(over, expected)
                break
            code, _ = self.refusal(with_mark(board, *(free_cells(board)
                                                      or [(0, 0)])[0]))
            self.assertEqual(code, "game-over")

    def test_every_listed_error_has_a_message_of_its_own(self):
        board = self.answer(with_mark(EMPTY, 1, 1))["board"]
        new = str(uuid.uuid4())
        moved = with_mark(board, 2, 2)
        errors = {
            "board-size": self.refusal(board[:2]),
            "cell-value": self.refusal(with_mark(board, 2, 2, 3)),
            "cell-occupied": self.refusal(with_mark(board, 0, 0, 1)),
            "several-moves": self.refusal(with_mark(moved, 0, 2)),
            "move-changed": self.refusal(with_mark(moved, 1, 1, 0)),
            "no-move-made": self.refusal(board),
            "not-your-mark": self.refusal(with_mark(board, 2, 2, 2)),
            "invalid-message": self.refusal(board, "not-a-uuid"),
        }
        for code, (found, _) in errors.items():
            self.assertEqual(found, code)
        sentences = [sentence for _, sentence in errors.values()]
        self.assertEqual(len(set(sentences)), len(sentences))
        for wrong, code in (
                (7, "board-size"), ([[0, 0, 0]] * 4, "board-size"),
                ([[0, 0], [0, 0], [0, 0]], "board-size"),
                ([[0] * 4] * 3, "board-size"), ({}, "board-size"),
                (with_mark(EMPTY, 0, 0, "X"), "cell-value"),
                (with_mark(EMPTY, 0, 0, -1), "cell-value"),
                (with_mark(EMPTY, 0, 0, 1.5), "cell-value"),
                (with_mark(EMPTY, 0, 0, None), "cell-value"),
                (with_mark(EMPTY, 0, 0, 10 ** 12), "cell-value"),
                (with_mark(EMPTY, 0, 0, 2), "not-your-mark"),
                (with_mark(with_mark(EMPTY, 0, 0), 1, 1), "several-moves")):
            self.assertEqual(self.refusal(wrong, new)[0], code, wrong)
        # None of them has changed anything.
        self.assertEqual(self.answer(moved)["board"][2][2], 1)

    def test_a_uuid_is_a_uuid_and_the_same(self):
        board = with_mark(EMPTY, 1, 1)
        other = str(uuid.uuid4())
        for more in ({"uuid": other}, {"uuid": 7}, {"uuid": "x"},
                     {"uuid": None}):
            self.assertEqual(self.refusal(board, **more)[0],
                             "invalid-message")
        for name in (self.game[:-1], self.game + "0",
                     self.game.replace("-", ""),
                     "g" + self.game[1:], "7"):
            self.assertEqual(self.refusal(board, name)[0], "invalid-message")
        self.assertEqual(
            self.answer(board, uuid=self.game.upper())["uuid"], self.game)

    def test_bad_bodies_are_refused(self):
        for body in ("", "{", "[]", "7", "{}", '{"board":}',
                     '{"board":[[0,0,0],[0,1,0],[0,0,0]]}x'):
            self.assertEqual(self.server.code(f"/game/{self.game}", body),
                             (400, "invalid-message"), body)
        self.assertEqual(self.server.code(f"/game/{self.game}", "x" * 20000),
                         (413, "message-too-large"))
        self.assertEqual(self.server.get(f"/game/{self.game}")[0], 405)

    def test_of_two_at_once_exactly_one_moves(self):
        for _ in range(5):
            self.game = str(uuid.uuid4())
            board = self.answer(with_mark(EMPTY, 1, 1))["board"]
            boards = [with_mark(board, *cell) for cell in free_cells(board)]
            barrier = threading.Barrier(len(boards))
            answers = []

            def race(mine):
                barrier.wait()
                answers.append(self.post(mine))

            threads = [threading.Thread(target=race, args=(mine,))
                       for mine in boards]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            won = [a[2]["board"] for a in answers if a[0] == 200]
            lost = [a[2]["code"] for a in answers if a[0] == 400]
            self.assertEqual((len(won), len(lost)), (1, len(boards) - 1))
            self.assertLessEqual(set(lost),
                                 {"move-in-progress", "several-moves",
                                  "move-changed", "cell-occupied",
                                  "no-move-made"})
            # It is the winner's board that is kept.
            status, _, answer = self.post(with_mark(won[0],
                                                    *free_cells(won[0])[0]))
            self.assertEqual(status, 200, answer)

    def test_games_outlive_the_server(self):
        self.server = self.serve()
        board = self.answer(with_mark(EMPTY, 1, 1))["board"]
        self.server.kill()
        self.server.start()
        self.assertEqual(self.refusal(with_mark(EMPTY, 2, 2))[0],
                         "move-changed")
        self.assertEqual(self.answer(with_mark(board, 2, 2))["board"][2][2],
                         1)

    def test_it_is_healthy(self):
        self.assertEqual(self.server.get("/health")[2],
                         {"status": "healthy"})


if __name__ == "__main__":
    tap.main()

#!/usr/bin/env python3
"""cli_explain.py OXO - the minimax tree of `oxo explain`, checked by the
rules.
"""
import json
import re

import tap
from cli_case import START, Case

LATE = "xox/1o1/x1o x"  # X wins with d, loses with f, draws with h
EMPTY = "3/3/3 x"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
         (0, 4, 8), (2, 4, 6)]


def parse(position):
    rows, turn = position.split()
    cells = re.sub(r"\d", lambda m: "." * int(m[0]), rows.replace("/", ""))
    return cells, turn


def score(cells, turn, max_, depth):
    """Plain minimax: the score, and the number of positions visited."""
    for a, b, c in LINES:
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return (10 - depth if cells[a] == max_ else depth - 10), 1
    if "." not in cells:
        return 0, 1
    found = [score(cells[:i] + turn + cells[i + 1:], "ox"[turn == "o"], max_,
                   depth + 1) for i in range(9) if cells[i] == "."]
    best = (max if turn == max_ else min)(s for s, _ in found)
    return best, 1 + sum(n for _, n in found)


class Json(Case):
    def told(self, *arguments):
        out = self.good("explain", "--json", *arguments)
        self.assertEqual(out.count("\n"), 1)
        return json.loads(out)

    def test_every_node_is_worth_what_minimax_says(self):
        told = self.told("--depth=9", LATE)
        self.assertEqual(told["root"], LATE)
        self.assertEqual(len(told["tree"]), 11)
        for node in told["tree"]:
            cells, turn = parse(node["position"])
            self.assertEqual(score(cells, turn, "x", node["depth"]),
                             (node["score"], node["nodes"]["minimax"]))
            self.assertEqual(node["player"], "max" if turn == "x" else "min")

    def test_counts_are_those_of_the_nodes_that_are_told(self):
        told = self.told("--depth=9", "x2/1o1/2x o")
        nodes = told["tree"]
        self.assertEqual(len(nodes), nodes[0]["nodes"]["minimax"])
        self.assertEqual(sum(node["visited"] for node in nodes),
                         nodes[0]["nodes"]["alphaBeta"])

    def test_what_was_cut_has_limits_that_say_why(self):
        for node in self.told("--depth=9", "x2/1o1/2x o")["tree"]:
            if node["visited"]:
                alpha, beta = node["window"]
                self.assertLess(alpha, beta)
                continue
            self.assertIsNone(node["bound"])
            self.assertGreaterEqual(node["alpha"]["score"],
                                    node["beta"]["score"])

    def test_depth_is_how_far_it_goes(self):
        for depth in (0, 1, 2):
            nodes = self.told(f"--depth={depth}", EMPTY)["tree"]
            self.assertEqual(len(nodes), [1, 10, 82][depth])
        self.assertEqual(len(self.told(EMPTY)["tree"]), 82)

    def test_moves_lead_into_the_tree(self):
        told = self.told("--depth=0", EMPTY, "e", "a")
        self.assertEqual((told["path"], told["root"]), (["e", "a"], EMPTY))
        node = told["tree"][0]
        self.assertEqual((node["position"], node["depth"], node["move"]),
                         ("o2/1x1/3 x", 2, "a"))
        self.assertLess(node["window"][0], node["window"][1])


class Text(Case):
    def test_the_tree_is_drawn(self):
        self.assertEqual(self.good("explain", LATE), """\
X is max: a win at depth d scores 10 - d, a loss d - 10, a draw 0.
Minimax looks at 11 positions, alpha-beta at 8.

x o x
. o .
x . o

max   9
├─ d  end   9  X wins  best
├─ f  min  -8  alpha 9  alpha-beta: at most 0
│  ├─ d  max   0  alpha 9  + 1 below, alpha-beta 1
│  └─ h  end  -8  O wins  best  cut: O gets 0 or less with d at depth 1, """
                         """and X has 9 with d at depth 0
└─ h  min   0  alpha 9  alpha-beta: at most 0
   ├─ d  max   0  best  alpha 9  + 1 below, alpha-beta 1
   └─ f  max   7  cut: O gets 0 or less with d at depth 1, """
                         """and X has 9 with d at depth 0  + 1 below
""")

    def test_ascii_where_it_must_be(self):
        for out in (self.good("explain", "--ascii", LATE),
                    self.good("explain", LATE, env={"LC_ALL": "C"})):
            self.assertTrue(out.isascii())
            self.assertIn("\n|- d  end   9", out)
            self.assertIn("\n`- h  min   0", out)

    def test_below_a_cut_the_reason_is_said_again(self):
        out = self.good("explain", LATE, "h", "f", "--depth=0")
        self.assertIn("f  max   7  cut: O gets 0 or less with d at depth 1",
                      out)

    def test_a_finished_game_has_no_tree(self):
        out = self.good("explain", "xxx/oo1/3 o")
        self.assertTrue(out.endswith("\nend -10  X wins\n"), out)

    def test_a_game_is_explained_where_it_ends(self):
        game = self.good("convert", "--from=moves", "--to=tpgn",
                         "--variant=classic", "e", "a")
        self.assertEqual(self.good("explain", "-", stdin=game),
                         self.good("explain", "o2/1x1/3 x"))


class Refusals(Case):
    def test_only_classic_is_explained(self):
        self.assertIn("the position must be classic; the tree of Ultimate "
                      "is too large", self.bad(2, "explain", START))
        game = self.good("convert", "--from=moves", "--to=tpgn", "ee")
        self.assertIn("must be classic", self.bad(2, "explain", "-", stdin=game))

    def test_depth_is_a_number(self):
        for value in ("-1", "10", "x", ""):
            self.assertIn("'--depth' is a number from 0 to 9",
                          self.bad(2, "explain", f"--depth={value}", LATE))

    def test_moves_are_moves(self):
        self.assertIn("<argument 2>:1:1: ", self.bad(3, "explain", LATE, "z"))
        self.assertIn("[cell-occupied]", self.bad(4, "explain", LATE, "a"))
        self.assertIn("<argument 3>:1:1: the game is over [game-over]",
                      self.bad(4, "explain", LATE, "d", "f"))

    def test_one_position_it_is(self):
        self.assertIn("missing POSITION", self.bad(2, "explain"))
        self.assertIn("more than one position",
                      self.bad(2, "explain", "-", stdin=f"{LATE}\n{EMPTY}\n"))
        self.bad(3, "explain", "xxx/ooo/3 x")


if __name__ == "__main__":
    tap.main()

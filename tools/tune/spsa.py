#!/usr/bin/env python3
"""Tunes the search's parameters by simultaneous perturbation (SPSA).

    spsa.py [OPTION]... OXO LOG [NAME]...

OXO is a program built with -Dtune=true, which takes the parameters of
src/core/engine/search/parameters.h from the environment. In every round all
parameters, or those named, move at once, each up or down by a coin flip. The engine
with these values plays some pairs of games against the engine with the opposite
moves, and the parameters move a little towards the winner. A single round says
nothing; a thousand rounds may.

LOG gets a line of JSON for each round. The same command with the same log continues
after its last round. Chance and openings depend on the seed and the round only, and
limits are in nodes, so a run can be repeated. The result is a guess that has to be
tested with oxo match --sprt.
"""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys

PARAMETERS = pathlib.Path(__file__).parents[2] / "src/core/engine/search/parameters.h"
LINE = re.compile(r"^\s+X\((\w+), (\d+), \d+, (\d+), (\d+)\)", re.MULTILINE)

# The exponents by which steps shrink, from Spall.
ALPHA, GAMMA = 0.602, 0.101


class Parameter:
    """A parameter: its value, its bounds, and how far it moves."""

    def __init__(self, name, value, least, most):
        self.name, self.least, self.most = name, least, most
        self.value = float(value)
        # In the last round: a tenth of the range, but at least one.
        self.last_shift = max((most - least) / 10, 1)

    def clamp(self, value):
        return min(max(value, self.least), self.most)

    def shift(self, share):
        return self.last_shift / share ** GAMMA


def read_parameters(path, names):
    found = [Parameter(name, *map(int, rest))
             for name, *rest in LINE.findall(path.read_text())]
    unknown = set(names) - {n.name for n in found}
    if unknown:
        sys.exit(f"spsa.py: {path} has no {', '.join(sorted(unknown))}")
    return [n for n in found if not names or n.name in names]


def choose(number, share, sign, chance):
    """The integer to play with. Values are rounded at random, or small parameters
    would never move."""
    value = number.clamp(number.value + sign * number.shift(share))
    return int(value + chance)


def play(options, round_number, up, down):
    """Plays `up` against `down`; returns wins, draws and losses."""
    def engine(name, values):
        words = " ".join(f"{key}={value}" for key, value in values.items())
        return (f"cmd=\"env 'OXO_PARAMETERS={words}' {options.oxo} engine "
                f"--contempt 0\" name={name} option.Hash=4")
    done = subprocess.run(
        [options.oxo, "match", engine("up", up), engine("down", down),
         "--quiet", "--json", "--nodes", str(options.nodes),
         "--variant", options.variant, "--games", str(2 * options.pairs),
         "--concurrency", str(options.concurrency),
         "--seed", str(options.seed * 1000003 + round_number)],
        stdout=subprocess.PIPE, check=True)
    result = json.loads(done.stdout)["pairings"][0]
    return result["wins"], result["draws"], result["losses"]


def next_round(numbers, options, round_number, referee):
    """Moves the parameters; returns the line for the log."""
    dice = random.Random(f"{options.seed} {round_number}")
    share = (round_number + 1) / options.rounds
    signs = [dice.choice((-1, 1)) for _ in numbers]
    chance = [dice.random() for _ in numbers]
    up, down = ({n.name: choose(n, share, way * sign, c)
                 for n, sign, c in zip(numbers, signs, chance)}
                for way in (1, -1))
    wins, draws, losses = referee(options, round_number, up, down)
    for n, sign in zip(numbers, signs):
        # In the last round a won pair moves a parameter by `rate` of its shift.
        slower = (1.1 / (share + 0.1)) ** ALPHA
        gain = options.rate * slower * (wins - losses) * n.shift(share)
        n.value = n.clamp(n.value + sign * gain)
    return {"round": round_number, "up": up, "down": down, "wins": wins,
            "draws": draws, "losses": losses,
            "values": {n.name: n.value for n in numbers}}


def settings_of(options, numbers):
    return {"seed": options.seed, "rounds": options.rounds,
            "pairs": options.pairs, "nodes": options.nodes,
            "rate": options.rate, "variant": options.variant,
            "numbers": [n.name for n in numbers]}


def resume(log, numbers, settings):
    """Takes over the values of the last round; returns the number of the next one.
    Drops an incomplete last line."""
    if not log.exists():
        log.write_text(json.dumps(settings) + "\n")
        return 0
    text = log.read_text()
    first, *lines = text[:text.rfind("\n") + 1].splitlines()
    if json.loads(first) != settings:
        sys.exit(f"spsa.py: {log}: from other settings")
    if lines:
        values = json.loads(lines[-1])["values"]
        for n in numbers:
            n.value = values[n.name]
    log.write_text("\n".join([first, *lines]) + "\n")
    return len(lines)


def tune(options, numbers, referee=play):
    first = resume(options.log, numbers, settings_of(options, numbers))
    with options.log.open("a") as log:
        for round_number in range(first, options.rounds):
            told = next_round(numbers, options, round_number, referee)
            print(json.dumps(told), file=log, flush=True)
            if options.verbose:
                print(f"{round_number + 1} of {options.rounds}:",
                      " ".join(f"{n.name}={n.value:.1f}" for n in numbers),
                      file=sys.stderr)


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("oxo", help="a program built with -Dtune=true")
    parser.add_argument("log", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=0.005)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", default="ultimate")
    parser.add_argument("--concurrency", type=int, default=1,
                        help="games at a time")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args(arguments)


def check(oxo):
    """Ends the program if OXO would ignore the parameters."""
    done = subprocess.run([oxo, "engine"], input="quit\n", check=False,
                          capture_output=True, text=True,
                          env={**os.environ, "OXO_PARAMETERS": "none"})
    if "OXO_PARAMETERS" not in done.stderr:
        sys.exit(f"spsa.py: {oxo} was not built with -Dtune=true")


def main():
    options = parse(sys.argv[1:])
    numbers = read_parameters(PARAMETERS, options.names)
    check(options.oxo)
    tune(options, numbers)
    print(" ".join(f"{n.name}={round(n.value)}" for n in numbers))


if __name__ == "__main__":
    main()

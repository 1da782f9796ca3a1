"""What scripts take on their command lines, and what they say of the rest."""
import argparse


def number(kind, text, is_right, what):
    try:
        found = kind(text)
    except ValueError:
        found = None
    if found is None or not is_right(found):
        raise argparse.ArgumentTypeError(f"{what}, not '{text}'")
    return found


def parser(text):
    """One whose help begins with a script's own text, as it is."""
    return argparse.ArgumentParser(
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter)


def learning(options, batch, rate):
    """What a Learner must be told, but for how long."""
    options.add_argument("--batch", type=positive, default=batch,
                         help="positions of a step; %(default)s")
    options.add_argument("--rate", type=above_0, default=rate,
                         help="of learning, at its highest; %(default)s")
    options.add_argument("--seed", type=seed, default=1,
                         help="of all that is left to chance; %(default)s")


def positive(text):
    """A number of something."""
    return number(int, text, lambda n: n >= 1, "a number from 1 on")


def above_0(text):
    return number(float, text, lambda x: 0 < x < float("inf"),
                  "a number above 0")


def share(text):
    """How much something counts."""
    return number(float, text, lambda x: 0 <= x <= 1, "a share from 0 to 1")


def shares(text):
    return [share(part) for part in text.split(",")]


def seed(text):
    """One that NumPy and PyTorch both take."""
    return number(int, text, lambda n: 0 <= n < 1 << 32,
                  "a number from 0 to 4294967295")

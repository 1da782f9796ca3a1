"""Command-line arguments that scripts share, and their errors."""
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
    """A parser whose help begins with the script's docstring, unchanged."""
    return argparse.ArgumentParser(
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter)


def learning(options, batch, rate):
    """The options of a Learner, except for its length."""
    options.add_argument("--batch", type=positive, default=batch,
                         help="positions per step; default: %(default)s")
    options.add_argument("--rate", type=above_0, default=rate,
                         help="highest learning rate; default: %(default)s")
    options.add_argument("--seed", type=seed, default=1,
                         help="seed of everything random; default: %(default)s")


def positive(text):
    """A whole number of at least 1."""
    return number(int, text, lambda n: n >= 1, "a number from 1 on")


def above_0(text):
    return number(float, text, lambda x: 0 < x < float("inf"),
                  "a number above 0")


def share(text):
    """A number from 0 to 1."""
    return number(float, text, lambda x: 0 <= x <= 1, "a share from 0 to 1")


def shares(text):
    return [share(part) for part in text.split(",")]


def seed(text):
    """A seed that both NumPy and PyTorch accept."""
    return number(int, text, lambda n: 0 <= n < 1 << 32,
                  "a number from 0 to 4294967295")

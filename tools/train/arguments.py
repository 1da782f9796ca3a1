"""What scripts take on their command lines. Whatever raises ValueError here is
refused by argparse with a sentence."""
import argparse


def parser(text):
    """One whose help begins with a script's own text, as it is."""
    return argparse.ArgumentParser(
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter)


def positive(text):
    """A number of something, one at least."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def above_0(text):
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def share(text):
    """How much something counts, of 1."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError
    return number


def shares(text):
    return [share(part) for part in text.split(",")]


def seed(text):
    """One that NumPy and PyTorch both take."""
    number = int(text)
    if not 0 <= number < 1 << 32:
        raise ValueError
    return number

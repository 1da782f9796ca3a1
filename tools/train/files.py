"""Reads files, of games and of nets."""
import lzma
import os


def content(path):
    """All of a file; one that cannot be read ends the program with a
    sentence."""
    try:
        with (lzma.open if str(path).endswith(".xz")
              else open)(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from None
    except (EOFError, lzma.LZMAError) as error:
        raise SystemExit(f"{path}: torn or damaged: {error}") from None


def must_exist(paths):
    """Before time is spent on the first of them."""
    for path in paths:
        if not os.path.isfile(path):
            raise SystemExit(f"{path}: not a file")


def must_be_writable(paths):
    """Before time is spent on what they shall hold; nothing changes yet."""
    for path in paths:
        is_new = not os.path.lexists(path)
        try:
            with open(path, "ab"):
                pass
        except OSError as error:
            raise SystemExit(f"{path}: {error.strerror}") from None
        if is_new:
            os.remove(path)

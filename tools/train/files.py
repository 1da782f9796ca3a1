"""Reads and replaces files of games and networks, with clear errors."""
import lzma
import os


def content(path):
    """The content of a file. If that fails, the program ends with a sentence.
    """
    try:
        with (lzma.open if str(path).endswith(".xz")
              else open)(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from None
    except (EOFError, lzma.LZMAError) as error:
        raise SystemExit(f"{path}: truncated or damaged: {error}") from None


def must_exist(paths):
    """Checks all inputs before work on the first one begins."""
    for path in paths:
        if not os.path.isfile(path):
            raise SystemExit(f"{path}: not a file")


def must_be_writable(paths, inputs):
    """Checks outputs before work begins: no output may be an input or another
    output. Existing files stay as they are."""
    taken = [os.path.realpath(path) for path in inputs]
    for path in paths:
        if os.path.realpath(path) in taken:
            raise SystemExit(f"{path}: given twice")
        taken.append(os.path.realpath(path))
        folder = os.path.dirname(os.path.realpath(path))
        if os.path.isdir(path) or not os.access(folder, os.W_OK):
            raise SystemExit(f"{path}: cannot be written")


def replace(path, data):
    """Writes a file under another name and renames it. Pipes and devices are
    written to directly."""
    there = os.path.realpath(path)
    in_place = os.path.exists(there) and not os.path.isfile(there)
    new = there if in_place else f"{there}.new"
    try:
        with open(new, "wb") as file:
            file.write(data)
        if not in_place:
            os.replace(new, there)
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from None

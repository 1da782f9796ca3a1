"""Files, of games and of nets: reads and replaces them, or says why not."""
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


def must_be_writable(paths, inputs):
    """Before time is spent on what they shall hold: none of them may be an
    input, or another of them. What is there stays as it is until then."""
    taken = [os.path.realpath(path) for path in inputs]
    for path in paths:
        if os.path.realpath(path) in taken:
            raise SystemExit(f"{path}: given twice")
        taken.append(os.path.realpath(path))
        folder = os.path.dirname(os.path.realpath(path))
        if os.path.isdir(path) or not os.access(folder, os.W_OK):
            raise SystemExit(f"{path}: cannot be written")


def replace(path, data):
    """Writes a file beside the one that has this name, and puts it there. What
    is no file, a pipe or a device, is just written to."""
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

"""Reads files, of games and of nets."""
import lzma


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

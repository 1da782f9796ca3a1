"""Checks for packages beyond Python; scripts import this module first."""
import importlib.util
import pathlib
import sys

# {module: (its name, Debian's package)}
PACKAGES = {"numpy": ("NumPy", "python3-numpy"),
            "torch": ("PyTorch", "python3-torch")}


def modules(*names):
    """If a package is missing, the program ends with a sentence. Debian's
    package of the last one depends on the others."""
    if all(importlib.util.find_spec(name) for name in names):
        return
    called = " and ".join(PACKAGES[name][0] for name in names)
    raise SystemExit(f"{pathlib.Path(sys.argv[0]).name} needs {called} "
                     f"(Debian: {PACKAGES[names[-1]][1]}), which "
                     f"{sys.executable} does not have")

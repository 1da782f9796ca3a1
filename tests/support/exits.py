"""The exit statuses of oxo that tests call by name, and how it is ended."""
import signal

INTERRUPTED = 130


def heed_hangups():
    """For preexec_fn: SIGHUP ends the program, even if nohup runs the tests."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

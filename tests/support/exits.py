"""The exit statuses of oxo that tests call by name."""

INTERRUPTED = 130

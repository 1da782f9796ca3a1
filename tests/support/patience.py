"""How long a test waits for something that has to happen, in seconds.

Whoever waits as long has found a hang: no limit judges how fast anything is,
and the machine may be slow or busy with other work.
"""
import os

PATIENCE = float(os.environ.get("OXO_PATIENCE", 300))

"""Tests clients of the Social Data API against Aviary, a server in test mode.

    from aviary_testing import start

    with start() as aviary:
        aviary.clock.set("2020-09-01T12:00:00Z")
        ...

The pytest plugin has the fixtures ``aviary`` and ``aviary_environment``; see README.md.
"""

from .controls import AviaryError, Clock, Faults, Requests, Snapshots
from .server import Aviary, connect, start

__all__ = ["Aviary", "AviaryError", "Clock", "Faults", "Requests", "Snapshots", "connect", "start"]

"""Fixtures for pytest. pytest loads them when this package is installed."""

from __future__ import annotations

import os
from typing import Iterator, Sequence

import pytest

from .server import Aviary, connect, start


@pytest.fixture(scope="session")
def aviary_arguments() -> Sequence[str]:
    """Arguments of ``aviary test``; override it in conftest.py, such as for ``--seed-file world.yaml``."""
    return ("--proxy-port", "0")


@pytest.fixture(scope="session")
def aviary_server(aviary_arguments: Sequence[str]) -> Iterator[Aviary]:
    """One server for the session: a new server, or the running server that AVIARY_URL or AVIARY_WORLD names."""
    is_running = os.environ.get("AVIARY_URL") or os.environ.get("AVIARY_WORLD")
    with connect() if is_running else start(*aviary_arguments) as server:
        yield server


@pytest.fixture
def aviary(aviary_server: Aviary) -> Aviary:
    """The server, reset to the state after its start: data, clock, ids, faults, request log."""
    aviary_server.reset()
    return aviary_server


@pytest.fixture
def aviary_environment(aviary: Aviary, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Sets variables for one test, so that clients with built-in host names find and trust the server."""
    for name, value in aviary.environment.items():
        monkeypatch.setenv(name, value)
    return aviary.environment

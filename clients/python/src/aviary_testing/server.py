"""Starts a server in test mode, or uses a running server."""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import subprocess
import tempfile
import threading
from types import SimpleNamespace
from typing import IO, Any, Iterable, Mapping, Optional

from .controls import AviaryError, Clock, Controls, Faults, Requests, Snapshots

#: The command if the variable AVIARY_COMMAND is not set. npx downloads the package if it is not installed.
DEFAULT_COMMAND = "npx --yes aviary-server"

#: The default token of the test controls.
DEFAULT_TOKEN = "aviary-test-token"

#: Seconds within which the server must be ready. npx may have to download the package.
START_SECONDS = 120

STOP_SECONDS = 30

#: Variables of this package. The server must not get them, because it refuses unknown variables with its prefix.
OWN_VARIABLES = ("AVIARY_COMMAND", "AVIARY_URL", "AVIARY_ADMIN_URL", "AVIARY_WORLD")


class Aviary:
    """A server in test mode. As a context manager, it stops a server that :func:`start` started."""

    def __init__(self, line: Mapping[str, Any], process: Optional[_Process] = None) -> None:
        """``line`` is the line of JSON that ``aviary test`` prints, or a part of it."""
        #: The line of JSON: URLs, credentials, certificates.
        self.line = dict(line)
        #: Base URL of the API, without a trailing slash.
        self.url: str = line["url"].rstrip("/")
        self.admin_url: str = line["admin_url"].rstrip("/")
        self._process = process
        self._controls = Controls(self.admin_url, line.get("test_token", DEFAULT_TOKEN))
        self.clock = Clock(self._controls)
        self.faults = Faults(self._controls)
        self.requests = Requests(self._controls)
        self.snapshots = Snapshots(self._controls)

    @property
    def app(self) -> SimpleNamespace:
        """``id``, ``consumer_key``, ``consumer_secret``, ``bearer_token``, ``client_id`` of the app of the default data."""
        return self._named("app")

    @property
    def user(self) -> SimpleNamespace:
        """``id``, ``screen_name``, ``access_token``, ``access_token_secret``, … of the user who owns the app."""
        return self._named("user")

    @property
    def friend(self) -> SimpleNamespace:
        """The second user of the default data. The user and the friend follow each other."""
        return self._named("friend")

    @property
    def environment(self) -> dict[str, str]:
        """Variables with which clients with built-in host names find and trust this server. Empty without a proxy and TLS."""
        proxy, tls = self.line.get("proxy"), self.line.get("tls")
        variables: dict[str, str] = {}
        if tls is not None:
            variables.update(tls["trust"]["environment"])
        elif proxy is not None:
            variables.update(
                dict.fromkeys(
                    ("NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE", "CURL_CA_BUNDLE"),
                    proxy["ca_file"],
                )
            )
        if proxy is not None:
            # Both spellings are set, because each program reads one of them, and either may already name
            # another proxy.
            variables.update(HTTPS_PROXY=proxy["url"], https_proxy=proxy["url"])
        return variables

    def reset(self) -> None:
        """Restores the state after the start: data, clock, ids, faults, request log. Ends open streams."""
        self._controls.send("POST", "/test/reset")

    def stop(self) -> None:
        """Stops a server that :func:`start` started. May be called twice."""
        if self._process is not None:
            self._process.stop()

    def __enter__(self) -> Aviary:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _named(self, name: str) -> SimpleNamespace:
        if name not in self.line:
            raise AviaryError(
                f"the {name} of this server is not known: a seed file has its own (see line), "
                "and a running server needs AVIARY_WORLD, a file with the line that `aviary test` printed"
            )
        return SimpleNamespace(**self.line[name])


def start(*arguments: str, command: Optional[str] = None) -> Aviary:
    """Starts ``aviary test`` with further arguments and waits until it is ready.

    The server ends when this process ends, also when the process is killed. Without arguments the server has a
    proxy for clients with built-in host names.

    :param command: the program; by default the value of the variable AVIARY_COMMAND, or ``npx --yes aviary-server``
    :raises AviaryError: with the errors of the server
    """
    words = shlex.split(command or os.environ.get("AVIARY_COMMAND") or DEFAULT_COMMAND)
    process = _Process([*words, "test", "--until-stdin-closes", *(arguments or ("--proxy-port", "0"))])
    try:
        return Aviary(process.line(), process)
    except BaseException:
        process.stop()
        raise


def connect(
    url: Optional[str] = None,
    admin_url: Optional[str] = None,
    token: Optional[str] = None,
    world: Optional[str] = None,
) -> Aviary:
    """Connects to a running server, such as a server in a container.

    :param url: by default the variable AVIARY_URL
    :param admin_url: by default the variable AVIARY_ADMIN_URL
    :param token: of the test controls, by default the variable AVIARY_TEST_TOKEN, else ``aviary-test-token``
    :param world: a file with the line that ``aviary test`` printed, by default the variable AVIARY_WORLD
    """
    world = world or os.environ.get("AVIARY_WORLD")
    line = _read_line(world) if world else {}
    given = {
        "url": url or os.environ.get("AVIARY_URL"),
        "admin_url": admin_url or os.environ.get("AVIARY_ADMIN_URL"),
        "test_token": token or os.environ.get("AVIARY_TEST_TOKEN"),
    }
    line.update({name: value for name, value in given.items() if value})
    for name in ("url", "admin_url"):
        if name not in line:
            raise AviaryError(f"set AVIARY_{name.upper()}, or AVIARY_WORLD to a file with the line that `aviary test` printed")
    return Aviary(line)


def _read_line(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            # The file may have other lines before the line of the server, such as lines of npx.
            lines = [line for line in file if line.startswith("{")]
        return json.loads(lines[0])
    except (OSError, IndexError, ValueError) as error:
        raise AviaryError(f"AVIARY_WORLD: {path} has no line of `aviary test` ({error})") from None


class _Process:
    """A process of ``aviary test``. The process ends when its standard input closes."""

    def __init__(self, words: list[str]) -> None:
        program = shutil.which(words[0])
        if program is None:
            raise AviaryError(f"{words[0]} is not installed; install Node, or set AVIARY_COMMAND to the command of Aviary")
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        self._reader: Optional[threading.Thread] = None
        self._popen = subprocess.Popen(
            [program, *words[1:]],
            env={name: value for name, value in os.environ.items() if name not in OWN_VARIABLES},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )

    def line(self) -> dict[str, Any]:
        lines: queue.Queue[Optional[bytes]] = queue.Queue()
        self._reader = threading.Thread(target=_put_lines, args=(self._popen.stdout, lines), daemon=True)
        self._reader.start()
        try:
            while True:
                line = lines.get(timeout=START_SECONDS)
                if line is None:
                    raise AviaryError(f"the server did not start: {self._said()}")
                if line.startswith(b"{"):
                    return json.loads(line)
        except queue.Empty:
            raise AviaryError(f"the server was not ready after {START_SECONDS} s: {self._said()}") from None

    def stop(self) -> None:
        assert self._popen.stdin is not None and self._popen.stdout is not None
        self._popen.stdin.close()
        try:
            self._popen.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        if self._reader is not None:
            self._reader.join()
        self._popen.stdout.close()
        self._errors.close()

    def _said(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip() or "it printed nothing"


def _put_lines(stream: Iterable[bytes], lines: queue.Queue[Optional[bytes]]) -> None:
    """Reads the output to its end, so that the server never waits for a reader."""
    for line in stream:
        lines.put(line)
    lines.put(None)

"""The test controls of a server, at /test/ of its admin listener."""

from __future__ import annotations

import datetime
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Mapping, Union

#: A time: a datetime with a time zone, a text such as "2020-09-01T12:00:00Z", or milliseconds since 1970.
Time = Union[datetime.datetime, str, int]

#: A duration: a timedelta, a text such as "90s", "15m", "2h" or "7d", or milliseconds.
Duration = Union[datetime.timedelta, str, int]

#: Seconds without a response after which the server counts as hung. A long step of the clock takes seconds.
TIMEOUT_SECONDS = 60

# This opener ignores variables such as HTTPS_PROXY, because they are for the tested client and not for the
# controls.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class AviaryError(Exception):
    """The server did not start, or refused a test control. The message says what to do."""


class Controls:
    """Sends requests to the admin listener."""

    def __init__(self, admin_url: str, token: str) -> None:
        self._admin_url = admin_url.rstrip("/")
        self._token = token

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """Returns the decoded JSON of the response. A body is sent as JSON, or unchanged if it is a text."""
        headers = {"authorization": f"Bearer {self._token}"}
        data = None
        if body is not None:
            text = body if isinstance(body, str) else json.dumps(body)
            data = text.encode()
            headers["content-type"] = "text/plain" if isinstance(body, str) else "application/json"
        request = urllib.request.Request(f"{self._admin_url}{path}", data, headers, method=method)
        try:
            with _opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AviaryError(f"{method} {path}: {error.code}, {_reason(error.read())}") from None
        except urllib.error.URLError as error:
            raise AviaryError(
                f"{method} {path}: no server responds at {self._admin_url} ({error.reason}); is the server running?"
            ) from None


class Clock:
    """The clock of the server. Rate windows, tokens, schedules and ids use this clock."""

    def __init__(self, controls: Controls) -> None:
        self._controls = controls

    @property
    def now(self) -> datetime.datetime:
        milliseconds = self._controls.send("GET", "/test/clock")["now_ms"]
        return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)

    def set(self, now: Time) -> None:
        """Advances the clock to a later time, or sets the clock back to an earlier time."""
        self._controls.send("PUT", "/test/clock", {"now": _time(now)})

    def step(self, duration: Duration) -> None:
        """Advances the clock by a duration and runs all due timers in order."""
        if isinstance(duration, datetime.timedelta):
            duration = round(duration.total_seconds() * 1000)
        self._controls.send("PUT", "/test/clock", {"step": duration})

    def run(self, speed: float = 1) -> None:
        """Runs the clock at a speed. At the speed 60, an hour passes in a minute."""
        self._controls.send("PUT", "/test/clock", {"speed": speed})

    def freeze(self) -> None:
        self.run(0)


class Faults:
    """The fault plan: errors, delays, cut connections (docs/testing/faults.md)."""

    def __init__(self, controls: Controls) -> None:
        self._controls = controls

    def load(self, plan: Union[str, Mapping[str, Any]]) -> None:
        """Replaces the plan. A text is JSON or YAML. Errors name the line of the text."""
        text = plan if isinstance(plan, str) else json.dumps(plan)
        self._controls.send("PUT", "/test/faults", text)

    def inject(self, *faults: Mapping[str, Any], seed: int = 0) -> None:
        """Replaces the plan by these faults: ``inject({"path": "/2/users/me", "do": {"error": 503}})``."""
        self.load({"seed": seed, "faults": list(faults)})

    def counts(self) -> list[dict[str, Any]]:
        """For each fault its name, ``calls`` (requests that it selected) and ``hits`` (requests that it changed)."""
        return self._controls.send("GET", "/test/faults")["faults"]

    def clear(self) -> None:
        self._controls.send("DELETE", "/test/faults")


class Requests:
    """The log of requests and their responses (docs/testing/request-log.md)."""

    def __init__(self, controls: Controls) -> None:
        self._controls = controls

    def __call__(self, **selection: Union[str, int]) -> list[dict[str, Any]]:
        """Entries in order: ``requests(path="/2/tweets/:id", status=429, fault="limited")``."""
        query = urllib.parse.urlencode(selection)
        return self._controls.send("GET", f"/test/requests?{query}")["requests"]

    def clear(self) -> None:
        self._controls.send("DELETE", "/test/requests")


class Snapshots:
    """Named states of the data. A restore ends open streams."""

    def __init__(self, controls: Controls) -> None:
        self._controls = controls

    def save(self, name: str) -> None:
        self._controls.send("PUT", _snapshot(name))

    def fork(self, name: str, to: str) -> None:
        """Saves a copy of a snapshot under another name."""
        self._controls.send("PUT", _snapshot(to), {"from": name})

    def restore(self, name: str) -> None:
        self._controls.send("POST", f"{_snapshot(name)}/restore")

    def delete(self, name: str) -> None:
        self._controls.send("DELETE", _snapshot(name))

    def names(self) -> list[str]:
        return [snapshot["name"] for snapshot in self._controls.send("GET", "/test/snapshots")["snapshots"]]


def _reason(body: bytes) -> str:
    try:
        return json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")


def _snapshot(name: str) -> str:
    return f"/test/snapshots/{urllib.parse.quote(name, safe='')}"


def _time(now: Time) -> Union[str, int]:
    if not isinstance(now, datetime.datetime):
        return now
    if now.tzinfo is None:
        raise ValueError("the time has no time zone; use datetime(…, tzinfo=timezone.utc)")
    return round(now.timestamp() * 1000)

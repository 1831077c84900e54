"""An outside project: uses the package aviary-testing without its fixtures, and with a running server."""

import datetime
import json
import os
import urllib.request

import pytest
from aviary_testing import AviaryError, connect, start

UTC = datetime.timezone.utc


def status(url):
    try:
        return urllib.request.urlopen(url).status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.fixture(scope="session")
def aviary_arguments():
    return ("--tls", "auto", "--at", "2020-08-12T00:00:00Z", "--speed", "0")


def test_the_clock(aviary):
    assert aviary.clock.now == datetime.datetime(2020, 8, 12, tzinfo=UTC)
    aviary.clock.step(datetime.timedelta(minutes=15))
    aviary.clock.step("1h")
    assert aviary.clock.now == datetime.datetime(2020, 8, 12, 1, 15, tzinfo=UTC)
    aviary.clock.set(datetime.datetime(2020, 9, 1, tzinfo=UTC))
    assert aviary.clock.now.month == 9
    with pytest.raises(AviaryError, match="step is a duration such as"):
        aviary.clock.step("soon")
    with pytest.raises(ValueError, match="no time zone"):
        aviary.clock.set(datetime.datetime(2020, 9, 1))


def test_the_next_test_begins_at_the_start(aviary):
    assert aviary.clock.now == datetime.datetime(2020, 8, 12, tzinfo=UTC)


def test_plans_in_yaml_with_counts(aviary, aviary_environment):
    aviary.faults.load("faults:\n  - { name: busy, path: /2/users/me, do: { error: 503 } }\n")
    assert status(f"{aviary.url}/2/users/me") == 503
    assert [(one["name"], one["hits"]) for one in aviary.faults.counts()] == [("busy", 1)]
    assert [entry["faults"] for entry in aviary.requests(fault="busy")] == [["busy"]]
    with pytest.raises(AviaryError, match="line 2, column 7"):
        aviary.faults.load("faults:\n  - { pth: /2 }\n")
    aviary.faults.clear()
    aviary.requests.clear()
    assert aviary.requests() == []


def test_snapshots(aviary):
    aviary.snapshots.save("one")
    aviary.snapshots.fork("one", "two")
    aviary.snapshots.restore("two")
    aviary.snapshots.delete("one")
    assert aviary.snapshots.names() == ["two"]
    with pytest.raises(AviaryError, match="404"):
        aviary.snapshots.restore("one")


def test_a_running_server(aviary, monkeypatch, tmp_path):
    world = tmp_path / "line.json"
    world.write_text("a line of npx\n" + json.dumps(aviary.line))
    monkeypatch.setenv("AVIARY_WORLD", str(world))
    assert connect().user.screen_name == "tester"
    monkeypatch.delenv("AVIARY_WORLD")
    with pytest.raises(AviaryError, match="set AVIARY_URL, or AVIARY_WORLD"):
        connect()
    with connect(aviary.url, aviary.admin_url) as other:
        assert other.clock.now == aviary.clock.now
        with pytest.raises(AviaryError, match="AVIARY_WORLD"):
            other.app
    # Not its own server: it is still running.
    assert aviary.clock.now.year == 2020
    with pytest.raises(AviaryError, match="no line of `aviary test`"):
        connect(world=os.devnull)
    with pytest.raises(AviaryError, match="401"):
        connect(aviary.url, aviary.admin_url, token="wrong").reset()


def test_errors_of_a_start():
    with pytest.raises(AviaryError, match="--speed takes a number"):
        start("--speed", "fast")
    with pytest.raises(AviaryError, match="AVIARY_COMMAND"):
        start(command="no-such-program-of-aviary")


def test_the_end_of_a_server():
    with start() as aviary:
        assert aviary.environment["HTTPS_PROXY"] == aviary.line["proxy"]["url"]
    aviary.stop()
    with pytest.raises(AviaryError, match="is the server running"):
        aviary.reset()

"""Tests a bot with the unmodified tweepy: a rate limit, a moved clock, a dropped stream, a snapshot."""

import time

import pytest
import tweepy

pytestmark = pytest.mark.usefixtures("aviary_environment")


@pytest.fixture
def client(aviary):
    return tweepy.Client(
        aviary.app.bearer_token,
        aviary.app.consumer_key,
        aviary.app.consumer_secret,
        aviary.user.access_token,
        aviary.user.access_token_secret,
    )


def until(condition, seconds=20):
    """Waits for another thread."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition was not met"
        time.sleep(0.02)


def test_the_rate_limit_ends_after_fifteen_minutes(aviary, client):
    for _ in range(15):
        client.get_users_followers(aviary.friend.id)
    with pytest.raises(tweepy.TooManyRequests):
        client.get_users_followers(aviary.friend.id)
    aviary.clock.step("15m")
    assert client.get_users_followers(aviary.friend.id).data[0].username == "tester"
    assert len(aviary.requests(path="/2/users/:id/followers", status=429)) == 1


def test_an_overloaded_server(aviary, client):
    aviary.faults.inject({"name": "busy", "path": "/2/users/me", "calls": 1, "do": {"error": "over-capacity"}})
    with pytest.raises(tweepy.TwitterServerError):
        client.get_me()
    assert client.get_me().data.username == "tester"
    assert [entry["status"] for entry in aviary.requests(fault="busy")] == [503]


def test_the_stream_continues_after_a_cut(aviary, client):
    seen = []

    class Stream(tweepy.StreamingClient):
        def on_tweet(self, tweet):
            seen.append(tweet.text)

    def connections():
        return len(aviary.requests(path="/2/tweets/search/stream", kind="stream"))

    aviary.faults.inject({"on": "streams", "calls": 1, "do": {"after": 1, "cut": True}})
    stream = Stream(aviary.app.bearer_token)
    stream.add_rules(tweepy.StreamRule("from:tester"))
    thread = stream.filter(threaded=True)
    until(lambda: connections() == 1)
    client.create_tweet(text="first")
    until(lambda: seen == ["first"])
    client.create_tweet(text="lost in the cut")
    until(lambda: connections() == 2)
    client.create_tweet(text="after the cut")
    until(lambda: "after the cut" in seen)
    stream.disconnect()
    aviary.reset()  # ends the stream
    thread.join()
    assert seen == ["first", "after the cut"]


def test_a_snapshot(aviary, client):
    client.create_tweet(text="before")
    aviary.snapshots.save("one-post")
    client.create_tweet(text="after")
    aviary.snapshots.restore("one-post")
    posts = client.get_users_tweets(aviary.user.id).data
    assert [post.text for post in posts] == ["before"]

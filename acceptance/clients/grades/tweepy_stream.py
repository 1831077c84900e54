"""The filtered stream as the documentation of tweepy shows it."""
import os

import tweepy


class Reader(tweepy.StreamingClient):
    pass


Reader(os.environ["GRADE_BEARER_TOKEN"]).filter()

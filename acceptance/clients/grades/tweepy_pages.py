"""All followers, with the option of tweepy that waits after a 429."""
import os

import tweepy

client = tweepy.Client(os.environ["GRADE_BEARER_TOKEN"], wait_on_rate_limit=True)
pages = tweepy.Paginator(
    client.get_users_followers,
    os.environ["GRADE_USER_ID"],
    max_results=int(os.environ["GRADE_PAGE_SIZE"]),
)
print(len(list(pages.flatten())))

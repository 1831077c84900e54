/** The text of the seed file that `aviary init` writes. The file has one entry of every kind, with comments. */
export const STARTER = `# A world for "aviary test --seed-file". Every part is optional. Ids are free to choose; without one the server makes it.
# Everything is created through the same rules as requests, in the order of this file, and is the same at every start.

users:
  - screen_name: ada
    id: 1001
    name: Ada
    description: Writes about engines.
    location: London
    # For the sign-in pages; both or neither. A password takes 40 ms at every start.
    email: ada@example.org
    password: a-long-password
    created_at: 2020-01-01
  - screen_name: bob
    id: 1002
  - screen_name: carol
    id: 1003
    protected: true

apps:
  - name: My bot
    id: 2001
    owner: ada
    # read, read-write or read-write-directmessages
    permissions: read-write-directmessages
    # standard, elevated or academic
    level: standard
    # Letters and digits. The bearer token follows from them; "aviary test" prints it.
    consumer_key: mybotconsumerkey000000001
    consumer_secret: mybotconsumersecret000000000000000000000000000001
    callback_urls:
      - http://127.0.0.1:3000/callback
    # The day whose API the app gets: a day, live or latest. Default: the setting api_date.
    api_date: latest
    # OAuth 1.0a access tokens. A token begins with the id of its user and a hyphen.
    tokens:
      - user: ada
        access_token: 1001-adaaccesstoken0000000001
        access_token_secret: adaaccesstokensecret00000001
      - user: bob
    # Rules of the filtered stream: of API v2 ("2"), or of Labs ("labs-1").
    rules:
      - value: engine has:links
        tag: engines
    # Nobody checks that the receiver answers until a day has passed.
    webhooks:
      - url: http://127.0.0.1:3000/webhook
        environment: dev
        subscriptions: [ada]

follows:
  - { follower: bob, followee: ada }
  - { follower: carol, followee: ada }
  - { follower: ada, followee: bob }

posts:
  - id: 3001
    author: ada
    text: The engine weaves patterns. https://example.org/engine
    created_at: 2020-08-12T09:00:00Z
    likes: [bob, carol]
    reposts: [bob]
  - id: 3002
    author: bob
    text: "@ada How fast?"
    in_reply_to: 3001
    created_at: 2020-08-12T09:05:00Z

messages:
  - sender: ada
    recipient: bob
    text: See you at noon.

# Accounts of the compliance stream.
stream_accounts:
  - account: archive
    email: archive@example.org
    password: a-long-password

# Faults of requests, streams and webhooks, in the language of docs/testing/faults.md. A reset begins them again.
# "seed" is the seed of their probabilities.
seed: 7
faults:
  - name: limited
    app: 2001
    path: /1.1/followers/ids.json
    calls: 3
    do: { error: rateLimitExceeded }
`

/**
 * Creates the seed data for the calls: users, an app for each kind of call, rules, a webhook, posts and
 * messages.
 */
import { readSeed, type SeedDocument } from '../../src/testing/world/read-seed.ts'

export const STREAM_ACCOUNT = {
  account: 'archive',
  email: 'archive@example.org',
  password: 'a-long-password',
}

const USERS = ['ada', 'bob', 'carol', 'dora', 'emil'] as const

export const USER_IDS: readonly string[] = USERS.map((_, index) => String(1001 + index))
export const SCREEN_NAMES: readonly string[] = USERS
export const POST_IDS: readonly string[] = Array.from({ length: 12 }, (_, index) => String(3001 + index))

const CONSUMER = {
  key: 'recordedconsumerkey0000001',
  secret: 'recordedconsumersecret0000000000000000000000000001',
}

const TOKENS = USERS.map((user, index) => ({
  user,
  access_token: `${1001 + index}-${user}accesstoken00000000001`,
  access_token_secret: `${user}accesstokensecret000000001`,
}))

/** Keys of the app, and keys of the token of each user. */
export const KEYS = {
  consumer: CONSUMER,
  tokens: TOKENS.map(({ access_token: key, access_token_secret: secret }) => ({ key, secret })),
}

/** @param webhookUrl URL of a receiver */
export function worldSeed(webhookUrl: string): SeedDocument {
  const seed = {
    users: USERS.map((screen_name, index) => ({
      id: 1001 + index,
      screen_name,
      name: screen_name.toUpperCase(),
      description: `${screen_name} watches herons`,
      created_at: '2019-05-01',
      protected: screen_name === 'dora',
      ...(screen_name === 'ada' ? { email: 'ada@example.org', password: 'a-long-password' } : {}),
    })),
    apps: [
      {
        ...{ name: 'Recorded', id: 2001, owner: 'ada', level: 'academic' },
        consumer_key: CONSUMER.key,
        consumer_secret: CONSUMER.secret,
        callback_urls: ['http://127.0.0.1:3000/callback'],
        tokens: TOKENS,
        rules: [
          { value: 'heron', tag: 'birds' },
          { value: '#pond OR from:bob', tag: 'pond' },
          { value: 'heron', product: 'labs-1' },
        ],
        webhooks: [{ url: webhookUrl, environment: 'dev', subscriptions: ['ada', 'bob'] }],
      },
    ],
    follows: USERS.flatMap((follower) =>
      USERS.filter((followee) => followee !== follower && followee !== 'emil').map((followee) => ({
        follower,
        followee,
      })),
    ),
    posts: POST_IDS.map((id, index) => ({
      id: Number(id),
      author: USERS[index % USERS.length],
      text: `Heron number ${index} at the #pond with @${USERS[(index + 1) % USERS.length]} https://example.org/${index}`,
      created_at: `2020-08-11T${String(10 + index).padStart(2, '0')}:00:00Z`,
      ...(index % 3 === 2 ? { in_reply_to: 3000 + index } : {}),
      ...(index % 4 === 3 ? { quote: 3001 } : {}),
      likes: index % 2 === 0 && index % 5 !== 3 ? ['bob', 'carol'] : [],
      reposts: index % 5 === 0 ? ['carol'] : [],
    })),
    messages: [
      { sender: 'ada', recipient: 'bob', text: 'See you at the pond.', created_at: '2020-08-11T12:00:00Z' },
      { sender: 'bob', recipient: 'ada', text: 'At noon.', created_at: '2020-08-11T12:01:00Z' },
    ],
    stream_accounts: [STREAM_ACCOUNT],
  }
  return readSeed(JSON.stringify(seed), 'world.json')
}

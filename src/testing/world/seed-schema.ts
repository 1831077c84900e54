/**
 * Defines the schema of seed files: users, apps, tokens, follows, posts, messages, rules, webhooks, stream accounts,
 * and a fault plan.
 */
import { type Static, type TProperties, Type } from 'typebox'
import { PERMISSIONS } from '../../domain/apps/app.ts'
import { APP_LEVELS } from '../../domain/apps/levels.ts'
import { RULE_PRODUCTS } from '../../domain/rules/rule.ts'
import { PLAN } from '../faults/plan.ts'

/** Maximum number of items in a list. */
const MAX_ITEMS = 200_000

const closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })
const list = <T extends Parameters<typeof Type.Array>[0]>(items: T) =>
  Type.Optional(
    Type.Array(items, { maxItems: MAX_ITEMS, description: `a list of at most ${MAX_ITEMS} items` }),
  )

const ID = Type.BigInt({ description: 'an id, a whole number from 1' })
const TEXT = Type.String({ description: 'a text; put numbers and dates in quotes' })
const NAME = Type.String({
  pattern: '^@?[A-Za-z0-9_]{1,15}$',
  description: 'a screen name of 1 to 15 letters, digits and underscores',
})
const TIME = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d(T.+)?$',
  description: 'a time such as 2020-08-12T12:00:00Z or a day such as 2020-08-12',
})
const oneOf = <const T extends readonly string[]>(names: T) =>
  Type.Unsafe<T[number]>(Type.Enum([...names], { description: `one of ${names.join(', ')}` }))

const USER = closed({
  id: Type.Optional(ID),
  screen_name: NAME,
  name: Type.Optional(TEXT),
  description: Type.Optional(TEXT),
  location: Type.Optional(TEXT),
  url: Type.Optional(TEXT),
  email: Type.Optional(TEXT),
  password: Type.Optional(TEXT),
  protected: Type.Optional(Type.Boolean()),
  created_at: Type.Optional(TIME),
})

const TOKEN = closed({
  user: NAME,
  access_token: Type.Optional(TEXT),
  access_token_secret: Type.Optional(TEXT),
})

const RULE = closed({
  value: TEXT,
  tag: Type.Optional(TEXT),
  product: Type.Optional(oneOf(RULE_PRODUCTS)),
})

const WEBHOOK = closed({
  url: TEXT,
  environment: Type.Optional(TEXT),
  subscriptions: list(NAME),
})

const APP = closed({
  id: Type.Optional(ID),
  name: TEXT,
  owner: NAME,
  permissions: Type.Optional(oneOf(PERMISSIONS)),
  level: Type.Optional(oneOf(APP_LEVELS)),
  consumer_key: Type.Optional(TEXT),
  consumer_secret: Type.Optional(TEXT),
  callback_urls: list(TEXT),
  api_date: Type.Optional(TEXT),
  tokens: list(TOKEN),
  rules: list(RULE),
  webhooks: list(WEBHOOK),
})

const POST = closed({
  id: Type.Optional(ID),
  author: NAME,
  text: TEXT,
  created_at: Type.Optional(TIME),
  in_reply_to: Type.Optional(ID),
  quote: Type.Optional(ID),
  likes: list(NAME),
  reposts: list(NAME),
})

const FOLLOW = closed({ follower: NAME, followee: NAME })

const MESSAGE = closed({
  id: Type.Optional(ID),
  sender: NAME,
  recipient: NAME,
  text: TEXT,
  created_at: Type.Optional(TIME),
})

const STREAM_ACCOUNT = closed({
  account: TEXT,
  email: TEXT,
  password: TEXT,
  label: Type.Optional(TEXT),
  publisher: Type.Optional(TEXT),
})

/**
 * The keys of a seed file have the names of the public API, if the API has a name for the value. A seed file can also
 * contain the keys of a fault plan.
 */
export const SEED = closed({
  users: list(USER),
  apps: list(APP),
  follows: list(FOLLOW),
  posts: list(POST),
  messages: list(MESSAGE),
  stream_accounts: list(STREAM_ACCOUNT),
  seed: PLAN.properties.seed,
  faults: Type.Optional(PLAN.properties.faults),
})

export type Seed = Static<typeof SEED>

/**
 * The world of `aviary test` and of the library for tests: two users who follow each other, an app, tokens of both, and a user of the console. Ids and
 * credentials are the same at every start, so that a test can contain them.
 */
import type { Context } from '../../domain/context.ts'
import { SeededRandom } from '../random.ts'
import { buildApp, buildToken, buildUser } from './accounts.ts'
import { buildFollow } from './content.ts'
import { buildConsoleUser } from './receivers.ts'

/** The key that encrypts secrets; bearer tokens derive from it. */
export const TEST_KEY = '7e57'.repeat(16)

/** Authorizes the test controls. */
export const TEST_TOKEN = 'aviary-test-token'

const APP_ID = 2001n
const APP_NAME = 'Test App'
const CONSUMER_KEY = 'testconsumerkey0000000001'
const CONSUMER_SECRET = 'testconsumersecret00000000000000000000000000000001'
const CALLBACK_URLS = ['http://127.0.0.1:3000/callback', 'http://localhost:3000/callback']

const USERS = [
  {
    id: 1001n,
    screenName: 'tester',
    name: 'Test User',
    email: 'tester@example.org',
    password: 'test-password',
  },
  {
    id: 1002n,
    screenName: 'friend',
    name: 'Friend User',
    email: 'friend@example.org',
    password: 'test-password',
  },
] as const

const CONSOLE_USER_ID = 3001n
const CONSOLE_USER = { accountName: 'test', email: 'tester@example.org', password: 'test-password' } as const

/** A user of the default world. */
export interface WorldUser {
  readonly id: string
  readonly screenName: string
  readonly email: string
  readonly password: string
  readonly accessToken: string
  readonly accessTokenSecret: string
}

export interface DefaultWorld {
  readonly app: {
    readonly id: string
    readonly consumerKey: string
    readonly consumerSecret: string
    readonly bearerToken: string
    /** OAuth 2.0 client id of a public client. */
    readonly clientId: string
    readonly callbackUrls: readonly string[]
  }
  /** Owner of the app. */
  readonly user: WorldUser
  readonly friend: WorldUser
  /** A console user, who manages the apps of `user`. */
  readonly console: WorldConsoleUser
}

/** A console user of the default world. */
export interface WorldConsoleUser {
  readonly accountName: string
  readonly email: string
  readonly password: string
}

/** Creates the default world in empty data. @throws {Refusal} when the data has these users or another app of these keys */
export async function buildDefaultWorld(server: Context): Promise<DefaultWorld> {
  // The server uses its own randomness in no fixed order.
  const context = { ...server, random: new SeededRandom('default world').bytes }
  const [user, friend] = USERS
  // Hashing a password takes a core for a while, so both are hashed together.
  await Promise.all(USERS.map((input) => buildUser(context, input)))
  const app = await buildApp(context, {
    id: APP_ID,
    ownerId: user.id,
    name: APP_NAME,
    keys: { consumerKey: CONSUMER_KEY, consumerSecret: CONSUMER_SECRET },
    callbackUrls: CALLBACK_URLS,
  })
  await buildConsoleUser(context, { ...CONSOLE_USER, id: CONSOLE_USER_ID, userId: user.id })
  await buildFollow(context, { follower: user.id, followee: friend.id })
  await buildFollow(context, { follower: friend.id, followee: user.id })
  return {
    app: {
      id: String(app.appId),
      consumerKey: app.consumerKey,
      consumerSecret: app.consumerSecret,
      bearerToken: app.bearerToken,
      clientId: app.clientId,
      callbackUrls: CALLBACK_URLS,
    },
    user: await withToken(context, user),
    friend: await withToken(context, friend),
    console: CONSOLE_USER,
  }
}

async function withToken(context: Context, user: (typeof USERS)[number]): Promise<WorldUser> {
  const { id, screenName, email, password } = user
  const chosen = {
    token: `${id}-test${screenName}accesstoken0000000001`,
    secret: `test${screenName}accesstokensecret00000000000001`,
  }
  const { accessToken, accessTokenSecret } = await buildToken(context, { appId: APP_ID, userId: id, chosen })
  return { id: String(id), screenName, email, password, accessToken, accessTokenSecret }
}

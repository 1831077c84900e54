/**
 * Creates the default world of "aviary test" and of the test library: two users who follow each other, an app, tokens
 * of both users, and a console user. Ids and credentials are the same at every start, so tests can contain them.
 */
import type { Context } from '../../domain/context.ts'
import { SeededRandom } from '../random.ts'
import { buildApp, buildToken, buildUser } from './accounts.ts'
import { buildFollow } from './content.ts'
import { buildConsoleUser } from './receivers.ts'

/** The key that encrypts secrets; bearer tokens are derived from this key. */
export const TEST_KEY = '7e57'.repeat(16)

/** The token that requests to the test controls need. */
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
    /** Client id of the public OAuth 2.0 client. */
    readonly clientId: string
    readonly callbackUrls: readonly string[]
  }
  /** The owner of the app. */
  readonly user: WorldUser
  readonly friend: WorldUser
  /** A console user who manages the apps of `user`. */
  readonly console: WorldConsoleUser
}

/** A console user of the default world. */
export interface WorldConsoleUser {
  readonly accountName: string
  readonly email: string
  readonly password: string
}

/** Creates the default world in an empty server. @throws {Refusal} if the server already has these users or keys */
export async function buildDefaultWorld(server: Context): Promise<DefaultWorld> {
  // The default world has a separate source of random bytes, because other parts of the server take bytes in no fixed
  // order.
  const context = { ...server, random: new SeededRandom('default world').bytes }
  const [user, friend] = USERS
  // Both users are created in parallel, because each password hash uses a processor for some time.
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

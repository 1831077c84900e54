/**
 * Sends API requests as clients do, with bearer tokens or OAuth 1.0a signatures of a third-party library, and
 * reads exact integers.
 */
import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { type CreateAppInput, createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import type { Context } from '../../src/domain/context.ts'
import { createOneUser } from './users.ts'

/** Returns the `authorization` header for a request, which may have a form body. */
export type Credentials = (method: string, url: string, form?: Readonly<Record<string, string>>) => string

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  /** The text of the body. */
  readonly text: string
}

/** Sends a request without a body and reads the whole response. */
export async function ask(url: string, credentials?: Credentials, method = 'GET'): Promise<ApiAnswer> {
  const headers = credentials === undefined ? {} : { authorization: credentials(method, url) }
  const response = await fetch(url, { method, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export function bearer(token: string): Credentials {
  return () => `Bearer ${token}`
}

export interface TestApp {
  readonly appId: bigint
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Authenticates as the app. */
  readonly asApp: Credentials
  /** Authenticates as a user, with a new token of the user. */
  asUser(userId: bigint): Promise<Credentials>
}

/**
 * Creates an app with a new owner.
 * @param rights rights in addition to the rights of every test app
 */
export async function createTestApp(
  context: Context,
  rights: Pick<CreateAppInput, 'mayReadEmail'> = {},
): Promise<TestApp> {
  const { id: ownerId } = await createOneUser(context)
  const { appId, consumerKey, consumerSecret, bearerToken } = await createApp(context, {
    name: 'Test app',
    ownerId,
    permissions: 'read-write-directmessages',
    ...rights,
  })
  return {
    appId,
    consumerKey,
    consumerSecret,
    asApp: bearer(bearerToken),
    async asUser(userId) {
      const { accessToken, accessTokenSecret } = await issueToken(context, { appId, userId })
      const consumer = { key: consumerKey, secret: consumerSecret }
      return signature(consumer, { key: accessToken, secret: accessTokenSecret }, () => context.clock.now())
    },
  }
}

/**
 * Authenticates as a user with these keys.
 * @param now the client's clock, in milliseconds since the Unix epoch
 */
export function signature(consumer: OAuth.Consumer, token: OAuth.Token, now: () => number): Credentials {
  const client = new OAuth({
    consumer,
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })
  client.getTimeStamp = () => Math.floor(now() / 1000)
  return (method, url, data) => client.toHeader(client.authorize({ url, method, data }, token)).Authorization
}

/** Like `JSON.parse`, with every integer as an exact bigint. */
export function parseExactly(text: string): unknown {
  const reviver = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
    typeof value === 'number' && /^-?\d+$/.test(context.source ?? '') ? BigInt(context.source ?? '') : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

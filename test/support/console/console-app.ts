/** Starts a server with an app whose owner is signed in to the console, and another developer. */
import type { Engine } from '../../../src/db/query.ts'
import { createApp } from '../../../src/domain/apps/create-app.ts'
import { issueToken } from '../../../src/domain/apps/tokens.ts'
import { bearer, type Credentials, signature } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { TestClock } from '../test-clock.ts'
import { createOneUser } from '../users.ts'
import { ConsoleClient } from './console.ts'

export interface ConsoleAppStage extends TestServer {
  readonly clock: TestClock
  readonly appId: bigint
  readonly ownerId: bigint
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Path of the app below `/console/api`. */
  readonly path: string
  readonly asApp: Credentials
  /** Credentials of the owner, with a token for the app. */
  readonly asOwner: Credentials
  /** A client of the console that is signed in as the owner. */
  readonly owner: ConsoleClient
  /** A client of the console that is signed in as another developer. */
  readonly other: ConsoleClient
}

export async function startConsoleApp(t: Hooks, engine: Engine): Promise<ConsoleAppStage> {
  const clock = new TestClock(Date.UTC(2020, 7, 12, 10, 30))
  const server = await startTestServer(t, { engine, clock })
  const { context } = server
  const [{ id: ownerId }, { id: otherId }] = [await createOneUser(context), await createOneUser(context)]
  const input = { name: 'App', ownerId, permissions: 'read-write-directmessages' } as const
  const { appId, consumerKey, consumerSecret, bearerToken } = await createApp(context, input)
  const { accessToken, accessTokenSecret } = await issueToken(context, { appId, userId: ownerId })
  const consumer = { key: consumerKey, secret: consumerSecret }
  return {
    ...{ ...server, clock, appId, ownerId, consumerKey, consumerSecret },
    path: `/apps/${appId}`,
    asApp: bearer(bearerToken),
    asOwner: signature(consumer, { key: accessToken, secret: accessTokenSecret }, () => clock.now()),
    owner: await ConsoleClient.signedIn(server, { userId: ownerId }),
    other: await ConsoleClient.signedIn(server, { userId: otherId }),
  }
}

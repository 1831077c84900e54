/** Starts a server with the apps of two owners, a further user, and a receiver of deliveries. */
import assert from 'node:assert/strict'
import { query } from '../../../src/db/query.ts'
import type { Store } from '../../../src/db/store.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { Permissions } from '../../../src/domain/apps/app.ts'
import { type CreatedApp, createApp } from '../../../src/domain/apps/create-app.ts'
import { issueToken } from '../../../src/domain/apps/tokens.ts'
import { must } from '../../../src/lib/assert.ts'
import { type ApiAnswer, ask, bearer, type Credentials, signature } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  type TestServer,
  type TestServerOptions,
} from '../server.ts'
import { createUsers } from '../users.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

export interface StageApp {
  readonly app: CreatedApp
  readonly asApp: Credentials
  readonly asOwner: Credentials
  readonly owner: User
}

export class WebhookStage {
  readonly server: TestServer
  readonly mine: StageApp
  /** An app of another owner. */
  readonly other: StageApp
  /** A user without an app. */
  readonly user: User
  /** A receiver that has the secret of the app. */
  readonly receiver: Receiver

  private constructor(parts: Pick<WebhookStage, 'server' | 'mine' | 'other' | 'user' | 'receiver'>) {
    this.server = parts.server
    this.mine = parts.mine
    this.other = parts.other
    this.user = parts.user
    this.receiver = parts.receiver
  }

  /** @param source a shared server, or the options of a server for one test */
  static async set(t: Hooks, source: TestServerOptions | SharedServer = {}): Promise<WebhookStage> {
    const server = await serverFor(t, typeof source === 'function' ? source : withReceivers(source))
    const [mine, other] = await Promise.all([appWithOwner(server), appWithOwner(server)])
    const [user] = await createUsers(server.context, 1)
    const receiver = await startReceiver(t, mine.app.consumerSecret)
    return new WebhookStage({ server, mine, other, user: must(user, 'a user'), receiver })
  }

  /**
   * Credentials of a user of the app.
   * @param permissions permissions of the token; default: the permissions of the app
   */
  asUser(user: User, permissions?: Permissions): Promise<Credentials> {
    return credentialsOf(this.server, this.mine.app, user, permissions)
  }

  /** @param path path below `/1.1/account_activity/` */
  ask(method: string, path: string, credentials?: Credentials): Promise<ApiAnswer> {
    return ask(`${this.server.url}/1.1/account_activity/${path}`, credentials, method)
  }

  /** Asserts the error. @param error status and code, such as `403/214` */
  async refused(
    error: string,
    message: string,
    method: string,
    path: string,
    credentials?: Credentials,
  ): Promise<void> {
    const answer = await this.ask(method, path, credentials)
    const [status, code] = error.split('/').map(Number)
    assert.deepEqual(
      [answer.status, JSON.parse(answer.text)],
      [status, { errors: [{ code, message }] }],
      `${method} ${path}`,
    )
  }

  /**
   * Registers the receiver. Returns the id of the webhook.
   * @param path path, such as `all/dev/webhooks.json`
   */
  async register(path: string, receiver = this.receiver, as = this.mine): Promise<string> {
    const answer = await this.ask('POST', `${path}?url=${encodeURIComponent(receiver.url)}`, as.asOwner)
    assert.equal(answer.status, 200, answer.text)
    return (JSON.parse(answer.text) as { id: string }).id
  }
}

/** Declares a server for the tests of a suite that need no options. */
export function sharedWebhookServer(): SharedServer {
  return sharedServer(withReceivers({}))
}

/** Allows webhooks at the address of the receivers. */
function withReceivers(options: TestServerOptions): TestServerOptions {
  return { ...options, settings: { webhook_allow: '127.0.0.1', ...options.settings } }
}

async function appWithOwner(server: TestServer): Promise<StageApp> {
  const [first] = await createUsers(server.context, 1)
  const owner = must(first, 'a user')
  const app = await createApp(server.context, {
    name: 'An app',
    ownerId: owner.id,
    permissions: 'read-write-directmessages',
  })
  const asOwner = await credentialsOf(server, app, owner)
  return { app, owner, asApp: bearer(app.bearerToken), asOwner }
}

async function credentialsOf(
  { context }: TestServer,
  app: CreatedApp,
  user: User,
  permissions?: Permissions,
): Promise<Credentials> {
  const token = await issueToken(context, { appId: app.appId, userId: user.id })
  if (permissions !== undefined) await lowerToken(context.store, token.accessToken, permissions)
  return signature(
    { key: app.consumerKey, secret: app.consumerSecret },
    { key: token.accessToken, secret: token.accessTokenSecret },
    () => context.clock.now(),
  )
}

/** Lowers the permissions of a token, as if it had been issued when the app had fewer permissions. */
async function lowerToken(store: Store, token: string, permissions: Permissions): Promise<void> {
  await store.write((tx) => tx.run(setPermissions, { token, permissions }))
}

const setPermissions = query<{ token: string; permissions: string }>()((k, p) =>
  k
    .updateTable('access_tokens')
    .set({ permissions: p('permissions') })
    .where('token', '=', p('token')),
)

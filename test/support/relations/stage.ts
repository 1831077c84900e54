/** Prepares tests of endpoints of relations: a server, an app, and users. */
import assert from 'node:assert/strict'
import type { Engine } from '../../../src/db/query.ts'
import type { CreateUserInput } from '../../../src/domain/accounts/create-user.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { createApp } from '../../../src/domain/apps/create-app.ts'
import { issueToken } from '../../../src/domain/apps/tokens.ts'
import type { Context } from '../../../src/domain/context.ts'
import type { Clock } from '../../../src/lib/time/clock.ts'
import {
  type ApiAnswer,
  ask,
  type Credentials,
  createTestApp,
  parseExactly,
  signature,
  type TestApp,
} from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { createOneUser } from '../users.ts'

/** A user, with credentials that sign requests. */
export interface Person extends User {
  readonly as: Credentials
}

export interface StageOptions {
  readonly engine?: Engine
  readonly clock?: Clock
  /** Rate limits. The default is `off`. */
  readonly limits?: 'documented' | 'off'
}

export class RelationStage {
  readonly server: TestServer
  readonly app: TestApp

  private constructor(server: TestServer, app: TestApp) {
    this.server = server
    this.app = app
  }

  static async open(t: Hooks, options: StageOptions = {}): Promise<RelationStage> {
    const { limits = 'off', ...others } = options
    const server = await startTestServer(t, { ...others, settings: { limits } })
    return new RelationStage(server, await createTestApp(server.context))
  }

  get context(): Context {
    return this.server.context
  }

  async person(input: Omit<CreateUserInput, 'screenName'> = {}): Promise<Person> {
    const user = await createOneUser(this.context, input)
    return { ...user, as: await this.app.asUser(user.id) }
  }

  people(count: number): Promise<Person[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()))
  }

  /** Credentials of a read-only token. */
  async reader(userId: bigint): Promise<Credentials> {
    const { context } = this
    const app = await createApp(context, { name: 'A reader', ownerId: userId, permissions: 'read' })
    const token = await issueToken(context, { appId: app.appId, userId })
    return signature(
      { key: app.consumerKey, secret: app.consumerSecret },
      { key: token.accessToken, secret: token.accessTokenSecret },
      () => context.clock.now(),
    )
  }

  get(path: string, as?: Credentials): Promise<ApiAnswer> {
    return ask(`${this.server.url}${path}`, as)
  }

  post(path: string, as?: Credentials): Promise<ApiAnswer> {
    return ask(`${this.server.url}${path}`, as, 'POST')
  }

  /** The body of a response, whose status must be 200, with integers as bigints. */
  async got<Body>(path: string, as: Credentials): Promise<Body> {
    return good(await this.get(path, as)) as Body
  }

  /** Like {@link RelationStage.got}, for a POST. */
  async done<Body = Answered>(path: string, as: Credentials): Promise<Body> {
    return good(await this.post(path, as)) as Body
  }
}

/** The user object in a response. */
export type Answered = Readonly<Record<string, unknown>> & { readonly id: bigint; readonly id_str: string }

function good({ status, text }: ApiAnswer): unknown {
  assert.equal(status, 200, text)
  return parseExactly(text)
}

/** The fields of a user object that show the relation of the user to the caller. */
export function marksOf(user: Answered): string[] {
  return ['following', 'follow_request_sent', 'notifications', 'muting', 'blocking', 'blocked_by'].filter(
    (name) => user[name] === true,
  )
}

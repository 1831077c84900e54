/** Prepares tests of direct messages: a server, an app, and users who may write to each other. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { DATABASE_FILE } from '../../../src/db/open.ts'
import type { Engine } from '../../../src/db/query.ts'
import type { CreateUserInput } from '../../../src/domain/accounts/create-user.ts'
import type { Permissions } from '../../../src/domain/apps/app.ts'
import { createApp } from '../../../src/domain/apps/create-app.ts'
import { issueToken } from '../../../src/domain/apps/tokens.ts'
import type { Context } from '../../../src/domain/context.ts'
import { setAcceptsAnyone } from '../../../src/domain/messages/message-settings.ts'
import type { Clock } from '../../../src/lib/time/clock.ts'
import { type ApiAnswer, type Credentials, createTestApp, signature, type TestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { createOneUser } from '../users.ts'

/** A user, with credentials that sign requests. */
export interface Writer {
  readonly id: bigint
  readonly screenName: string
  readonly name: string
  readonly as: Credentials
}

export interface MessageStageOptions {
  readonly engine?: Engine
  readonly clock?: Clock
  /** Rate limits. The default is `off`. */
  readonly limits?: 'documented' | 'off'
  /** Other settings. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A message as a response shows it. */
export interface SeenMessage {
  readonly type: string
  readonly id: string
  readonly created_timestamp: string
  readonly initiated_via?: Readonly<Record<string, string>>
  readonly message_create: {
    readonly target: { readonly recipient_id: string }
    readonly sender_id: string
    readonly source_app_id?: string
    readonly custom_profile_id?: string
    readonly message_data: Readonly<Record<string, unknown>> & {
      readonly text: string
      readonly entities: Readonly<
        Record<'hashtags' | 'symbols' | 'user_mentions' | 'urls', readonly object[]>
      >
    }
  }
}

/** A page of messages. */
export interface SeenPage {
  readonly events: readonly SeenMessage[]
  readonly apps?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly next_cursor?: string
}

export const MESSAGES = '/1.1/direct_messages'

export class MessageStage {
  server: TestServer
  readonly app: TestApp
  readonly #clock: Clock | undefined

  private constructor(server: TestServer, app: TestApp, clock: Clock | undefined) {
    this.server = server
    this.app = app
    this.#clock = clock
  }

  static async open(t: Hooks, options: MessageStageOptions = {}): Promise<MessageStage> {
    const { limits = 'off', settings, ...others } = options
    const server = await startTestServer(t, { ...others, settings: { limits, ...settings } })
    return new MessageStage(server, await createTestApp(server.context), options.clock)
  }

  get context(): Context {
    return this.server.context
  }

  /**
   * Restarts the server (on SQLite) with daily rate windows that have begun just now.
   * @param used the used amount of each window, by the key of the window
   */
  async restart(t: TestContext, used: Readonly<Record<string, number>>): Promise<void> {
    const { config, context } = this.server
    const startedAt = Math.floor(context.clock.now() / 1000) * 1000
    await this.server.close()
    const db = new DatabaseSync(join(config.data, DATABASE_FILE))
    const put = db.prepare(
      'insert or replace into rate_windows (key, started_at, length_s, used) values (?, ?, ?, ?)',
    )
    for (const [key, count] of Object.entries(used)) put.run(key, startedAt, 86_400, count)
    db.close()
    this.server = await startTestServer(t, { config, ...this.#given() })
  }

  #given(): { readonly clock?: Clock } {
    return this.#clock === undefined ? {} : { clock: this.#clock }
  }

  /** A user who accepts messages from anybody. */
  async writer(input: Omit<CreateUserInput, 'screenName'> = {}): Promise<Writer> {
    const writer = await this.shyWriter(input)
    await setAcceptsAnyone(this.context, { userId: writer.id, acceptsAnyone: true })
    return writer
  }

  /** A user who accepts messages only from followed users. */
  async shyWriter(input: Omit<CreateUserInput, 'screenName'> = {}): Promise<Writer> {
    const { id, screenName, name } = await createOneUser(this.context, input)
    return { id, screenName, name, as: await this.app.asUser(id) }
  }

  async writers<Count extends 2 | 3>(
    count: Count,
  ): Promise<Count extends 2 ? [Writer, Writer] : [Writer, Writer, Writer]> {
    const all = await Promise.all(Array.from({ length: count }, () => this.writer()))
    return all as Count extends 2 ? [Writer, Writer] : [Writer, Writer, Writer]
  }

  /** Credentials of a token with these permissions. The token belongs to a new app. */
  async token(userId: bigint, permissions: Permissions): Promise<Credentials> {
    const { context } = this
    const app = await createApp(context, { name: `May ${permissions}`, ownerId: userId, permissions })
    const token = await issueToken(context, { appId: app.appId, userId })
    return signature(
      { key: app.consumerKey, secret: app.consumerSecret },
      { key: token.accessToken, secret: token.accessTokenSecret },
      () => context.clock.now(),
    )
  }

  /** Sends a request. A body that is not a string is sent as JSON. */
  async ask(method: string, path: string, as?: Credentials, body?: unknown): Promise<ApiAnswer> {
    const url = `${this.server.url}${path}`
    const response = await fetch(url, {
      method,
      headers: {
        ...(as === undefined ? {} : { authorization: as(method, url) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Sends a message with this data or text. */
  send(from: Writer, to: Pick<Writer, 'id'>, data: string | object, more: object = {}): Promise<ApiAnswer> {
    return this.ask('POST', `${MESSAGES}/events/new.json`, from.as, messageBody(to.id, data, more))
  }

  /** Like {@link MessageStage.send}, but the request must succeed. */
  async sent(
    from: Writer,
    to: Pick<Writer, 'id'>,
    data: string | object,
    more: object = {},
  ): Promise<SeenMessage> {
    return good<{ event: SeenMessage }>(await this.send(from, to, data, more)).event
  }

  /**
   * A page of a user's messages. The request must succeed.
   * @param query query, such as `count=5`
   */
  async page(of: Writer, query = ''): Promise<SeenPage> {
    return good(
      await this.ask('GET', `${MESSAGES}/events/list.json${query === '' ? '' : `?${query}`}`, of.as),
    )
  }

  show(of: Writer, id: string): Promise<ApiAnswer> {
    return this.ask('GET', `${MESSAGES}/events/show.json?id=${id}`, of.as)
  }

  destroy(of: Writer, id: string): Promise<ApiAnswer> {
    return this.ask('DELETE', `${MESSAGES}/events/destroy.json?id=${id}`, of.as)
  }
}

/** Makes the body of `events/new`. @param data the text, or the complete `message_data` */
export function messageBody(recipientId: bigint | string, data: string | object, more: object = {}): object {
  return {
    event: {
      type: 'message_create',
      message_create: {
        target: { recipient_id: String(recipientId) },
        message_data: typeof data === 'string' ? { text: data } : data,
      },
      ...more,
    },
  }
}

/** The body of a response, whose status must be 200. */
export function good<Body>({ status, text }: ApiAnswer): Body {
  assert.equal(status, 200, text)
  return JSON.parse(text) as Body
}

/** Asserts the error, and the beginning of its message. */
export function assertRefused({ status, text }: ApiAnswer, expected: string, message = ''): void {
  const { errors } = JSON.parse(text) as { errors: readonly { code: number; message: string }[] }
  const [error] = errors
  assert.equal(`${status}/${error?.code}`, expected, text)
  assert.ok(error?.message.startsWith(message), `${error?.message} must begin with ${message}`)
}

/** Prepares tests of lookups of Labs and API v2: a server, an app, users and posts. */
import assert from 'node:assert/strict'
import type { Engine } from '../../../src/db/query.ts'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { Context } from '../../../src/domain/context.ts'
import type { PostContent, PostGeo } from '../../../src/domain/posts/content.ts'
import { importPosts } from '../../../src/domain/posts/import/import-posts.ts'
import type { ImportedCounts } from '../../../src/domain/posts/post.ts'
import { firstSnowflakeAt } from '../../../src/lib/ids/snowflake.ts'
import type { UserAction } from '../../../src/log/event.ts'
import { ask, type Credentials, type TestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { createProjectApp } from '../streams/rule-suite.ts'
import { TestClock } from '../test-clock.ts'
import { createOneUser } from '../users.ts'

/** The API that is tested. */
export type Generation = 'labs' | '2'

export const PREFIXES = { 'labs-1': '/labs/1', labs: '/labs/2', '2': '/2' } as const

const BASES = {
  'labs-1': 'https://api.twitter.com/labs/1/problems/',
  labs: 'https://api.twitter.com/labs/2/problems/',
  '2': 'https://api.twitter.com/2/problems/',
} as const

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a response may have any members
  readonly body: any
}

/** Optional properties of a post. */
export interface PostInput {
  readonly content?: Partial<PostContent>
  readonly geo?: PostGeo
  readonly counts?: Partial<ImportedCounts>
  readonly inReplyTo?: { readonly id: bigint; readonly authorId: bigint }
  readonly quotedId?: bigint
  readonly repostedId?: bigint
  /** Age in milliseconds. By default, posts are a second apart. */
  readonly age?: number
}

export class LookupStage {
  readonly server: TestServer
  readonly clock: TestClock
  readonly generation: keyof typeof PREFIXES
  readonly app: TestApp
  #posts = 0

  private constructor(server: TestServer, clock: TestClock, generation: keyof typeof PREFIXES, app: TestApp) {
    this.server = server
    this.clock = clock
    this.generation = generation
    this.app = app
  }

  static async open(
    t: Hooks,
    generation: keyof typeof PREFIXES,
    engine: Engine,
    limits: 'off' | 'documented' = 'off',
    settings: Readonly<Record<string, string>> = {},
  ): Promise<LookupStage> {
    const clock = new TestClock()
    const server = await startTestServer(t, { engine, clock, settings: { limits, ...settings } })
    return new LookupStage(server, clock, generation, await createProjectApp(server.context))
  }

  get context(): Context {
    return this.server.context
  }

  get base(): string {
    return BASES[this.generation]
  }

  /**
   * Sends a GET to a path below the API prefix.
   * @param as credentials; default: the app
   */
  async get(path: string, as: Credentials = this.app.asApp): Promise<Answered> {
    const url = `${this.server.url}${PREFIXES[this.generation]}${path}`
    const { status, headers, text } = await ask(url, as)
    return { status, headers, body: JSON.parse(text) }
  }

  /** Like {@link get}, but the request must succeed. */
  async got(path: string, as?: Credentials): Promise<Answered['body']> {
    const { status, body } = await this.get(path, as)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  /** The members of `errors` in the response to an invalid request. */
  async faults(path: string): Promise<{ parameters: Record<string, string[]>; message: string }[]> {
    const { status, headers, body } = await this.get(path)
    assert.equal(status, 400, JSON.stringify(body))
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    const { errors, ...rest } = body
    assert.deepEqual(rest, {
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: `${this.base}invalid-request`,
    })
    return errors
  }

  user(input: Parameters<typeof createOneUser>[1] = {}): Promise<User> {
    return createOneUser(this.context, input)
  }

  async act(userId: bigint, action: UserAction, countries?: readonly string[]): Promise<void> {
    await changeUserState(this.context, { userId, action, ...(countries === undefined ? {} : { countries }) })
  }

  /** Imports a post with these properties. @returns its id */
  async post(authorId: bigint, text: string, said: PostInput = {}): Promise<bigint> {
    this.#posts += 1
    const createdAt = this.clock.now() - (said.age ?? 3_600_000 - this.#posts * 1_000)
    const id = firstSnowflakeAt(createdAt) + BigInt(this.#posts)
    const counts = {
      retweets: 0,
      replies: 0,
      likes: 0,
      quotes: 0,
      impressions: 0,
      urlLinkClicks: 0,
      userProfileClicks: 0,
      ...said.counts,
    }
    const mentioned = (said.content?.user_mentions ?? []).map(({ id_str }) => BigInt(id_str))
    const post = {
      id,
      author: { id: authorId },
      createdAt,
      inReplyToPostId: said.inReplyTo?.id ?? null,
      inReplyToUserId: said.inReplyTo?.authorId ?? null,
      quotedId: said.quotedId ?? null,
      repostedId: said.repostedId ?? null,
      content: JSON.stringify({ text, ...said.content }),
      isCutShort: false,
      mentioned,
      geo: said.geo,
      counts,
      withheldInCountries: [],
    }
    const { imported } = await importPosts(
      this.context,
      [{ posts: [post], referenced: [] }],
      async () => undefined,
    )
    assert.equal(imported, 1)
    return id
  }

  /** The default members of a post that only API v2 has. */
  history(...ids: readonly (bigint | string)[]): { edit_history_tweet_ids?: readonly string[] } {
    return this.generation === '2' ? { edit_history_tweet_ids: ids.map(String) } : {}
  }

  /** Error for a missing object. */
  notFound(type: 'tweet' | 'user', parameter: string, value: bigint | string, section?: 'includes') {
    return {
      value: String(value),
      detail: `Could not find ${type} with ${parameter}: [${value}].`,
      title: 'Not Found Error',
      ...(section === undefined ? {} : { section }),
      resource_type: type,
      parameter,
      ...(this.generation === '2' ? { resource_id: String(value) } : {}),
      type: `${this.base}resource-not-found`,
    }
  }

  /** Error for a suspended user. */
  suspended(parameter: string, value: bigint | string, section?: 'includes') {
    return {
      ...this.notFound('user', parameter, value, section),
      detail: `User has been suspended: [${value}].`,
      title: 'Forbidden',
    }
  }

  /** Error for an object that the viewer may not see. */
  notAuthorized(
    type: 'tweet' | 'user',
    parameter: string,
    value: bigint | string,
    section: 'data' | 'includes' = 'data',
  ) {
    return {
      resource_id: String(value),
      parameter,
      resource_type: type,
      section,
      title: 'Authorization Error',
      value: String(value),
      detail: `Sorry, you are not authorized to see the ${type === 'tweet' ? 'Tweet' : 'user'} with ${parameter}: [${value}].`,
      type: `${this.base}not-authorized-for-resource`,
    }
  }

  /** Error for a field of a post that the viewer may not see. */
  fieldNotAuthorized(field: string, parameter: string, value: bigint, section: 'data' | 'includes' = 'data') {
    return {
      resource_id: String(value),
      parameter,
      resource_type: 'tweet',
      section,
      field,
      title: 'Field Authorization Error',
      value: String(value),
      detail: `Sorry, you are not authorized to access '${field}' on the Tweet with ${parameter} : [${value}].`,
      type: `${this.base}not-authorized-for-field`,
    }
  }
}

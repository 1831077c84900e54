/** Prepares tests of POST 2/tweets: a server, two users, and an app in a project. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { joinOwnProject } from '../../../src/domain/apps/projects/own-project.ts'
import { findPosts } from '../../../src/domain/posts/read/find-posts.ts'
import type { Credentials } from '../api-client.ts'
import type { Person } from '../relations/stage.ts'
import { TestClock } from '../test-clock.ts'
import { PostStage } from './stage.ts'

export interface Written {
  readonly id: string
  readonly text: string
  readonly edit_history_tweet_ids: readonly string[]
}

interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a response may have any members
  readonly body: any
}

/** Two users on a server, and an app in a project. */
export class Desk {
  readonly posts: PostStage
  readonly clock: TestClock
  readonly author: Person
  readonly other: Person

  private constructor(posts: PostStage, clock: TestClock, author: Person, other: Person) {
    this.posts = posts
    this.clock = clock
    this.author = author
    this.other = other
  }

  static async open(t: TestContext, engine: Engine, limits: 'off' | 'documented' = 'off'): Promise<Desk> {
    const clock = new TestClock()
    const posts = await PostStage.open(t, { engine, clock, limits })
    await joinOwnProject(posts.context, posts.relations.app.appId)
    return new Desk(posts, clock, await posts.relations.person(), await posts.relations.person())
  }

  get context() {
    return this.posts.context
  }

  async send(body: unknown, as: Credentials = this.author.as, query = ''): Promise<Answered> {
    const url = `${this.posts.relations.server.url}/2/tweets${query}`
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: as('POST', url), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }

  async written(body: unknown, as?: Credentials): Promise<Written> {
    const answer = await this.send(body, as)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    assert.deepEqual(Object.keys(answer.body), ['data'])
    return answer.body.data
  }

  async post(id: string) {
    const post = (await findPosts(this.context.store, [BigInt(id)])).get(BigInt(id))
    assert.ok(post !== undefined)
    return post
  }

  /** Asserts that the server forbids the request with this detail. */
  async forbidden(body: unknown, detail: string): Promise<void> {
    const { status, headers, body: problem } = await this.send(body)
    assert.deepEqual(
      [status, problem],
      [403, { title: 'Forbidden', detail, status: 403, type: 'about:blank' }],
    )
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
  }

  /** Asserts that the request is invalid. Returns the names of the invalid parameters. */
  async errors(body: unknown, query = ''): Promise<readonly string[]> {
    const { status, body: problem } = await this.send(body, this.author.as, query)
    const { errors, ...rest } = problem
    assert.equal(status, 400, JSON.stringify(problem))
    assert.deepEqual(rest, {
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.twitter.com/2/problems/invalid-request',
    })
    return errors.map(({ parameters }: { parameters: object }) => Object.keys(parameters).join())
  }
}

/**
 * Prepares tests of the calls of API v2 with which users change their own likes, bookmarks and relations, and
 * declares the tests that these calls share.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { joinOwnProject } from '../../../src/domain/apps/projects/own-project.ts'
import type { Context } from '../../../src/domain/context.ts'
import { type Credentials, createTestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { type Person, PostStage } from '../posts/stage.ts'
import type { Answered } from './stage.ts'

export class ActionStage {
  readonly posts: PostStage
  readonly me: Person

  private constructor(posts: PostStage, me: Person) {
    this.posts = posts
    this.me = me
  }

  static async open(t: Hooks, engine: Engine, limits: 'off' | 'documented' = 'off'): Promise<ActionStage> {
    const posts = await PostStage.open(t, { engine, limits })
    await joinOwnProject(posts.context, posts.relations.app.appId)
    return new ActionStage(posts, await posts.relations.person())
  }

  get context(): Context {
    return this.posts.context
  }

  person(input: Parameters<PostStage['relations']['person']>[0] = {}): Promise<Person> {
    return this.posts.relations.person(input)
  }

  /**
   * Sends a request as the user `as`, by default as `me`.
   * @param body body, sent as JSON
   */
  async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    as: Credentials = this.me.as,
  ): Promise<Answered> {
    const url = `${this.posts.relations.server.url}${path}`
    const response = await fetch(url, {
      method,
      headers: {
        authorization: as(method, url),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  /** Asserts that the response to a request is `{"data": …}`. */
  async does(method: 'POST' | 'DELETE', path: string, body: unknown, data: object): Promise<void> {
    const answer = await this.send(method, path, body)
    assert.deepEqual([answer.status, answer.body], [200, { data }])
  }
}

/** Asserts an `invalid-request` whose only error is this message. */
export function assertInvalid({ status, body }: Answered, message: string): void {
  assert.equal(status, 400, JSON.stringify(body))
  assert.equal(body.title, 'Invalid Request')
  assert.deepEqual(body.errors, [{ message }])
}

/** Asserts a problem `about:blank` with status 403. */
export function assertForbidden({ status, body }: Answered, detail: string): void {
  assert.deepEqual([status, body], [403, { title: 'Forbidden', type: 'about:blank', status: 403, detail }])
}

/** Paths of an action, below `/2/users/{id}`. */
export interface ActionPaths {
  /** Name of the list, such as `likes`. */
  readonly list: string
  /** Name of the member in the body of POST. */
  readonly member: string
  /** Name of the calling user's parameter in the path of DELETE. */
  readonly self?: string
}

/** Declares tests of the errors that all actions share. */
export async function actionErrorTests(
  t: TestContext,
  stage: ActionStage,
  { list, member, self = 'id' }: ActionPaths,
): Promise<void> {
  const { me } = stage
  const mine = `/2/users/${me.id}/${list}`
  const messages = ({ status, body }: Answered) => [
    status,
    body.title,
    ...body.errors.map(({ message }: { message: string }) => message),
  ]
  await t.test('400/2 spec/v2.md#callers: the path names another user', async () => {
    const other = await stage.person()
    const text = (name: string) =>
      `The \`${name}\` query parameter value [${other.id}] must be the same as the authenticating user [${me.id}]`
    const posted = await stage.send('POST', `/2/users/${other.id}/${list}`, { [member]: '5' })
    assert.deepEqual(messages(posted), [400, 'Invalid Request', text('id')])
    const deleted = await stage.send('DELETE', `/2/users/${other.id}/${list}/5`)
    assert.deepEqual(messages(deleted), [400, 'Invalid Request', text(self)])
  })
  await t.test('400/2 spec/v2.md#request-forms: bodies, ids and parameters that are not valid', async () => {
    for (const body of [{}, [], 5, null, { [member]: null }, { [member]: 'x' }, { [member]: '5', more: 1 }]) {
      const { status, body: problem } = await stage.send('POST', mine, body)
      assert.deepEqual([status, problem.title], [400, 'Invalid Request'], JSON.stringify(body))
    }
    for (const path of [`${mine}/x`, `${mine}/5?a=1`, `${mine}/5?${self}=7`, `/2/users/x/${list}/5`]) {
      const { status, body: problem } = await stage.send('DELETE', path)
      assert.deepEqual([status, problem.title], [400, 'Invalid Request'], path)
    }
  })
  await t.test('403/2 spec/errors.md#problem-objects: a bearer token', async () => {
    const { asApp } = stage.posts.relations.app
    for (const answer of [
      await stage.send('POST', mine, { [member]: '5' }, asApp),
      await stage.send('DELETE', `${mine}/5`, undefined, asApp),
    ]) {
      assert.equal(answer.status, 403)
      assert.match(answer.body.type, /unsupported-authentication$/)
    }
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    const alone = await (await createTestApp(stage.context)).asUser(me.id)
    for (const answer of [
      await stage.send('POST', mine, { [member]: '5' }, alone),
      await stage.send('DELETE', `${mine}/5`, undefined, alone),
    ]) {
      assert.equal(answer.status, 403)
      assert.match(answer.body.type, /client-forbidden$/)
    }
  })
}

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { startTestServer } from '../../test/support/server.ts'
import { createUsers } from '../../test/support/users.ts'
import type { Engine } from '../db/query.ts'
import type { POST_MODERATIONS, USER_MODERATIONS } from '../domain/moderation/moderate.ts'
import { findPosts } from '../domain/posts/read/find-posts.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import type { LogEntry } from '../log/event.ts'
import { operatorToken } from './operator-token.ts'

async function open(t: TestContext, engine: Engine) {
  const { server, config, context } = await startTestServer(t, { engine })
  const authorization = `Bearer ${operatorToken(config.data, context.random)}`
  const before = server.tail.head
  return {
    server,
    context,
    async send(body: unknown): Promise<{ status: number; body: { results?: object[]; error?: string } }> {
      const response = await fetch(`${server.opsUrl}/moderation`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as never }
    },
    async events(): Promise<readonly LogEntry[]> {
      await server.tail.catchUp()
      return server.tail.readAfter(before, 1_000)
    },
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/compliance-stream.md#events: the results of actions are in input order, for done and refused actions, on ${engine}`, async (t) => {
    const { context, send, events } = await open(t, engine)
    const [author] = await createUsers(context, 1)
    assert.ok(author)
    const ids: string[] = []
    for (const text of ['one', 'two', 'three']) {
      ids.push(String((await createPost(context, { authorId: author.id, text })).id))
    }
    const [one, two, three] = ids
    const why = { reason: 'a test' }
    const { status, body } = await send({
      actor: 'ann',
      actions: [
        { on: 'post', id: one, action: 'drop', ...why },
        { on: 'post', id: one, action: 'drop', ...why },
        { on: 'post', id: one, action: 'undrop', ...why },
        { on: 'post', id: two, action: 'withhold', countries: ['FR', 'DE'], ...why },
        { on: 'post', id: two, action: 'unwithhold', ...why },
        { on: 'post', id: three, action: 'delete', ...why },
        { on: 'post', id: three, action: 'drop', ...why },
        { on: 'post', id: '999', action: 'drop', ...why },
        { on: 'post', id: one, action: 'edit', text: 'another', ...why },
        { on: 'user', id: String(author.id), action: 'suspend', ...why },
        { on: 'user', screen_name: author.screenName, action: 'unsuspend', ...why },
        { on: 'user', screen_name: 'nobody_at_all', action: 'suspend' },
        { on: 'user', id: String(author.id), action: 'scrub_geo', up_to_id: three, ...why },
      ],
    })
    assert.equal(status, 200)
    const said = body.results?.map((result) => ('refused' in result ? result.refused : result))
    const done = { done: true }
    assert.deepEqual(said, [
      done,
      'state-already-so',
      done,
      done,
      done,
      done,
      'post-not-found',
      'post-not-found',
      done,
      done,
      done,
      'user-not-found',
      done,
    ])
    assert.equal((await findPosts(context.store, [BigInt(three ?? '')])).size, 0)
    const logged = (await events()).filter((event) => 'actor' in event)
    assert.equal(logged.length, 9)
    for (const event of logged) assert.equal('actor' in event && event.actor, 'ann', event.kind)
    const withheld = logged.find(
      (event) => event.kind === 'post.state_changed' && event.action === 'withhold',
    )
    assert.ok(withheld?.kind === 'post.state_changed')
    assert.deepEqual([withheld.withheld_in_countries, withheld.reason], [['DE', 'FR'], 'a test'])
  })
}

/** Actions with their parameters, in an order that makes each of them possible. */
const POST_ACTIONS = {
  drop: {},
  undrop: {},
  withhold: { countries: ['DE'] },
  unwithhold: {},
  edit: { text: 'put otherwise' },
  delete: {},
} as const satisfies Record<(typeof POST_MODERATIONS)[number], object>
const USER_ACTIONS = {
  protect: {},
  unprotect: {},
  suspend: {},
  unsuspend: {},
  deactivate: {},
  reactivate: {},
  withhold: { countries: ['DE'] },
  unwithhold: {},
  scrub_geo: { up_to_id: '1' },
} as const satisfies Record<(typeof USER_MODERATIONS)[number], object>

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/compliance-stream.md#events: every event has the actor and the reason, on ${engine}`, async (t) => {
    const { context, send, events } = await open(t, engine)
    const [author] = await createUsers(context, 1)
    assert.ok(author)
    const post = {
      on: 'post',
      id: String((await createPost(context, { authorId: author.id, text: 'x' })).id),
    }
    const user = { on: 'user', id: String(author.id) }
    const actions = [
      ...Object.entries(POST_ACTIONS).map(([action, more]) => ({ ...post, action, ...more })),
      ...Object.entries(USER_ACTIONS).map(([action, more]) => ({ ...user, action, ...more })),
    ].map((action) => ({ ...action, reason: `why ${action.on} ${action.action}` }))
    const before = (await events()).length
    const { body } = await send({ actor: 'ann', actions })
    assert.deepEqual(
      body.results,
      actions.map(() => ({ done: true })),
    )
    const logged = (await events()).slice(before)
    const wanted = actions.flatMap(({ on, action, reason }) =>
      // A deletion appends an event for each version of the post.
      on === 'post' && action === 'delete' ? [`ann: ${reason}`, `ann: ${reason}`] : [`ann: ${reason}`],
    )
    assert.deepEqual(
      logged
        .map((event) => ('reason' in event && 'actor' in event ? `${event.actor}: ${event.reason}` : event))
        .sort(),
      wanted.sort(),
    )
  })
}

test('an invalid batch gets an error message, and no action is done', async (t) => {
  const { context, send, events } = await open(t, 'sqlite')
  const [author] = await createUsers(context, 1)
  assert.ok(author)
  const drop = { on: 'post', id: '1', action: 'drop' }
  const suspend = { on: 'user', id: String(author.id), action: 'suspend' }
  const before = (await events()).length
  for (const body of [
    '{',
    '[]',
    {},
    { actor: 'ann', actions: [] },
    { actor: '', actions: [suspend] },
    { actor: 'ann', actions: Array.from({ length: 101 }, () => drop) },
    { actor: 'ann', actions: [suspend, { ...drop, id: 1 }] },
    { actor: 'ann', actions: [suspend, { ...drop, id: '1'.repeat(20) }] },
    { actor: 'ann', actions: [suspend, { ...drop, action: 'explode' }] },
    { actor: 'ann', actions: [suspend, { on: 'user', action: 'suspend' }] },
    { actor: 'ann', actions: [suspend, { ...suspend, action: 'scrub_geo' }] },
    { actor: 'ann', actions: [suspend, { ...drop, action: 'edit' }] },
    { actor: 'ann', actions: [suspend, { ...suspend, extra: 1 }] },
  ]) {
    const answer = await send(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.ok((answer.body.error ?? '').length > 0)
  }
  assert.equal((await events()).length, before)
})

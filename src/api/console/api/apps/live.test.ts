/** GET /console/api/apps/:app_id/live: spec/console.md#live-view. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONSOLE_PASSWORD, ConsoleClient } from '../../../../../test/support/console/console.ts'
import { consoleRules, sharedRuleServer } from '../../../../../test/support/console/console-rules.ts'
import type { Hooks } from '../../../../../test/support/engines.ts'
import { type SharedServer, startTestServer } from '../../../../../test/support/server.ts'
import { waitUntil } from '../../../../../test/support/wait-until.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { MAX_CONSOLE_SESSIONS, openConsoleSession } from '../../../../domain/console/sessions.ts'
import { deletePost } from '../../../../domain/posts/write/delete-post.ts'
import { findRules } from '../../../../domain/rules/rule.ts'
import { findRuleCounts } from '../../../../domain/rules/rule-counts.ts'
import { append } from '../../../../log/append.ts'
import { MAX_READERS_PER_SESSION } from '../../../../streams/events/event-readers.ts'
import { LIVE_POSTS_PER_SECOND } from '../../_rules/live-matches.ts'
import { MAX_RESUMED_EVENTS } from '../../_rules/live-resume.ts'

interface Frame {
  readonly name: string
  readonly data: ReturnType<typeof JSON.parse>
}

/** One server for all tests that do not stop it. */
const shared = sharedRuleServer('sqlite')

async function stage(t: Hooks, source: 'sqlite' | SharedServer = shared) {
  const rules = await consoleRules(t, source)
  const { url, client, appId } = rules
  const stop = new AbortController()
  t.after(() => stop.abort())
  const open = (query = '', signal = stop.signal) =>
    fetch(`${url}/console/api/apps/${appId}/live${query}`, {
      headers: { cookie: client.cookie ?? '' },
      signal,
    })
  /** Opens a live view and collects its events; resolves when the view is open. */
  const follow = async (query = '') => {
    const frames: Frame[] = []
    const answer = await open(query)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(answer.headers.get('x-accel-buffering'), 'no')
    const read = async () => {
      let rest = ''
      for await (const chunk of (answer.body as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.pipeThrough(
        new TextDecoderStream(),
      ) ?? []) {
        const pieces = (rest + chunk).split('\n\n')
        rest = pieces.pop() ?? ''
        for (const piece of pieces) {
          const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(piece) ?? []
          if (name !== '') frames.push({ name, data: JSON.parse(data) })
        }
      }
    }
    read().catch(() => undefined)
    const has = (name: string, count = 1) =>
      waitUntil(() => frames.filter((frame) => frame.name === name).length >= count)
    await has('open')
    return { frames, has }
  }
  return { ...rules, open, follow }
}

test('matching posts arrive with their rules and marked places, and then the deletions of shown posts', async (t) => {
  const { client, path, context, other, post, follow, server } = await stage(t, 'sqlite')
  const { body: cat } = await client.post(path, { value: 'cat', tag: 'pets' })
  const all = await follow()
  const one = await follow(`?rule=${cat.id}`)
  const { body: dog } = await client.post(path, { value: 'dog' })
  const before = await post('a bird')
  const both = await post('a cat and a dog')
  await all.has('post')
  await post('a dog alone')
  await all.has('post', 2)
  await one.has('post')
  const [first] = all.frames.filter(({ name }) => name === 'post')
  assert.equal(first?.data.id, String(both))
  assert.deepEqual(
    first?.data.rules.toSorted((a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1)),
    [
      { id: cat.id, value: 'cat', tag: 'pets' },
      { id: dog.id, value: 'dog', tag: '' },
    ],
  )
  assert.deepEqual(
    first?.data.marks.map(({ start, end }: { start: number; end: number }) =>
      first.data.texts[0].text.slice(start, end),
    ),
    ['cat', 'dog'],
  )
  await deletePost(context, { postId: before, userId: other.id })
  await deletePost(context, { postId: both, userId: other.id })
  await all.has('removed')
  await one.has('removed')
  assert.deepEqual(all.frames.at(-1)?.data, { id: String(both) })
  await changeUserState(context, { userId: other.id, action: 'protect' })
  await all.has('removed', 2)
  assert.deepEqual(
    one.frames.map(({ name }) => name),
    ['open', 'post', 'removed'],
  )
  assert.equal(
    all.frames.filter(({ name }) => name === 'removed').length,
    2,
    'no id of a post that was not shown',
  )

  await server.close()
  assert.deepEqual(all.frames.at(-1), { name: 'reconnect', data: { reason: 'server-stopping' } })
})

test('a view does not count as a connection of the app, as usage or as matches of its rules', async (t) => {
  const { client, path, post, follow, appId, close, config } = await stage(t, 'sqlite')
  await client.post(path, { value: 'cat' })
  const views = [await follow(), await follow()]
  await post('a cat')
  for (const { has } of views) await has('post')
  // A server stores its counts when it stops.
  await close()
  const later = await startTestServer(t, { config })
  assert.equal((await findRules(later.context.store, { appId, product: '2' })).length, 1)
  assert.equal((await findRuleCounts(later.context.store, { appId, product: '2' })).size, 0)
})

test('a view that reconnects gets each missed post once, and deletions of shown posts', async (t) => {
  const { client, path, context, other, post, follow } = await stage(t)
  await client.post(path, { value: 'cat' })
  const first = await follow()
  const [shown, deleted] = [await post('a cat'), await post('a cat to delete')]
  await first.has('post', 2)
  const after: string = first.frames.at(-1)?.data.position
  const missed = await post('a missed cat')
  await post('a bird')
  await deletePost(context, { postId: deleted, userId: other.id })
  await first.has('removed')
  const second = await follow(`?after=${after}&shown=${shown},${deleted}`)
  const namesAndIds = () => second.frames.map(({ name, data }) => [name, data.id ?? data.resumed])
  assert.deepEqual(namesAndIds(), [
    ['removed', String(deleted)],
    ['missed', String(missed)],
    ['open', true],
  ])
  await deletePost(context, { postId: shown, userId: other.id })
  await second.has('removed', 2)
  assert.equal(second.frames.at(-1)?.data.id, String(shown))
  const fromFuture = await follow('?after=999999999')
  assert.deepEqual(
    fromFuture.frames.map(({ name, data }) => [name, data.resumed]),
    [['open', false]],
  )
})

test('a view that reconnects after a long time gets the newest matches, and a notice that some may be missing', async (t) => {
  const { client, path, context, other, appId, post, follow } = await stage(t)
  await client.post(path, { value: 'cat' })
  const { frames: before } = await follow()
  const after: string = before[0]?.data.position
  await post('a cat long ago')
  await context.store.write(async (tx) => {
    for (let count = 0; count < MAX_RESUMED_EVENTS; count += 1) {
      append(tx, context.clock.now(), {
        kind: 'stream.opened',
        user_id: other.id,
        app_id: appId,
        stream_id: 1n,
      })
    }
  })
  const newest = await post('a new cat')
  const { frames } = await follow(`?after=${after}`)
  assert.deepEqual(
    frames.map(({ name, data }) => [name, data.id ?? data.resumed]),
    [
      ['missed', String(newest)],
      ['open', false],
    ],
  )
})

test('400/field-invalid for an invalid position, and for invalid ids', async (t) => {
  const { open } = await stage(t)
  const ids = Array.from({ length: 201 }, (_, index) => index + 1).join(',')
  for (const query of ['?after=x', '?after=-1', '?shown=1,,2', `?shown=${ids}`]) {
    const answer = await open(query)
    const body = (await answer.json()) as { readonly reason: string }
    assert.deepEqual([answer.status, body.reason], [400, 'field-invalid'], query)
  }
})

test('a view ends immediately when its session, the oldest of the user, is replaced by a new one', async (t) => {
  const { follow, context, client, url } = await stage(t)
  const { frames, has } = await follow()
  const { user } = (await client.get('/session')).body
  for (let count = 1; count < MAX_CONSOLE_SESSIONS; count += 1) {
    await openConsoleSession(context, {
      ...{ consoleUserId: BigInt(user.id), browser: '', address: '', before: undefined },
    })
  }
  assert.equal(
    frames.some(({ name }) => name === 'reconnect'),
    false,
  )
  const another = new ConsoleClient(url)
  const signedIn = await another.post('/session', { email: user.email, password: CONSOLE_PASSWORD })
  assert.equal(signedIn.status, 201)
  await has('reconnect')
  assert.deepEqual(frames.at(-1)?.data, { reason: 'session-ended' })
})

test('the view gets the number of the posts beyond the limit per second', async (t) => {
  const { client, path, post, follow } = await stage(t)
  await client.post(path, { value: 'cat' })
  const { frames, has } = await follow()
  const count = LIVE_POSTS_PER_SECOND * 3
  await Promise.all(Array.from({ length: count }, (_, number) => post(`cat ${number}`)))
  await has('dropped')
  const total = () =>
    frames.reduce(
      (sum, { name, data }) => sum + (name === 'post' ? 1 : name === 'dropped' ? data.count : 0),
      0,
    )
  await waitUntil(() => total() === count)
  assert.ok(frames.filter(({ name }) => name === 'post').length < count)
})

test('400/field-invalid for rules of an unknown API', async (t) => {
  const { open } = await stage(t)
  const answer = await open('?product=3')
  const body = (await answer.json()) as { readonly reason: string }
  assert.deepEqual([answer.status, body.reason], [400, 'field-invalid'])
})

test('404/app-not-found for the app of another developer', async (t) => {
  const { otherDeveloper, appId } = await stage(t)
  const answer = await otherDeveloper.get(`/apps/${appId}/live`)
  assert.deepEqual([answer.status, answer.body.reason], [404, 'app-not-found'])
})

test('429/too-many-readers beyond the limit of a session; signing out ends all live views', async (t) => {
  const { client, follow, open } = await stage(t)
  const views = []
  for (let count = 0; count < MAX_READERS_PER_SESSION; count += 1) views.push(await follow())
  const refused = await open()
  assert.deepEqual([refused.status, JSON.parse(await refused.text()).reason], [429, 'too-many-readers'])
  await client.delete('/session')
  for (const { frames, has } of views) {
    await has('reconnect')
    assert.deepEqual(frames.at(-1)?.data, { reason: 'session-ended' })
  }
})

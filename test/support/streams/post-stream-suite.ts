/** The contract of filtered streams, as tests for both endpoints (spec/post-streams.md#filtered-stream). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { regenerateBearer } from '../../../src/domain/apps/regenerate-bearer.ts'
import { changePostState } from '../../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { repost } from '../../../src/domain/posts/write/repost.ts'
import { dayOf } from '../../../src/domain/usage/period.ts'
import {
  addUsage,
  type UsageProduct,
  usageAccountOf,
  usageThisMonth,
} from '../../../src/domain/usage/usage.ts'
import { sleep, systemClock } from '../../../src/lib/time/clock.ts'
import { ask } from '../api-client.ts'
import { ENGINES, type Hooks } from '../engines.ts'
import { slowOnPostgres } from '../part.ts'
import { type SharedServer, serverFor, sharedServer, type TestServerOptions } from '../server.ts'
import { TestClock } from '../test-clock.ts'
import { createOneUser } from '../users.ts'
import { waitUntil } from '../wait-until.ts'
import { PostReader } from './post-stream.ts'
import { createProjectApp, postJson } from './rule-suite.ts'

/** Differences between the two endpoints. */
export interface StreamEndpoint {
  readonly path: string
  readonly rules: string
  readonly base: string
  readonly usage: UsageProduct
}

/** Makes an app, rules of the app, and an author, on the shared server or on a server for one test. */
export async function streamStage(
  t: Hooks,
  place: StreamEndpoint,
  source: TestServerOptions | SharedServer = {},
  rules: readonly string[] = ['cat'],
) {
  const server = await serverFor(t, source)
  const { context, url } = server
  const app = await createProjectApp(context)
  const change = (body: unknown) => postJson(`${url}${place.rules}`, app.asApp, body)
  if (rules.length > 0) await change({ add: rules.map((value) => ({ value, tag: `of ${value}` })) })
  const { id: authorId } = await createOneUser(context)
  const post = (text: string, more: object = {}) =>
    createPost(context, { authorId, text, isLimited: false, ...more })
  const open = async (query = '', headers: Record<string, string> = {}) => {
    const reader = await PostReader.open(`${url}${place.path}${query}`, app.asApp, headers)
    t.after(() => reader.close())
    return reader
  }
  /** Reads a metric of the admin listener. A missing metric is 0. */
  const figure = async (name: string) => {
    const text = await (await fetch(`${server.server.opsUrl}/metrics`)).text()
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1) ?? 0)
  }
  return { ...server, app, authorId, change, post, open, figure }
}

export function streamSuite(place: StreamEndpoint, engines: readonly Engine[] = ENGINES): void {
  for (const engine of engines) {
    describe(`${place.path} on ${engine}`, () => {
      const options = { engine, settings: { limits: 'off' } }
      const shared = sharedServer(options)
      deliverySuite(place, engine, shared)
      endSuite(place, engine, options, shared)
      visibilitySuite(place, engine, shared)
      capSuite(place, engine)
    })
  }
}

type Engine = (typeof ENGINES)[number]

function texts(reader: PostReader): string[] {
  return reader.lines.flatMap((line) => line.data?.text ?? [])
}

function deliverySuite(place: StreamEndpoint, engine: Engine, shared: SharedServer): void {
  const test = slowOnPostgres(engine)

  test('a message has data, includes and matching_rules with tags, in one line that ends with a carriage return and a line feed', async (t) => {
    const { open, post, authorId, app } = await streamStage(t, place, shared)
    const reader = await open('?expansions=author_id')
    assert.equal(reader.status, 200)
    assert.equal(reader.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(reader.headers['transfer-encoding'], 'chunked')
    assert.equal('aviary-position' in reader.headers, false)
    await post('a dog')
    const { id } = await post('a cat & a dog')
    const [line] = await reader.some(1)
    assert.deepEqual(Object.keys(line), ['data', 'includes', 'matching_rules'])
    assert.equal(line.data.id, String(id))
    assert.equal(line.data.text, 'a cat &amp; a dog')
    assert.equal(line.data.author_id, String(authorId))
    assert.equal(line.includes.users[0].id, String(authorId))
    const [rule] = line.matching_rules
    assert.deepEqual(Object.keys(rule), ['id', 'tag'])
    assert.equal(rule.tag, 'of cat')
    assert.ok(app.appId > 0n)
  })

  test('a message lists all matching rules; spec/rules.md#tags: even a rule without a tag', async (t) => {
    const { open, post, change } = await streamStage(t, place, shared)
    await change({ add: [{ value: 'dog' }] })
    const reader = await open()
    await post('cat and dog')
    const [line] = await reader.some(1)
    const untagged = place.path.startsWith('/2/') ? '' : undefined
    assert.deepEqual(
      new Set(line.matching_rules.map(({ tag }: { tag?: string }) => tag)),
      new Set(['of cat', untagged]),
    )
  })

  test('the connection stays open without rules; new rules apply immediately, in the order of the log', async (t) => {
    const { open, post, change } = await streamStage(t, place, shared, [])
    const reader = await open()
    await post('cat 1')
    const added = await change({ add: [{ value: 'cat' }] })
    await post('cat 2')
    await change({ delete: { ids: [added.body.data[0].id] } })
    await post('cat 3')
    await change({ add: [{ value: 'cat', tag: 'again' }] })
    await post('cat 4')
    await reader.some(2)
    assert.deepEqual(texts(reader), ['cat 2', 'cat 4'])
    assert.equal(reader.lines[1].matching_rules[0].tag, 'again')
  })

  test('spec/rule-language.md#matching: the text of the quoted post also makes a quote match, and a repost matches by its original', async (t) => {
    const { open, post, context } = await streamStage(t, place, shared)
    const original = await post('a cat')
    const reader = await open('?expansions=referenced_tweets.id')
    const { id: other } = await createOneUser(context)
    await post('look at this', { quoteId: original.id })
    const reposted = await repost(context, { userId: other, postId: original.id })
    const [quote, again] = await reader.some(2)
    assert.deepEqual(quote.data.referenced_tweets, [{ type: 'quoted', id: String(original.id) }])
    assert.equal(quote.includes.tweets[0].text, 'a cat')
    assert.equal(again.data.id, String(reposted.id))
    assert.match(again.data.text, /^RT @\w+: a cat$/)
    assert.deepEqual(again.data.referenced_tweets, [{ type: 'retweeted', id: String(original.id) }])
  })
}

/** Tests of the end of streams. Tests that stop the server start a server with the options. */
function endSuite(
  place: StreamEndpoint,
  engine: Engine,
  options: TestServerOptions,
  shared: SharedServer,
): void {
  const test = slowOnPostgres(engine)

  test('the stream uses gzip on request, flushes after each message, and has a valid end', async (t) => {
    const { open, post, close } = await streamStage(t, place, options)
    const reader = await open('', { 'accept-encoding': 'gzip' })
    assert.equal(reader.headers['content-encoding'], 'gzip')
    await post('cat 1')
    await reader.some(1)
    await post('cat 2')
    await reader.some(2)
    await close()
    assert.equal((await reader.last()).errors[0].disconnect_type, 'UpstreamOperationalDisconnect')
  })

  test('at shutdown, the stream sends operational-disconnect after all posts that were acknowledged before', async (t) => {
    const { open, post, close } = await streamStage(t, place, options)
    const reader = await open()
    const posts = Array.from({ length: 20 }, (_, index) => post(`cat ${index}`))
    await Promise.all(posts)
    await close()
    assert.deepEqual(await reader.last(), {
      errors: [
        {
          title: 'operational-disconnect',
          disconnect_type: 'UpstreamOperationalDisconnect',
          detail: 'This stream has been disconnected upstream for operational reasons.',
          type: `${place.base}operational-disconnect`,
        },
      ],
    })
    assert.equal(texts(reader).length, 20)
  })

  test('a new bearer token disconnects the app', async (t) => {
    const { open, app, context, figure } = await streamStage(t, place, shared)
    const revoked = 'aviary_stream_closed_total{stream="posts",reason="revoked"}'
    const before = await figure(revoked)
    const reader = await open()
    await regenerateBearer(context, app.appId)
    assert.equal((await reader.last()).errors[0].disconnect_type, 'ForceDisconnect')
    assert.equal((await figure(revoked)) - before, 1)
  })
}

function visibilitySuite(place: StreamEndpoint, engine: Engine, shared: SharedServer): void {
  const test = slowOnPostgres(engine)

  test('posts of protected and suspended authors are never sent, and withheld posts have `withheld`', async (t) => {
    const { open, post, context } = await streamStage(t, place, shared)
    const reader = await open(place.path.startsWith('/2/') ? '?tweet.fields=withheld' : '')
    const shy = await createOneUser(context)
    await changeUserState(context, { userId: shy.id, action: 'protect' })
    await post('cat of a protected author', { authorId: shy.id })
    const bad = await createOneUser(context)
    const first = await post('cat that is quoted', { authorId: bad.id })
    await reader.some(1)
    await changeUserState(context, { userId: bad.id, action: 'suspend' })
    await post('about that', { quoteId: first.id }).catch(() => undefined)
    await post('cat 2')
    await reader.some(2)
    assert.deepEqual(texts(reader), ['cat that is quoted', 'cat 2'])
    const withheld = await createOneUser(context)
    await changeUserState(context, { userId: withheld.id, action: 'withhold', countries: ['DE'] })
    await post('cat of a withheld author', { authorId: withheld.id })
    const [, , line] = await reader.some(3)
    assert.deepEqual(line.data.withheld?.country_codes, ['DE'])
  })

  test('a post that is withheld before its replay is delivered with `withheld`, and a dropped post is not delivered', async (t) => {
    const { open, post, context } = await streamStage(t, place, shared)
    const plain = await open('?positions=true')
    const position = plain.headers['aviary-position']
    const kept = await post('cat kept')
    const gone = await post('cat gone')
    await plain.some(2)
    plain.close()
    await changePostState(context, { postId: kept.id, action: 'withhold', countries: ['FR'] })
    await changePostState(context, { postId: gone.id, action: 'drop' })
    const fields = place.path.startsWith('/2/') ? '&tweet.fields=withheld' : ''
    const again = await reopened(() => open(`?resume_after=${position}${fields}`))
    await post('cat after')
    await again.some(2)
    assert.deepEqual(texts(again), ['cat kept', 'cat after'])
    assert.deepEqual(again.lines[0].data.withheld, {
      copyright: false,
      country_codes: ['FR'],
      scope: 'tweet',
    })
  })
}

/**
 * Milliseconds between attempts. Without pauses, the attempts would leave no processor time for the server.
 */
const RETRY_MS = 20

/**
 * Opens a stream again. Several attempts may be needed, because the server may not have noticed the close
 * yet.
 */
export async function reopened(open: () => Promise<PostReader>): Promise<PostReader> {
  for (;;) {
    const reader = await open()
    if (reader.status === 200) return reader
    await reader.ended
    await sleep(systemClock, RETRY_MS)
  }
}

function capSuite(place: StreamEndpoint, engine: Engine): void {
  const test = slowOnPostgres(engine)
  test('429/3 one connection per app: the second connection is refused with the rate headers, and the first stays', async (t) => {
    const { open, post } = await streamStage(t, place, { engine })
    const first = await open()
    const second = await open()
    assert.equal(second.status, 429)
    assert.deepEqual(await second.error(), {
      title: 'ConnectionException',
      detail: 'This stream is currently at the maximum allowed connection limit.',
      connection_issue: 'TooManyConnections',
      type: `${place.base}streaming-connection`,
    })
    assert.equal(second.headers['x-rate-limit-remaining'], '48')
    assert.ok(Number(second.headers['x-rate-limit-reset']) > 0)
    await post('cat')
    await first.some(1)
    first.close()
    await reopened(open)
  })

  test('50 posts per second: further posts are dropped and counted, and do not use up the month', async (t) => {
    const clock = new TestClock()
    const { open, post, figure, context, app } = await streamStage(t, place, { engine, clock })
    const reader = await open()
    for (let count = 0; count < 60; count += 1) await post(`cat ${count}`)
    await waitUntil(async () => (await figure('aviary_stream_dropped_posts_total')) >= 10)
    clock.advance(1_000)
    await post('cat last')
    await reader.until(() => texts(reader).includes('cat last'))
    assert.equal(reader.lines.length, 51)
    assert.deepEqual(
      texts(reader).slice(0, 50),
      Array.from({ length: 50 }, (_, count) => `cat ${count}`),
    )
    const account = await usageAccountOf(context.store, app.appId, place.usage)
    await waitUntil(async () => {
      clock.advance(1_000)
      return (await usageThisMonth(context.store, account, clock.now())) === 51
    })
  })

  test('429/2 the monthly cap: the rest of the month is delivered, then the stream reports the cap; new connections are refused until the next month', async (t) => {
    const clock = new TestClock(Date.UTC(2020, 7, 12))
    const { open, post, context, app } = await streamStage(t, place, { engine, clock })
    const account = await usageAccountOf(context.store, app.appId, place.usage)
    await addUsage(context.store, [{ account, day: dayOf(clock.now()), posts: 499_998 }])
    const reader = await open()
    for (let count = 0; count < 3; count += 1) await post(`cat ${count}`)
    assert.deepEqual(await reader.last(), {
      errors: [
        {
          title: 'UsageCapExceeded',
          period: 'Monthly',
          scope: 'Product',
          detail: 'Usage cap exceeded: Monthly product cap',
          type: `${place.base}usage-capped`,
        },
      ],
    })
    assert.deepEqual(texts(reader), ['cat 0', 'cat 1'])
    const refused = await open()
    assert.equal(refused.status, 429)
    assert.deepEqual(await refused.error(), {
      title: 'UsageCapExceeded',
      detail: 'Usage cap exceeded: Monthly product cap',
      period: 'Monthly',
      scope: 'Product',
      type: `${place.base}usage-capped`,
    })
    assert.ok(refused.headers['x-rate-limit-remaining'] !== undefined)
    // The months of the cap begin on the 12th, because the app and its project were created on 12 August.
    clock.set(Date.UTC(2020, 8, 11, 23, 59, 59))
    assert.equal((await open()).status, 429)
    clock.set(Date.UTC(2020, 8, 12))
    assert.equal((await open()).status, 200)
  })
}

/**
 * Tests that do not depend on the engine.
 * @param shared a server with the default options
 */
export function streamEdgeSuite(place: StreamEndpoint, shared: SharedServer): void {
  test('429 after 50 connects in 15 minutes', async (t) => {
    const { open } = await streamStage(t, place, shared)
    const first = await open()
    assert.equal(first.headers['x-rate-limit-limit'], '50')
    for (let count = 1; count < 50; count += 1) await (await open()).ended.catch(() => undefined)
    const last = await open()
    assert.equal(last.status, 429)
    assert.deepEqual(await last.error(), {
      title: 'Too Many Requests',
      type: 'about:blank',
      status: 429,
      detail: 'Too Many Requests',
    })
    assert.equal(last.headers['x-rate-limit-remaining'], '0')
  })

  test('400/2 unknown parameters and values', async (t) => {
    const { open } = await streamStage(t, place, shared)
    for (const query of [
      '?q=1',
      '?expansions=nothing',
      '?resume_after=x',
      '?resume_after=999999999999',
      '?backfill_minutes=6',
      '?backfill_minutes=1&resume_after=1',
      '?positions=maybe',
      '?resume_after=',
      '?resume_after',
      '?backfill_minutes=',
      '?positions=',
    ]) {
      const reader = await open(query)
      assert.deepEqual([reader.status, (await reader.error()).title], [400, 'Invalid Request'], query)
    }
  })

  test('OAuth 1.0a gets 403 unsupported-authentication', async (t) => {
    const { url, app, authorId } = await streamStage(t, place, shared)
    const { status, text } = await ask(`${url}${place.path}`, await app.asUser(authorId))
    assert.equal(status, 403)
    assert.equal(JSON.parse(text).type, `${place.base}unsupported-authentication`)
  })

  test('an idle stream sends a keep-alive every 10 s, before the 15 s after which clients give up', async (t) => {
    const clock = new TestClock()
    const { open } = await streamStage(t, place, { clock })
    const reader = await open()
    for (let count = 1; count <= 3; count += 1) {
      clock.advance(10_000)
      await reader.until(() => reader.keepAlives === count)
    }
    assert.deepEqual(reader.lines, [])
  })
}

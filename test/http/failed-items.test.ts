/**
 * Tests that one invalid record never stops the processing of other records: in search, streams, the
 * compliance stream, webhooks and caches, after a restart, and with a retry after the repair.
 * src/jobs-failures.test.ts tests jobs.
 */
import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import type { Config } from '../../src/config.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { isSampled } from '../../src/lib/ids/sampling.ts'
import { firstSnowflakeAt } from '../../src/lib/ids/snowflake.ts'
import { systemRandom } from '../../src/lib/time/clock.ts'
import { append } from '../../src/log/append.ts'
import { NO_REFERENCES } from '../../src/log/event.ts'
import { failedItems } from '../../src/log/failed-items.ts'
import { partitionOf } from '../../src/log/partition.ts'
import { operatorToken } from '../../src/ops/operator-token.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { ask, type Credentials } from '../support/api-client.ts'
import { consumed } from '../support/consumed.ts'
import { lastOf, plantPosts, setContent, setEvent, UNUSABLE } from '../support/databases/planted.ts'
import { ENGINES, freshConfig, testRuntime } from '../support/engines.ts'
import { checkJsonKeys } from '../support/http/json-keys.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { Consumer, createAccount, pathOf } from '../support/streams/compliance-stream.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { raw } from '../support/tables.ts'
import { createOneUser } from '../support/users.ts'
import { settled, subscribeReceiver } from '../support/webhooks/webhooks.ts'

const allState = raw<{ oldest_id: bigint }>('select oldest_id from post_search_state')
const allStale = raw<{ post_id: bigint }>('select post_id from post_search_stale')
const placeOfWebhooks = raw<{ position: bigint }>("select position from consumers where name = 'webhooks'")

const SETTINGS = { limits: 'off', webhook_allow: '127.0.0.1' }

/** Runs `aviary failed …` while the server runs. */
async function failed(config: Config, ...words: string[]): Promise<Record<string, unknown>> {
  const database = config.database === '' ? [] : ['--database', config.database]
  const { out, err } = await runMain(['failed', ...words, '--json', '--data', config.data, ...database])
  assert.equal(err, '')
  const result = JSON.parse(out)
  checkJsonKeys(result, `failed ${words[0]}`)
  return result
}

/**
 * Returns the reader and the item of each failure. Asserts that the command, the admin listener and `aviary
 * verify` list the same failures.
 */
async function listed({ server, config }: TestServer, faults = 0): Promise<readonly string[]> {
  const named = (items: unknown) =>
    (items as readonly { reader: string; item: string }[]).map(({ reader, item }) => `${reader}: ${item}`)
  const ofCommand = named((await failed(config, 'list'))['failed_items'])
  const authorization = `Bearer ${operatorToken(config.data, systemRandom)}`
  const answer = (await (await fetch(`${server.opsUrl}/failed`, { headers: { authorization } })).json()) as {
    items: unknown
  }
  assert.deepEqual(named(answer.items), ofCommand)
  const report = await verifyDatabase(config, systemRandom)
  assert.equal(report.faults.length, faults, JSON.stringify(report.faults))
  assert.deepEqual(named(report.failedItems), ofCommand)
  return ofCommand
}

async function counted({ server }: TestServer, reader: string): Promise<number> {
  const text = await (await fetch(`${server.opsUrl}/metrics`)).text()
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`aviary_failed_items_total{reader="${reader}"}`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

function texts(reader: PostReader): string[] {
  return reader.lines.flatMap((line) => line.data?.text ?? [])
}

async function found(server: TestServer, asApp: Credentials): Promise<string[]> {
  await consumed(server.context.store, 'search')
  const { status, text } = await ask(`${server.url}/2/tweets/search/recent?query=cat`, asApp)
  assert.equal(status, 200, text)
  return ((JSON.parse(text).data ?? []) as { text: string }[]).map((post) => post.text).toSorted()
}

async function open(t: TestContext, url: string, asApp: Credentials): Promise<PostReader> {
  const reader = await PostReader.open(url, asApp)
  assert.equal(reader.status, 200)
  t.after(() => reader.close())
  return reader
}

for (const engine of ENGINES) {
  describe(`one bad record never stops other records, on ${engine}`, () => {
    test('search index, filtered and sampled streams: a failed post is left out, even after a restart, and is delivered after the repair', async (t) => {
      const config = await freshConfig(t, engine, SETTINGS)
      let server = await startTestServer(t, { config })
      const app = await createProjectApp(server.context)
      const rules = ['cat', 'url:example'].map((value) => ({ value, tag: undefined }))
      await addRules(server.context, { appId: app.appId, product: '2', maxRules: 10, isDryRun: false, rules })
      await addRules(server.context, {
        appId: app.appId,
        product: 'labs-1',
        maxRules: 10,
        isDryRun: false,
        rules,
      })
      const { id: authorId } = await createOneUser(server.context)
      const paths = ['/2/tweets/search/stream', '/2/tweets/sample/stream', '/labs/1/tweets/stream/filter']
      const streams = () => Promise.all(paths.map((path) => open(t, `${server.url}${path}`, app.asApp)))
      const first = await streams()
      // These ids belong to the 1 % of posts that the sampled stream sends.
      let last = firstSnowflakeAt(Math.floor(Date.now() / 1_000 - 60) * 1_000 + 660)
      const nextSampled = () => {
        last += 1n
        assert.ok(isSampled(last))
        return last
      }
      const contents = [{ text: 'cat 1' }, UNUSABLE, { text: 'cat 3' }, UNUSABLE, { text: 'cat 5' }]
      const ids = await plantPosts(server.context, authorId, contents, nextSampled)
      const good = ['cat 1', 'cat 3', 'cat 5']
      for (const reader of first) {
        await reader.until(() => texts(reader).includes('cat 5'))
        assert.deepEqual(texts(reader), good)
        assert.equal(reader.hasEnded, false, 'an open stream is not ended')
      }
      assert.deepEqual(await found(server, app.asApp), good)
      await settled(async () => (await counted(server, 'post-streams')) > 0)
      assert.ok((await counted(server, 'search')) >= 2)
      await server.close()

      server = await startTestServer(t, { config })
      const resumed = await open(t, `${server.url}${paths[0]}?resume_after=0`, app.asApp)
      await resumed.until(() => texts(resumed).includes('cat 5'))
      assert.deepEqual(texts(resumed), good)
      assert.deepEqual(await found(server, app.asApp), good)
      const [, linked, , tagged] = ids
      const items = [`post-streams: post ${tagged}`, `search: post ${linked}`, `search: post ${tagged}`]
      const names = await listed(server)
      for (const item of items) assert.ok(names.includes(item), `${item} in ${names}`)

      // The post is not repaired, so the retry fails again.
      const [again] = ((await failed(config, 'retry', `post ${tagged}`, '--reader', 'search'))[
        'failed_items'
      ] ?? []) as {
        attempts: number
      }[]
      assert.equal(again?.attempts, 2)
      await setContent(server.context.store, linked ?? 0n, { text: 'cat 2' })
      await setContent(server.context.store, tagged ?? 0n, { text: 'cat 4' })
      const done = await failed(config, 'retry')
      assert.deepEqual([done['failed_items'], done['waiting_items']], [[], []])
      assert.deepEqual(await listed(server), [])
      assert.deepEqual(await found(server, app.asApp), ['cat 1', 'cat 2', 'cat 3', 'cat 4', 'cat 5'])
      await resumed.until(() => texts(resumed).includes('cat 4') && texts(resumed).includes('cat 2'))
    })

    test('search index: the initial build and later indexing leave out failed posts', async (t) => {
      const config = await freshConfig(t, engine, SETTINGS)
      const runtime = await testRuntime(t, config)
      const app = await createProjectApp(runtime.context)
      const { id: authorId } = await createOneUser(runtime.context)
      const contents = [{ text: 'cat 1' }, UNUSABLE, { text: 'cat 3' }]
      // The posts are written before the first start of a server, so that the initial build of the index
      // contains them.
      const [, bad] = await plantPosts(runtime.context, authorId, contents)
      const server = await startTestServer(t, { config })
      const isMade = async () => (await runtime.store.rows(allState, {}))[0]?.oldest_id === 0n
      await settled(isMade)
      assert.deepEqual(await found(server, app.asApp), ['cat 1', 'cat 3'])
      assert.deepEqual(await listed(server), [`search: post ${bad}`])
      await server.close()
      const [first] = await plantPosts(runtime.context, authorId, [{ text: 'cat 4' }])
      await runtime.store.write(async (tx) => {
        await tx.run(raw(`insert into post_search_stale (post_id) values (${bad}), (${first})`), {})
      })
      const next = await startTestServer(t, { config })
      await settled(async () => (await runtime.store.rows(allStale, {})).length === 0)
      assert.deepEqual(await found(next, app.asApp), ['cat 1', 'cat 3', 'cat 4'])
      assert.deepEqual(await listed(next), [`search: post ${bad}`])
      const database = config.database === '' ? [] : ['--database', config.database]
      for (const command of ['retry', 'forget']) {
        const { code, err } = await runMain([
          ...['failed', command, 'post 1', '--data', config.data],
          ...database,
        ])
        assert.equal(code, 2)
        assert.match(err, /^aviary: no failed item "post 1"; "aviary failed list" lists/, command)
      }
      assert.deepEqual(await listed(next), [`search: post ${bad}`])
    })

    test('webhooks: events that have no recipient or no body do not block other events', async (t) => {
      const config = await freshConfig(t, engine, SETTINGS)
      const first = await startTestServer(t, { config })
      const { context } = first
      const nextChallenge = () => Date.now() + 3_600_000
      const bench = { runtime: first.server.runtime, webhooks: { nextChallenge } }
      const { receiver, user } = await subscribeReceiver(t, bench)
      const delivered: string[] = []
      receiver.onDelivery = (response, { body }) => {
        const { tweet_create_events: [post] = [] } = body as { tweet_create_events?: { text: string }[] }
        if (post !== undefined) delivered.push(post.text)
        response.writeHead(200).end()
      }
      await settled(async () => (await context.store.rows(placeOfWebhooks, {})).length > 0)
      const [bad] = await plantPosts(context, user.id, [UNUSABLE, { text: 'three' }])
      await context.store.write(async (tx) => {
        const ties = { ...NO_REFERENCES, mentioned: ['nobody'] }
        append(tx, context.clock.now(), {
          kind: 'post.created',
          user_id: user.id,
          post_id: bad ?? 0n,
          ...ties,
        })
      })
      const broken = await lastOf(context.store, 'post.created', user.id)
      await plantPosts(context, user.id, [{ text: 'four' }])
      await settled(() => delivered.includes('four'))
      assert.deepEqual(delivered, ['three', 'four'])
      await settled(async () =>
        (await failedItems(context.store)).some(({ reader }) => reader === 'webhook-deliveries'),
      )
      await first.close()

      const server = await startTestServer(t, { config })
      await plantPosts(server.context, user.id, [{ text: 'five' }])
      await settled(() => delivered.includes('five'))
      const names = await listed(server)
      assert.ok(names.includes(`webhooks: event ${broken}`), String(names))
      assert.ok(
        names.some((name) => name.startsWith('webhook-deliveries: event ')),
        String(names),
      )
      await setContent(server.context.store, bad ?? 0n, { text: 'two' })
      await setEvent(server.context.store, broken, { facts: '{}' })
      const done = await failed(config, 'retry')
      assert.deepEqual([done['failed_items'], done['waiting_items']], [[], []])
      await settled(() => delivered.filter((text) => text === 'two').length === 2)
      assert.deepEqual(await listed(server), [])
    })

    test('compliance stream: for an event that fails, the stream sends a minimal message or a gap message, and the whole message when a retry follows the repair', async (t) => {
      const config = await freshConfig(t, engine, { ...SETTINGS, verify_at_start: 'off' })
      let server = await startTestServer(t, { config })
      await createAccount(server.context)
      const other = await testRuntime(t, config)
      const { id: userId } = await createOneUser(server.context)
      const partition = partitionOf(userId)
      const consumer = await Consumer.open(server.url, pathOf(partition))
      const start = server.server.tail.head
      const at = 1_600_000_000_000
      const draft = (kind: string, facts: object | string, postId: bigint | null = null) => ({
        ...{ at, kind, user_id: userId, post_id: postId, partition },
        facts: typeof facts === 'string' ? facts : JSON.stringify(facts),
      })
      // Another process writes the events, so the server reads them from the table.
      await other.store.write(async (tx) => {
        tx.drafts.push(
          draft('post.deleted', { initial_id: '7', reason: '' }, 7n),
          draft('user.state_changed', { action: 'explode', withheld_in_countries: [], reason: '' }),
          draft('user.state_changed', { action: 'withhold', withheld_in_countries: 5, reason: '' }),
          draft('user.state_changed', '{"action":"sus'),
          draft('user.teleported', {}),
          draft('post.edited', { reason: '' }, 9n),
          draft('post.deleted', { initial_id: '8', reason: '' }, 8n),
        )
      })
      const gap = (offset: bigint) => {
        const position = String(start + offset)
        return { gap: { from: position, to: position, reason: 'unreadable' } }
      }
      const status = (id: number) => ({
        ...{ id, id_str: String(id), user_id: Number(userId), user_id_str: String(userId) },
      })
      const deleted = (id: number) => ({ delete: { status: status(id), timestamp_ms: String(at) } })
      const user = { id: Number(userId), id_str: String(userId) }
      const expected = [
        deleted(7),
        gap(2n),
        { user_withheld: { user, timestamp_ms: String(at) } },
        gap(4n),
        gap(5n),
        { tweet_edit: { id: '9', timestamp_ms: String(at) } },
        deleted(8),
      ]
      assert.deepEqual(await consumer.some(7), expected)
      await server.close()

      server = await startTestServer(t, { config })
      const resumed = await Consumer.open(server.url, pathOf(partition, `&resume_after=${start}`))
      t.after(() => resumed.close())
      assert.deepEqual(await resumed.some(7), expected)
      const item = (offset: bigint) => `compliance-stream: event ${start + offset}`
      // Other readers of the log also fail at some of these events, each at its own speed. The test waits for
      // the last failure of each reader, so that the lists below do not change.
      const last = { 'post-streams': 5n, search: 6n, webhooks: 5n }
      for (const [reader, offset] of Object.entries(last))
        await settled(async () =>
          (await failedItems(other.store, { reader })).some(
            (each) => each.item === `event ${start + offset}`,
          ),
        )
      const names = (await listed(server, 1)).filter((name) => name.startsWith('compliance-stream'))
      assert.deepEqual(names.toSorted(), [2n, 3n, 4n, 5n, 6n].map(item).toSorted())
      assert.ok((await listed(server, 1)).includes(`search: event ${start + 4n}`))

      const suspend = { action: 'suspend', withheld_in_countries: [], reason: '' }
      await setEvent(other.store, start + 4n, { facts: JSON.stringify(suspend) })
      await setEvent(other.store, start + 6n, {
        facts: JSON.stringify({ initial_id: '3', versions: ['3', '9'], reason: '' }),
      })
      await failed(config, 'retry', `event ${start + 4n}`)
      await failed(config, 'retry', `event ${start + 6n}`)
      const after = (await resumed.some(9)).slice(7)
      assert.deepEqual(after, [
        { user_suspend: { ...user, timestamp_ms: String(at) } },
        {
          tweet_edit: {
            id: '9',
            initial_tweet_id: '3',
            edit_tweet_ids: ['3', '9'],
            timestamp_ms: String(at),
          },
        },
      ])
      const left = (await listed(server, 1)).filter((name) => name.startsWith('compliance-stream'))
      assert.deepEqual(left.toSorted(), [2n, 3n, 5n].map(item).toSorted())
    })

    test('caches: a lookup of several objects leaves out an undecodable row, and includes the row after its repair', async (t) => {
      const config = await freshConfig(t, engine, SETTINGS)
      let server = await startTestServer(t, { config })
      const app = await createProjectApp(server.context)
      const { id: authorId } = await createOneUser(server.context)
      const { id: strangerId } = await createOneUser(server.context)
      const ids = await plantPosts(server.context, authorId, [
        { text: 'one' },
        { text: 'two' },
        { text: 'three' },
      ])
      const [, bad = 0n] = ids
      await setContent(server.context.store, bad, '{"text":')
      await server.context.store.write(async (tx) => {
        await tx.run(raw(`update users set withheld_in_countries = '{"a' where id = ${strangerId}`), {})
      })
      const look = async () => {
        const { status, text } = await ask(`${server.url}/2/tweets?ids=${ids}`, app.asApp)
        assert.equal(status, 200, text)
        return (JSON.parse(text).data as { text: string }[]).map((post) => post.text)
      }
      const lookUsers = async () => {
        const { status, text } = await ask(`${server.url}/2/users?ids=${authorId},${strangerId}`, app.asApp)
        assert.equal(status, 200, text)
        return (JSON.parse(text).data as { id: string }[]).map(({ id }) => id)
      }
      assert.deepEqual(await look(), ['one', 'three'])
      assert.deepEqual(await lookUsers(), [String(authorId)])
      await server.close()
      server = await startTestServer(t, { config })
      assert.deepEqual(await look(), ['one', 'three'])
      const names = await listed(server)
      assert.ok(names.includes(`posts: post ${bad}`), String(names))
      assert.ok(names.includes(`users: user ${strangerId}`), String(names))
      await setContent(server.context.store, bad, { text: 'two' })
      await server.context.store.write(async (tx) => {
        await tx.run(raw(`update users set withheld_in_countries = '[]' where id = ${strangerId}`), {})
      })
      const done = await failed(config, 'retry')
      assert.deepEqual([done['failed_items'], done['waiting_items']], [[], []])
      assert.deepEqual(await look(), ['one', 'two', 'three'])
      assert.deepEqual(await lookUsers(), [String(authorId), String(strangerId)])
      assert.deepEqual(await listed(server), [])
    })
  })
}

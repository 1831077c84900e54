/**
 * Counts the SQL statements per request on PostgreSQL (decision 0056). A cached lookup needs one statement
 * for its rate window. For windows of 300 or more, a node reserves several requests at once (a slice), so
 * only one lookup of each slice needs this statement. A signed request needs one more statement for its
 * nonce.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { ask, type Credentials } from '../support/api-client.ts'
import { countStatements } from '../support/databases/statement-counter.ts'
import { freshConfig } from '../support/engines.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { startTestServer } from '../support/server.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

/** An endpoint with a small window. */
const READ = '/1.1/test/read.json'
/** The statement that polls the log. */
const LOOK = 'select "head", "trimmed" from "event_log" where "one" = $1'
/** The statement that renews a node's membership, every few seconds by the clock of the machine. */
const RENEWAL = /update cluster_nodes set/
/** Tables with relations between the viewer and the shown objects. */
const VIEWER = /from "?(friends|followers|blocks|mutes|likes|posts|follow_requests)\b/
/** The time of the clock. Only the test advances the clock, so no timer queries the database meanwhile. */
const NOON = Date.UTC(2020, 7, 12, 12)
/** Statements of the readers of the log, which read the event of a post as soon as its signal arrives. */
const FOLLOWING = /from "?(event_log|events)\b/
/** The statements of a signed post: one for the nonce, one for the windows, and nine for the transaction of its group. */
const POST_STATEMENTS = 11

test('the number of SQL statements per request is fixed, with one server and with two servers on one PostgreSQL', async (t) => {
  const clock = new TestClock(NOON)
  const config = await freshConfig(t, 'postgres')
  const statements = await countStatements(t, config.database)
  const counted = { ...config, database: statements.url }
  // All public families, and in v1.1 also an endpoint with a small window.
  const v11 = testFamilies().filter(({ name }) => name === 'v1.1')
  const families = [...v11, ...publicFamilies().filter(({ name }) => name !== 'v1.1')]
  const start = () => startTestServer(t, { config: counted, clock, families })
  const one = await start()
  const other = await start()
  const user = await createOneUser(one.context)
  const post = await createPost(one.context, { authorId: user.id, text: 'Hello' })
  const app = await createProjectApp(one.context)
  const asUser = await app.asUser(user.id)
  const lookups = [
    `/1.1/users/lookup.json?user_id=${user.id}`,
    `/1.1/statuses/lookup.json?id=${post.id}`,
    `/labs/2/users?ids=${user.id}`,
    `/labs/2/tweets?ids=${post.id}`,
    `/2/users?ids=${user.id}`,
    `/2/tweets?ids=${post.id}`,
  ]
  const get = async (server: typeof one, path: string, as: Credentials) => {
    const answer = await ask(`${server.url}${path}`, as)
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  }
  /** The statements that requests have sent since a position in the list. */
  const statementsSince = (position: number) =>
    statements.texts.slice(position).filter((text) => !RENEWAL.test(text))
  /** The number of statements of each request. The requests run one after another. */
  const costs = async (times: number, request: (time: number) => Promise<void>) => {
    const costs: number[] = []
    for (let time = 0; time < times; time += 1) {
      const before = statements.texts.length
      await request(time)
      costs.push(statementsSince(before).length)
    }
    return costs
  }
  // The first request for each lookup fills the caches.
  for (const server of [one, other]) {
    for (const path of lookups) for (const as of [app.asApp, asUser]) await get(server, path, as)
  }

  await t.test(
    'a cached lookup with a bearer token and a window of 300 or more needs no statement between two slices',
    async () => {
      for (const path of lookups) {
        for (const server of [one, other]) {
          assert.deepEqual(await costs(5, () => get(server, path, app.asApp)), [0, 0, 0, 0, 0], path)
        }
      }
    },
  )

  await t.test('alternating requests to both servers need one statement per slice', async () => {
    const [path = ''] = lookups
    const all = await costs(120, (time) => get(time % 2 === 0 ? one : other, path, app.asApp))
    assert.ok(all.every((cost) => cost <= 1))
    assert.ok(all.filter((cost) => cost === 1).length <= 16, `${all}`)
  })

  await t.test('a signed lookup with a window of 300 or more needs one statement for its nonce', async () => {
    for (const path of lookups.filter((lookup) => lookup.includes('/users?'))) {
      for (const server of [one, other]) {
        assert.deepEqual(await costs(3, () => get(server, path, asUser)), [1, 1, 1], path)
      }
    }
  })

  await t.test(
    'all other statements of a signed lookup read relations of the viewer, which are not in memory',
    async () => {
      for (const path of lookups) {
        const before = statements.texts.length
        await get(one, path, asUser)
        const [nonce, ...others] = statementsSince(before)
        assert.match(nonce ?? '', /insert into nonces/)
        for (const text of others) assert.match(text, VIEWER, path)
      }
    },
  )

  await t.test('a signed lookup with a smaller window needs one more statement', async () => {
    assert.deepEqual(await costs(2, (time) => get(time === 0 ? one : other, READ, app.asApp)), [1, 1])
    assert.deepEqual(await costs(2, (time) => get(time === 0 ? one : other, READ, asUser)), [2, 2])
  })

  await t.test(
    'a signed post needs one statement for its nonce, one for its rate windows, and the statements of its transaction',
    async () => {
      const write = async (server: typeof one, status: string) => {
        const url = `${server.url}/1.1/statuses/update.json`
        const headers = { authorization: asUser('POST', url, { status }) }
        const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams({ status }) })
        assert.equal(answer.status, 200, await answer.text())
      }
      const counted: string[][] = []
      for (const [number, server] of [one, other].entries()) {
        // The first posts of a server read the author, and prepare the statements.
        for (let post = 0; post < 3; post += 1) await write(server, `first ${post} of ${number}`)
        for (let post = 0; post < 3; post += 1) {
          const before = statements.texts.length
          await write(server, `counted ${post} of ${number}`)
          counted.push(statementsSince(before).filter((text) => !FOLLOWING.test(text)))
        }
      }
      for (const texts of counted) {
        assert.equal(texts.filter((text) => /insert into nonces/.test(text)).length, 1, texts.join('\n'))
        assert.equal(texts.length, POST_STATEMENTS, texts.join('\n'))
      }
    },
  )

  const looks = (since: number) => statements.texts.slice(since).filter((text) => text === LOOK).length

  await t.test('an idle server polls the log every 250 ms, with one statement', async () => {
    const before = statements.texts.length
    clock.advance(249)
    await new Promise(setImmediate)
    assert.equal(looks(before), 0)
    clock.advance(1)
    while (looks(before) < 2) await new Promise(setImmediate)
  })

  await t.test('requests with expired caches share one poll', async () => {
    // `set` moves the clock and runs no timer.
    clock.set(clock.now() + 1_001)
    const before = statements.texts.length
    await Promise.all(Array.from({ length: 10 }, () => get(one, lookups[0] ?? '', app.asApp)))
    // The webhook service of the second server also polls.
    assert.ok([1, 2].includes(looks(before)), `${looks(before)} polls for ten requests`)
  })
})

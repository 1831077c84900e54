import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { raw } from '../../../test/support/tables.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { SqlValue } from '../../db/query.ts'
import type { Context } from '../context.ts'
import { block } from './block.ts'
import { addRequests, type FollowRequest } from './follow-requests.ts'
import { type ImportedEdge, importFollows } from './import-follows.ts'
import { areStagedFaster, StagedFollows } from './staged-follows.ts'

const noNote = async () => undefined

/**
 * A small number of users. So some edges are repeated, some exist already, some are between users with a block, and
 * some have requests.
 */
const USERS = 6

const pairs = fc.array(
  fc.tuple(fc.nat({ max: USERS - 1 }), fc.nat({ max: USERS - 1 })).filter(([from, to]) => from !== to),
  { maxLength: 40 },
)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`staged follows on ${engine}`, async (t) => {
    const clock = new TestClock()
    const [staged, rebuilt, batched] = await Promise.all([
      testRuntime(t, await freshConfig(t, engine), clock),
      testRuntime(t, await freshConfig(t, engine), clock),
      testRuntime(t, await freshConfig(t, engine), clock),
    ])
    let users = 0n
    await t.test('give the same tables as the same edges imported in batches', () =>
      fc.assert(
        fc.asyncProperty(pairs, pairs, pairs, pairs, async (existing, blocked, requested, imported) => {
          users += 1_000n
          const edgesOf = (list: readonly (readonly [number, number])[]): ImportedEdge[] =>
            list.map(([from, to]) => ({ follower: users + BigInt(from), followee: users + BigInt(to) }))
          const counts = []
          for (const { context } of [staged, rebuilt, batched]) {
            await importFollows(context, edgesOf(existing), noNote)
            await importFollows(context, edgesOf(blocked), noNote)
            for (const { follower, followee } of edgesOf(blocked.slice(0, 3))) {
              await block(context, { userId: follower, blockedId: followee })
            }
            await request(context, edgesOf(requested))
            clock.advance(1)
            counts.push(
              context === batched.context
                ? await importFollows(context, edgesOf(imported), noNote)
                : await stage(context, edgesOf(imported), context === rebuilt.context ? ANY_SHARE : 0),
            )
          }
          assert.deepEqual(counts, [counts[2], counts[2], counts[2]])
          const expected = await tablesOf(batched.context, users)
          for (const { context } of [staged, rebuilt])
            assert.deepEqual(await tablesOf(context, users), expected)
        }),
        { numRuns: 40 },
      ),
    )

    await t.test('do not change the definitions of the indexes', async () => {
      const indexes = ({ context }: typeof staged) =>
        rowsOf(
          context,
          engine === 'sqlite'
            ? "select name, sql from sqlite_schema where tbl_name in ('friends', 'followers') order by name"
            : "select indexname, indexdef from pg_indexes where tablename in ('friends', 'followers') order by indexname",
        )
      assert.deepEqual(await indexes(rebuilt), await indexes(batched))
      assert.ok((await indexes(rebuilt)).length >= 3)
    })

    await t.test('append one event, and no event without new edges', async () => {
      const edges = [
        { follower: 1n, followee: 2n },
        { follower: 1n, followee: 3n },
        { follower: 1n, followee: 2n },
      ]
      const events = await eventsOf(staged, async () => {
        assert.equal(await stage(staged.context, edges), 2)
        assert.equal(await stage(staged.context, edges), 0)
      })
      assert.deepEqual(events.map(factsOf), [
        { kind: 'import.applied', of: 'follows', lines: 3, imported: 2 },
      ])
    })

    await t.test('are not stored when the step of the caller fails', async () => {
      const store = new StagedFollows(staged.context)
      await store.add([{ follower: 11n, followee: 12n }])
      const fault = new Error('the note cannot be written')
      await assert.rejects(
        store.store(() => Promise.reject(fault)),
        fault,
      )
      assert.deepEqual(await rowsOf(staged.context, 'select * from users where id in (11, 12)'), [])
    })

    await t.test('are used for 100,000 edges or more in a database with few edges', async () => {
      const { store } = staged
      assert.equal(await areStagedFaster(store, 99_999), false)
      assert.equal(await areStagedFaster(store, 100_000), true)
    })
  })
}

const ANY_SHARE = 1_000_000

async function stage(context: Context, edges: readonly ImportedEdge[], share = 0): Promise<number> {
  const staged = new StagedFollows(context, share)
  const half = Math.ceil(edges.length / 2)
  await staged.add(edges.slice(0, half))
  await staged.add(edges.slice(half))
  return staged.store(noNote)
}

/** Adds one request for each pair of users that has no follow. */
async function request(context: Context, edges: readonly ImportedEdge[]): Promise<void> {
  const { store, ids } = context
  const stored = await rowsOf(context, 'select follower_id, followee_id from friends')
  const known = new Set(stored.map((row) => `${row['follower_id']} ${row['followee_id']}`))
  const requests: FollowRequest[] = []
  for (const { follower, followee } of edges) {
    const pair = `${follower} ${followee}`
    if (!known.has(pair)) requests.push({ requester: follower, target: followee, position: ids.next() })
    known.add(pair)
  }
  // No event: the test changes the table directly.
  await store.write((tx) => addRequests(tx, requests))
}

/**
 * Rows of users with ids from `first`, ordered by position. The positions are omitted, because they differ between
 * databases.
 */
async function tablesOf(context: Context, first: bigint) {
  const range = `between ${first} and ${first + 999n}`
  return Promise.all(
    [
      `select follower_id, followee_id from friends where follower_id ${range} order by position`,
      `select follower_id, followee_id from followers where follower_id ${range} order by position`,
      `select f.follower_id from friends f join followers o on o.followee_id = f.followee_id and o.position = f.position
        where f.follower_id ${range} order by f.position`,
      `select id, screen_name, screen_name_key, name from users where id ${range} order by id`,
      `select user_id, followers_count, friends_count from user_counts where user_id ${range} order by user_id`,
      `select requester_id, target_id from follow_requests where requester_id ${range} order by position`,
      `select user_id, blocked_id from blocks where user_id ${range} order by position`,
    ].map((text) => rowsOf(context, text)),
  )
}

async function rowsOf(context: Context, text: string): Promise<readonly Record<string, SqlValue>[]> {
  return [...(await context.store.rows(raw(text), {}))]
}

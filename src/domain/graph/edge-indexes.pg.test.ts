/**
 * Failures of large imports that rebuild the indexes of edges (follows); see
 * docs/decisions/0114-indexes-of-edges-on-postgresql.md.
 */
import assert from 'node:assert/strict'
import { freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { slowTest } from '../../../test/support/part.ts'
import { raw } from '../../../test/support/tables.ts'
import { StoreUnavailable } from '../../db/errors.ts'
import { systemRandom } from '../../lib/time/clock.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import type { Context } from '../context.ts'
import { type ImportedEdge, importFollows } from './import-follows.ts'
import { StagedFollows } from './staged-follows.ts'

/** With this limit, the indexes are rebuilt for any number of existing edges. */
const ANY_SHARE = 1_000_000

const noNote = async () => undefined

/** Statements for a trigger that runs after the rows are inserted, while the indexes are dropped. */
const FAULTS = {
  // Inserts an edge twice, so the unique index cannot be created.
  'the rebuild fails': {
    statement: `insert into friends (follower_id, position, followee_id)
      select follower_id, position + 1, followee_id from friends where follower_id = 11 limit 1`,
    error: /could not create unique index "friends_edge"/,
  },
  'the session is killed': {
    // The statement waits after it has ended its own session, because the signal may arrive a moment later.
    statement: 'perform pg_terminate_backend(pg_backend_pid()), pg_sleep(60)',
    error: StoreUnavailable,
  },
} as const

slowTest('decision 0114: a failed rebuild of indexes leaves rows and indexes as they were', async (t) => {
  const config = await freshConfig(t, 'postgres')
  const runtime = await testRuntime(t, config)
  const { context } = runtime
  await importFollows(context, [edge(1n, 2n), edge(3n, 2n)], noNote)
  const before = await contentOf(context)
  assert.equal(before.indexes.length, 3)

  for (const [fault, { statement, error }] of Object.entries(FAULTS)) {
    await t.test(fault, async () => {
      await run(
        context,
        `create function fail_once() returns trigger language plpgsql as $$ begin
          if not exists (select 1 from pg_indexes where indexname = 'friends_edge') and pg_trigger_depth() = 1
          then ${statement}; end if;
          return null; end $$`,
        'create trigger fail_once after insert on friends for each statement execute function fail_once()',
      )
      const events = await eventsOf(runtime, async () => {
        await assert.rejects(stage(context, [edge(11n, 12n), edge(1n, 2n)]), error)
      })
      assert.deepEqual(events, [])
      assert.deepEqual(await contentOf(context), before)
      await run(context, 'drop trigger fail_once on friends', 'drop function fail_once()')
      assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    })
  }

  await t.test('later imports store the edges, with and without a rebuild', async () => {
    assert.equal(await stage(context, [edge(11n, 12n), edge(1n, 2n)]), 1)
    assert.equal(await importFollows(context, [edge(11n, 12n), edge(13n, 12n)], noNote), 1)
    const { friends, followers, indexes } = await contentOf(context)
    assert.deepEqual([friends.length, followers.length, indexes], [4, 4, before.indexes])
    assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
  })
})

function edge(follower: bigint, followee: bigint): ImportedEdge {
  return { follower, followee }
}

async function stage(context: Context, edges: readonly ImportedEdge[]): Promise<number> {
  const staged = new StagedFollows(context, ANY_SHARE)
  await staged.add(edges)
  return staged.store(noNote)
}

async function run(context: Context, ...statements: readonly string[]): Promise<void> {
  // No event: the test changes the table directly.
  await context.store.write(async (tx) => {
    for (const statement of statements) await tx.run(raw(statement), {})
  })
}

async function contentOf({ store }: Context) {
  const rows = async (text: string) => [...(await store.rows(raw(text), {}))]
  return {
    friends: await rows('select * from friends order by position'),
    followers: await rows('select * from followers order by position'),
    counts: await rows('select * from user_counts order by user_id'),
    indexes: await rows(
      "select indexname, indexdef from pg_indexes where tablename in ('friends', 'followers') order by indexname",
    ),
  }
}

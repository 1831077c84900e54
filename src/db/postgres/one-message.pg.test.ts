import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testAddress } from '../../../test/support/stores.ts'
import { addFact, factsIn } from '../../../test/support/tables.ts'
import { sleep, systemClock } from '../../lib/clock.ts'
import { bulk } from '../bulk.ts'
import { StoreBusy, StoreUnavailable, UniqueViolation } from '../errors.ts'
import { query } from '../query.ts'
import { Link } from './link.ts'
import { OneMessage, PreparedStatements } from './one-message.ts'

const BEGIN = 'begin isolation level read committed read write'

/** A session, and how to write one message on it. */
async function session(t: TestContext) {
  const { url } = await testAddress(t, 'postgres')
  const settings = { standard_conforming_strings: 'on' }
  const link = new Link({ url, name: 'one message', session: settings }, () => undefined)
  const other = new Link({ url, name: 'other' }, () => undefined)
  t.after(() => Promise.all([link.close(), other.close()]))
  const prepared = new PreparedStatements()
  const facts = () => factsIn({ rows: (q, p) => link.rows(q, p), first: async () => undefined })
  return { link, other, facts, message: () => new OneMessage(link, prepared) }
}

const COLUMNS = { name: 'text', value: 'text' } as const

const addFacts = bulk(COLUMNS, (k, rows) => k.insertInto('facts').columns(['name', 'value']).expression(rows))

const addFriends = bulk(
  { follower_id: 'integer', position: 'integer', followee_id: 'integer' },
  (k, rows) =>
    k
      .insertInto('friends')
      .columns(['follower_id', 'position', 'followee_id'])
      .expression(rows)
      .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing()),
  'position',
)

const said = query<{ text: string; number: bigint; nothing: string | null }>()(
  (_, p) => sql<{ text: string; id: bigint; nothing: string | null }>`
    select ${p('text')}::text as text, ${p('number')}::bigint as id, ${p('nothing')}::text as nothing`,
)

const touch = query()((k) => k.updateTable('facts').set({ value: '' }).returning('name'))

/** Ends the session of the test as soon as it waits for a lock. */
const KILL = `select bool_or(pg_terminate_backend(pid)) as killed from pg_stat_activity
  where datname = current_database() and application_name = 'one message' and wait_event_type = 'Lock'`

const none = query()((k) => k.selectFrom('facts').select('value').where('name', '=', 'nobody'))

test('every statement gets its own answer, whatever stands between them', async (t) => {
  const { facts, message } = await session(t)
  const one = message()
  const number = 2n ** 62n + 1n
  const answers = Promise.all([
    addFacts(one, [['a', '1']]),
    one.rows(said, { text: 'it', number, nothing: null }),
    one.rows(none, {}),
    addFacts(one, [['b', '2']]),
    addFriends(one, [
      [1n, 1n, 7n],
      [1n, 2n, 7n],
      [1n, 3n, 8n],
    ]),
    one.first(said, { text: 'last', number: -1n, nothing: '' }),
    addFacts(one, [['c', '3']]),
  ])
  assert.equal(one.isSent, false)
  await one.send(BEGIN, 100)
  const [, first, empty, , added, last] = await answers
  assert.deepEqual(
    first.map((row) => ({ ...row })),
    [{ text: 'it', id: number, nothing: null }],
  )
  assert.deepEqual([...empty], [])
  assert.deepEqual(
    added.map(([, position]) => position),
    [1n, 3n],
  )
  assert.deepEqual({ ...last }, { text: 'last', id: -1n, nothing: '' })
  assert.deepEqual(await facts(), { a: '1', b: '2', c: '3' })
})

test('values arrive as they are, whatever they would mean in a statement', async (t) => {
  const { message } = await session(t)
  const text = fc.string({ unit: 'binary' }).map((any) => any.replaceAll('\0', '').toWellFormed())
  const tricky = fc.constantFrom("'", "''", "\\'", "'); drop table facts; --", '$1', 'E', '{"a":"\\"}', ';')
  const nasty = fc.array(fc.oneof(text, tricky), { maxLength: 4 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(nasty, { minLength: 1, maxLength: 3 }), async (texts) => {
      const one = message()
      const answers = Promise.all(
        texts.map((each) => one.rows(said, { text: each, number: 1n, nothing: each })),
      )
      await one.send(BEGIN, 100)
      const rows = (await answers).flat()
      assert.deepEqual(
        rows.map((row) => [row.text, row.nothing]),
        texts.map((each) => [each, each]),
      )
    }),
    { numRuns: 150 },
  )
})

test('what PostgreSQL cannot store is refused before anything is sent', async (t) => {
  const { message } = await session(t)
  const one = message()
  await assert.rejects(async () => one.rows(said, { text: 'a\0b', number: 1n, nothing: null }), /U\+0000/)
  await assert.rejects(one.run(), /how much it changed/)
  assert.equal(one.isSent, false)
})

test('when one statement fails nothing is stored, and all are told why', async (t) => {
  const { link, facts, message } = await session(t)
  const one = message()
  const answers = [
    addFacts(one, [['a', '1']]),
    addFacts(one, [['a', '2']]),
    one.rows(said, { text: 'x', number: 1n, nothing: null }),
  ]
  const settled = Promise.allSettled(answers)
  await assert.rejects(one.send(BEGIN, 100), UniqueViolation)
  for (const result of await settled) {
    assert.ok(result.status === 'rejected' && result.reason instanceof UniqueViolation)
  }
  await link.use((session) => session.unsafe('rollback'))
  assert.deepEqual(await facts(), {})
  const next = message()
  const stored = addFacts(next, [['a', '3']])
  await next.send(BEGIN, 100)
  await stored
  assert.deepEqual(await facts(), { a: '3' })
})

test('a statement is prepared once a session', async (t) => {
  const { link, message } = await session(t)
  for (let turn = 0; turn < 3; turn++) {
    const one = message()
    const answer = one.rows(said, { text: 'x', number: 1n, nothing: null })
    await one.send(BEGIN, 100)
    await answer
  }
  const [row] = await link.use((session) =>
    session.unsafe('select count(*)::int as count from pg_prepared_statements where name like $1', [
      'aviary%',
    ]),
  )
  assert.equal(row?.['count'], 1)
})

test('a statement that cannot be prepared says why, and others still can', async (t) => {
  const { link, facts, message } = await session(t)
  const wrong = query()(() => sql`select nothing from facts`)
  for (let turn = 0; turn < 2; turn++) {
    const one = message()
    const answer = one.rows(wrong, {})
    answer.catch(() => undefined)
    await assert.rejects(one.send(BEGIN, 100), /"nothing" does not exist/)
    await assert.rejects(answer, /"nothing" does not exist/)
    await link.use((session) => session.unsafe('rollback'))
  }
  assert.deepEqual(await facts(), {})
})

test('it waits for a lock no longer than it was told', async (t) => {
  const { link, message, other } = await session(t)
  await link.run(addFact, { name: 'held', value: '' })
  await other.use((session) => session.unsafe("begin; update facts set value = 'mine' where name = 'held'"))
  const one = message()
  const touched = one.rows(touch, {})
  touched.catch(() => undefined)
  await assert.rejects(one.send(BEGIN, 20), StoreBusy)
})

test('when the connection is lost every statement is refused', async (t) => {
  const { link, message, other } = await session(t)
  await link.run(addFact, { name: 'held', value: '' })
  await other.use((session) => session.unsafe("begin; update facts set value = 'mine' where name = 'held'"))
  const one = message()
  const settled = Promise.allSettled([one.rows(touch, {}), one.send(BEGIN, 30_000)])
  const killed = () => other.use((session) => session.unsafe(KILL))
  while ((await killed())[0]?.['killed'] !== true) await sleep(systemClock, 2)
  for (const result of await settled) {
    assert.ok(result.status === 'rejected' && result.reason instanceof StoreUnavailable)
  }
})

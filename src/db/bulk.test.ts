import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ENGINES, type Hooks } from '../../test/support/engines.ts'
import { testAddress, testStore } from '../../test/support/stores.ts'
import { factsIn } from '../../test/support/tables.ts'
import { bulk, bulkText } from './bulk.ts'
import type { BulkRow } from './bulk-query.ts'
import { type Engine, query } from './query.ts'

/** Texts with every special character of PostgreSQL's array syntax, and texts that look like values, such as `NULL`. */
const TEXTS = [
  '',
  ' ',
  'NULL',
  'a,b',
  '{}',
  '"',
  '\\',
  '\\"',
  "'",
  '\n',
  '{"ids":[1,2]}',
  'ünï\u{1f426}',
  '\\\\N',
]

const setFacts = bulk({ name: 'text', value: 'text' }, (k, rows) =>
  k
    .insertInto('facts')
    .columns(['name', 'value'])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    ),
)

const setFactsAlike = bulk(
  { name: 'text' },
  (k, rows) => k.insertInto('facts').columns(['name', 'value']).expression(rows),
  undefined,
  [`it's`],
)

const addConsumers = bulk({ name: 'text', position: 'integer' }, (k, rows) =>
  k
    .insertInto('consumers')
    .columns(['name', 'position'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

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

const addFriendsOf = bulk(
  { follower_id: 'shared', position: 'integer', followee_id: 'integer' },
  (k, rows) =>
    k
      .insertInto('friends')
      .columns(['follower_id', 'position', 'followee_id'])
      .expression(rows)
      .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing()),
  'position',
)

const allFriends = query()((k) => k.selectFrom('friends').selectAll().orderBy('position'))

async function emptyStore(t: Hooks, engine: Engine) {
  return testStore(t, await testAddress(t, engine))
}

for (const engine of ENGINES) {
  test(`bulk statements on ${engine}`, async (t) => {
    const store = await emptyStore(t, engine)

    await t.test('any text is stored unchanged', async () => {
      const rows = TEXTS.flatMap((name) => TEXTS.map((value) => [`${name}|${value}`, value]))
      await store.write((tx) => setFacts(tx, rows))
      const facts = await factsIn(store)
      for (const [name, value] of rows) assert.equal(facts[String(name)], value)
      assert.equal(Object.keys(facts).filter((name) => name.includes('|')).length, rows.length)
    })

    await t.test(
      'with a key, only the changed rows are returned, and a row that occurs twice is returned once',
      async () => {
        const row = (position: bigint, follower: bigint): BulkRow => [follower, position, 9n]
        const first = await store.write((tx) => addFriends(tx, [row(2n ** 62n, 1n), row(2n, 2n)]))
        assert.equal(first.length, 2)
        const second = await store.write((tx) => addFriends(tx, [row(3n, 1n), row(4n, 3n), row(5n, 3n)]))
        assert.deepEqual(second, [row(4n, 3n)])
        const stored = await store.rows(allFriends, {})
        assert.deepEqual(
          stored.map(({ position }) => position),
          [2n, 4n, 2n ** 62n],
        )
      },
    )

    await t.test('constants are not part of the rows', async () => {
      await store.write((tx) => setFactsAlike(tx, [['one'], ['other']]))
      const { one, other } = await factsIn(store)
      assert.deepEqual([one, other], [`it's`, `it's`])
    })

    await t.test('rows with shared values are stored, and each changed row is returned', async () => {
      const rows = [
        [70n, 71n, 1n],
        [70n, 72n, 2n],
        [-(2n ** 63n), 73n, 3n],
        [70n, 74n, 2n],
      ]
      assert.deepEqual(await store.write((tx) => addFriendsOf(tx, rows)), rows.slice(0, 3))
      const stored = await store.rows(allFriends, {})
      assert.deepEqual(
        stored.flatMap(({ follower_id, position, followee_id }) =>
          position > 70n && position < 80n ? [[follower_id, position, followee_id]] : [],
        ),
        rows.slice(0, 3),
      )
      assert.deepEqual(await store.write((tx) => addFriendsOf(tx, [])), [])
    })

    await t.test('without a key all rows are returned', async () => {
      const rows = [
        ['a', 1n],
        ['a', 2n],
      ]
      assert.deepEqual(await store.write((tx) => addConsumers(tx, rows)), rows)
    })

    await t.test('a call accepts more rows than one statement may have, and an empty list', async () => {
      const rows = Array.from({ length: 10_001 }, (_, index) => [
        1n,
        BigInt(index + 100),
        BigInt(index + 100),
      ])
      assert.equal((await store.write((tx) => addFriends(tx, rows))).length, rows.length)
      assert.deepEqual(await store.write((tx) => addFriends(tx, [])), [])
    })
  })
}

test('a bulk statement with a parameter that is not a column is refused', () => {
  const wrong = query<{ name: string; value: string; more: string }>()(
    (_, p) => sql`insert into facts values (${p('name')}, ${p('value')} || ${p('more')})`,
  )
  const statement = { query: wrong as never, columns: ['text', 'text'] as const, key: undefined }
  assert.throws(() => bulkText(statement, 'sqlite'), { name: 'InvariantBroken' })
})

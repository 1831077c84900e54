import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SEALED_COLUMNS } from '../../domain/apps/check-secrets.ts'
import { StoreRefused } from '../errors.ts'
import { MIGRATIONS } from '../migrate.ts'
import { catalogOf, emptyDatabase } from './catalog.ts'

const NAMES = MIGRATIONS.map((migration) => migration.name)

/** Tables whose second copy is not an index. A value names the check of the table, and the second copy. */
const CHECKED_OTHERWISE: Readonly<Record<string, string>> = {
  followers: 'follows: the same edges as friends',
  events: 'log: a checksum in every row',
  event_log: 'log: the events themselves',
  posts: 'posts: a checksum in every row',
  messages: 'messages: a checksum in every row',
  group_events: 'groups: a checksum in every row',
  hidden_users: 'hidden users: the users themselves',
}

describe('the catalog', () => {
  test('has the tables that both engines have, and no table that only one engine has', () => {
    const tables = catalogOf(NAMES).tables.map((table) => table.name)
    assert.ok(tables.includes('followers') && tables.includes('facts'))
    for (const name of ['migrations', 'rate_windows', 'nonces']) assert.ok(!tables.includes(name), name)
  })

  test('lists a table after the tables that it refers to, so that rows can be inserted in order', () => {
    const tables = catalogOf(NAMES).tables.map((table) => table.name)
    const db = emptyDatabase(MIGRATIONS)
    for (const [place, name] of tables.entries()) {
      for (const { table } of db.prepare('select "table" from pragma_foreign_key_list(?)').all(name)) {
        assert.ok(tables.indexOf(String(table)) <= place, `${name} refers to ${table}`)
      }
    }
    db.close()
  })

  test('lists the tables of the requested version', () => {
    assert.deepEqual(catalogOf([]).tables, [])
    const first = catalogOf(NAMES.slice(0, 1)).tables.map((table) => table.name)
    assert.ok(first.includes('users') && !first.includes('console_users'))
    const { columns, primaryKey } = catalogOf(NAMES).tables.find((table) => table.name === 'friends') ?? {}
    assert.deepEqual(primaryKey, ['follower_id', 'position'])
    assert.deepEqual(
      columns?.map((column) => column.type),
      ['integer', 'integer', 'integer'],
    )
  })

  test('refuses an unknown migration and a missing one', () => {
    assert.throws(() => catalogOf([...NAMES, '9999-later']), StoreRefused)
    assert.throws(() => catalogOf(NAMES.slice(1)), StoreRefused)
  })

  test('has the indexes that both engines have', () => {
    const { indexes } = catalogOf(NAMES)
    const edge = indexes.find((index) => index.name === 'friends_edge')
    assert.deepEqual(edge, {
      name: 'friends_edge',
      table: 'friends',
      isUnique: true,
      isPartial: false,
      columns: ['follower_id', 'followee_id'],
    })
    assert.ok(!indexes.some((index) => index.name.endsWith('_copy')))
  })
})

describe('spec/server.md#damage: corruption of a SQLite file is detected', () => {
  test('every column of every table has a second copy in an index, or a specific check', () => {
    const db = emptyDatabase(MIGRATIONS)
    const columns = db
      .prepare(
        `select t.name as "table", c.name as "column" from pragma_table_list t, pragma_table_info(t.name) c
        where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite~_%' escape '~'
          and not exists (
            select 1 from pragma_index_list(t.name) i, pragma_index_xinfo(i.name) x
            where x.name = c.name or (x.cid = -1 and c.pk = 1 and lower(c.type) = 'integer'
              and not exists (select 1 from pragma_table_info(t.name) d where d.pk = 2))
          )`,
      )
      .all()
      .filter(({ table }) => CHECKED_OTHERWISE[String(table)] === undefined)
      .map(({ table, column }) => `${table}.${column}`)
    db.close()
    assert.deepEqual(
      columns,
      [],
      'add an index named …_copy over them to the sqliteStatements of the migration that makes the table',
    )
  })

  test('a table without row ids needs an index in addition to its key', () => {
    const db = emptyDatabase(MIGRATIONS)
    const bare = db
      .prepare(
        `select name from pragma_table_list t where schema = 'main' and type = 'table' and wr = 1
          and not exists (select 1 from pragma_index_list(t.name) where origin <> 'pk')`,
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => CHECKED_OTHERWISE[name] === undefined)
    db.close()
    assert.deepEqual(bare, [])
  })

  test('the check of secrets opens the secrets of every column that stores them encrypted', () => {
    const secret = catalogOf(NAMES).tables.flatMap((table) =>
      table.columns.filter(({ name }) => /secret/.test(name)).map(({ name }) => `${table.name}.${name}`),
    )
    assert.deepEqual(SEALED_COLUMNS.map(({ column }) => column).sort(), secret.sort())
  })
})

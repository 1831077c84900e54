import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseSources } from './source.ts'
import { checkSqlPlaces, checkTableOwners, ownersOf } from './sql.ts'

describe('the rule about folders that may contain SQL', () => {
  const findingsIn = (path: string, text: string) => checkSqlPlaces(parseSources({ [path]: text }), []).length

  test('a query outside these folders is found, whether functions build it or it is text', () => {
    for (const text of [
      "import { query } from '../db/query.ts'",
      "import { bulk as many } from '../db/bulk.ts'",
      "run('select id from users where id = 1')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
      'run(`insert into users values (${id})`)',
      "run('delete from users')",
      "run('update users set name = 1')",
      "run('create unique index a on b (c)')",
    ]) {
      assert.equal(findingsIn('src/http/x.ts', text), 1, text)
      assert.equal(findingsIn('src/domain/a/x.ts', text), 0, text)
    }
  })

  test('query types and English text pass', () => {
    for (const text of [
      "import type { Engine } from '../db/query.ts'\nimport { type Tx } from '../db/store.ts'",
      "say('select one')",
      "say('update your client')",
      "say('delete it')",
      "say('with care as ever')",
    ]) {
      assert.equal(findingsIn('src/cli/x.ts', text), 0, text)
    }
  })
})

describe('the rule about owners of tables', () => {
  const [schema] = parseSources({
    'src/db/schema.ts': `
      export interface Schema {
        users: UsersTable
        /** Suspended ones. Owner: domain/accounts. */
        hidden_users: { user_id: bigint }
        windows: WindowsTable
        orphans: { id: bigint }
      }
      /** Everybody. Owner: domain/accounts; its rows stay for ever. */
      interface UsersTable { id: bigint }
      /** Owner: http/rate-limit, db/windows.ts. */
      interface WindowsTable { key: string }
    `,
  })
  assert.ok(schema !== undefined)
  const owners = ownersOf(schema)

  test('the owners are read from the comments of the schema', () => {
    assert.deepEqual(Object.fromEntries(owners), {
      users: ['domain/accounts'],
      hidden_users: ['domain/accounts'],
      windows: ['http/rate-limit', 'db/windows.ts'],
      orphans: [],
    })
  })

  const strays = (path: string, text: string) =>
    checkTableOwners(parseSources({ [path]: text }), owners, [
      { table: 'users', writer: 'domain/graph', reason: 'counted' },
    ]).filter((finding) => finding.path === path).length

  test('a table without an owner is found', () => {
    assert.match(checkTableOwners([], owners, [])[0]?.message ?? '', /orphans has no owner/)
  })

  test('a write by another folder is found', () => {
    for (const text of [
      "k.insertInto('users')",
      "k.updateTable('users')",
      "k.deleteFrom('users')",
      'k.deleteFrom(name)',
      "run('insert into users (id) values (1)')",
      'sql`update users as u set id = 1`',
      "run('with gone as (delete from users returning 1) select 1')",
    ]) {
      assert.equal(strays('src/domain/apps/x.ts', text), 1, text)
    }
  })

  test('the owner and the folders that are named in addition may write, and every folder may read', () => {
    assert.equal(strays('src/domain/accounts/x.ts', "k.insertInto('users')"), 0)
    assert.equal(strays('src/domain/graph/x.ts', "k.insertInto('users')"), 0)
    assert.equal(strays('src/db/windows.ts', "k.insertInto('windows')"), 0)
    assert.equal(strays('src/domain/apps/x.ts', "k.selectFrom('users')"), 0)
  })

  test('a table that is not in the schema belongs to src/db', () => {
    assert.equal(strays('src/db/postgres/nonces.ts', "run('insert into nonces values (1)')"), 0)
    assert.equal(strays('src/auth/nonces.ts', "run('insert into nonces values (1)')"), 1)
  })
})

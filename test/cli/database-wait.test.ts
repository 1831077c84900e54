/** Tests that a server waits at its start for a PostgreSQL that is starting or has no free connection. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import driver from 'postgres'
import { connect } from '../../src/db/postgres/session.ts'
import { cli, startCli } from '../support/cli.ts'
import { startPostgres } from '../support/databases/postgres-server.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { waitUntil } from '../support/wait-until.ts'

const CONNECTIONS = 12

/** PostgreSQL's code `too_many_connections`. */
const TOO_MANY_CONNECTIONS = '53300'

async function stage(t: TestContext) {
  const postgres = await startPostgres({ settings: { max_connections: String(CONNECTIONS) } })
  t.after(() => postgres.stop())
  const database = await postgres.createDatabase('waited_for')
  const data = join(await temporaryDirectory(t), 'data')
  const place = ['--data', data, '--database', database, '--pool', '1']
  return {
    postgres,
    database,
    serve: ['serve', ...place, '--port', '0', '--ops-port', '0', '--log-level', 'fatal'],
  }
}

/** Uses all connections. Resolves with a function that releases some or all of them. */
async function takeAll(t: TestContext, url: string) {
  const held = Array.from({ length: CONNECTIONS }, () => connect({ url, connections: 1, name: 'holder' }))
  const letGo = async (count = held.length) => {
    await Promise.all(held.splice(0, count).map((sql) => sql.end({ timeout: 1 })))
  }
  t.after(() => letGo())
  // The connection that has created the database ends a second after its last statement.
  const isConnected = (sql: (typeof held)[number]) =>
    sql`select 1`.then(
      () => true,
      (error: unknown) => {
        if (error instanceof driver.PostgresError && error.code === TOO_MANY_CONNECTIONS) return false
        throw error
      },
    )
  await Promise.all(held.map((sql) => waitUntil(() => isConnected(sql))))
  return letGo
}

test('without a free connection, the server logs the reason and waits; it starts when more than one connection is free', async (t) => {
  const { database, serve } = await stage(t)
  const letGo = await takeAll(t, database)
  const server = startCli(t, serve)
  await server.said(
    /Waiting for the database, \d+ s at most: PostgreSQL has no connection free \(.*\): raise its/,
  )
  await letGo(1)
  await letGo()
  await server.said(/Aviary serves http:\S+ /)
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('the server waits for an unreachable PostgreSQL, and starts when PostgreSQL has started', async (t) => {
  const { postgres, serve } = await stage(t)
  postgres.kill()
  const server = startCli(t, serve)
  await server.said(/Waiting for the database, \d+ s at most: PostgreSQL cannot be reached/)
  await postgres.restart()
  await server.said(/Aviary serves http:\S+ /)
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('the server ends after --database-wait with advice; with 0 the server does not wait', async (t) => {
  const { database, serve } = await stage(t)
  await takeAll(t, database)
  const waited = await cli(t, [...serve, '--database-wait', '1'])
  assert.equal(waited.code, 1)
  assert.match(
    waited.err,
    /\naviary: PostgreSQL has no connection free .*, for 1 s; see to the database, or give it longer/,
  )
  const [notWaiting, mistyped] = [
    await cli(t, [...serve, '--database-wait', '0']),
    await cli(t, [...serve, '--database', 'postgres://u@no-such-host.invalid/x']),
  ]
  assert.equal(notWaiting.code, 1)
  assert.match(notWaiting.err, /^aviary: PostgreSQL has no connection free [^\n]*\n$/)
  // For an unknown host name the server does not wait, because the name is probably mistyped.
  assert.equal(mistyped.code, 1)
  assert.doesNotMatch(mistyped.err, /Waiting/)
})

test('SIGTERM ends the wait', async (t) => {
  const { database, serve } = await stage(t)
  await takeAll(t, database)
  const server = startCli(t, serve)
  await server.said(/Waiting for the database/)
  server.kill('SIGTERM')
  const { code } = await server.ended
  assert.equal(code, 143)
})

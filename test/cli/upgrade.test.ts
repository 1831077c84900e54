/**
 * Data of version 0.1.0: every later program upgrades it, and serves, verifies and restores it. The fixture is a database with
 * rows in every table, made by `fillDatabase` (test/support/complete-database.ts) with that version; do not make it again.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { MIGRATIONS } from '../../src/db/migrate.ts'
import { startCli } from '../support/cli.ts'
import { ENGINES, emptyConfig, temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const KEY = 'ab'.repeat(32)
const FIXTURE = new URL('../fixtures/upgrade/0.1.0.sqlite.gz', import.meta.url)

/** The newest migration of version 0.1.0. */
const NEWEST = '0058-request-hours'

async function oldData(t: TestContext): Promise<string> {
  const data = join(await temporaryDirectory(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(data, 'aviary.sqlite'), gunzipSync(readFileSync(FIXTURE)), { mode: 0o600 })
  return data
}

async function json(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runMain([...words, '--key', KEY, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out) as Record<string, unknown>
}

test('the database of version 0.1.0 is upgraded, verified, and served', async (t) => {
  const data = await oldData(t)
  const names = MIGRATIONS.map(({ name }) => name)
  const { applied, version } = await json('migrate', '--data', data)
  assert.deepEqual(applied, names.slice(names.indexOf(NEWEST) + 1))
  assert.equal(version, names.at(-1))
  await json('verify', '--data', data)
  const flags = ['--data', data, '--key', KEY, '--port', '0', '--ops-port', '0']
  const server = startCli(t, ['serve', ...flags])
  const [, url = ''] = await server.said(/Aviary serves (\S+)/)
  assert.equal((await fetch(`${url}/2/users/me`)).status, 401)
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

for (const engine of ENGINES) {
  test(`a backup of upgraded data is restored on ${engine}`, async (t) => {
    const data = await oldData(t)
    await json('migrate', '--data', data)
    const archive = join(await temporaryDirectory(t), 'old.tar.gz')
    await json('backup', archive, '--data', data)
    const target = await emptyConfig(t, engine)
    const database = target.database === '' ? [] : ['--database', target.database]
    const place = ['--data', join(target.data, 'new'), ...database]
    await json('restore', archive, ...place)
    await json('verify', ...place)
  })
}

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { migrate } from '../../../src/db/migrate.ts'
import { sleep, systemClock } from '../../../src/lib/time/clock.ts'
import { slowTest } from '../part.ts'
import { migratedTestDatabase, testDatabase } from './databases.ts'
import { startPostgres } from './postgres-server.ts'

/** Opens two connections, which are closed after the test. */
function connect(t: TestContext, url: string): postgres.Sql {
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  t.after(() => sql.end())
  return sql
}

async function dataDirectory(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 })
  const [row] = await sql`show data_directory`
  await sql.end()
  return String(row?.['data_directory'])
}

slowTest('a cluster has UTF-8 and locale C, uses its settings, and is removed by stop', async () => {
  const server = await startPostgres({ fsync: true, settings: { work_mem: '1MB' } })
  const sql = postgres(server.url(), { max: 1 })
  const [row] = await sql`
    select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('work_mem') as work_mem, current_setting('max_connections') as connections,
      current_setting('listen_addresses') as addresses,
      (select datcollate from pg_database where datname = 'postgres') as collation`
  assert.deepEqual(
    { ...row },
    {
      encoding: 'UTF8',
      fsync: 'on',
      work_mem: '1MB',
      connections: '200',
      addresses: '127.0.0.1',
      collation: 'C',
    },
  )
  await sql.end()
  const folder = await dataDirectory(server.url())
  await server.stop()
  assert.equal(existsSync(folder), false)
  await assert.rejects(dataDirectory(server.url()), { code: 'ECONNREFUSED' })
})

slowTest('a server that cannot start reports the reason', async () => {
  await assert.rejects(startPostgres({ settings: { no_such_setting: '1' } }), /no_such_setting/)
})

slowTest('committed data survives a crash and a restart', async (t) => {
  const server = await startPostgres()
  t.after(() => server.stop())
  const url = await server.createDatabase('kept')
  const before = connect(t, url)
  await before`create table kept as select 1 as one`
  server.kill()
  await server.restart()
  await server.restart()
  assert.deepEqual([...(await connect(t, url)`select one from kept`)], [{ one: 1 }])
})

slowTest('a killed process leaves neither a server nor data', async () => {
  const program = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('./postgres-server.ts'))}
    process.stdout.write((await startPostgres()).url())
    setInterval(() => {}, 1000)`
  const child = execFile(process.execPath, ['--input-type=module', '--eval', program])
  const [url] = child.stdout === null ? [] : await once(child.stdout, 'data')
  const folder = await dataDirectory(String(url))
  child.kill('SIGKILL')
  while (existsSync(folder)) await sleep(systemClock, 20)
  await assert.rejects(dataDirectory(String(url)), { code: 'ECONNREFUSED' })
})

slowTest('a server does not keep its process alive', async () => {
  const program = `
    import { startPostgres } from ${JSON.stringify(import.meta.resolve('./postgres-server.ts'))}
    await startPostgres()`
  const child = execFile(process.execPath, ['--input-type=module', '--eval', program])
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('every test gets its own database, in the requested encoding', async (t) => {
  const first = connect(t, await testDatabase(t))
  const second = connect(t, await testDatabase(t, { encoding: 'SQL_ASCII' }))
  await first`create table mine (id integer)`
  await second`create table mine (id integer)`
  assert.deepEqual([...(await second`show server_encoding`)], [{ server_encoding: 'SQL_ASCII' }])
})

test('a migrated test database has all migrations, and shares no tables with other test databases', async (t) => {
  const urls = [await migratedTestDatabase(t), await migratedTestDatabase(t)]
  for (const url of urls) assert.deepEqual((await migrate({ url, file: '' }, 0)).applied, [])
  const [first, second] = urls.map((url) => connect(t, url))
  assert.ok(first !== undefined && second !== undefined)
  await first`create table mine as select 1 as one`
  assert.deepEqual([...(await second`select to_regclass('mine') as mine`)], [{ mine: null }])
})

test('a test database is dropped after the hooks of its test', async (t) => {
  let url = ''
  await t.test('inner', async (inner) => {
    url = await testDatabase(inner)
    const sql = postgres(url, { max: 1 })
    inner.after(async () => {
      await sql`select 1`
      await sql.end()
    })
  })
  await assert.rejects(dataDirectory(url), { code: '3D000' })
})

slowTest('the runner shares one server with its test files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-global-setup-'))
  t.after(() => rm(folder, { recursive: true }))
  const program = `console.log('url ' + process.env['TEST_POSTGRES_URL'])`
  const files = [join(folder, 'one.test.mjs'), join(folder, 'two.test.mjs')]
  for (const file of files) await writeFile(file, program)
  const setup = fileURLToPath(import.meta.resolve('../global-setup.ts'))
  const { TEST_POSTGRES_URL: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const parameters = ['--test', '--test-reporter=spec', `--test-global-setup=${setup}`, ...files]
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { env })
  const urls = [...stdout.matchAll(/^url (.*)$/gm)].map(([, url]) => url)
  assert.equal(urls.length, 2)
  assert.match(urls[0] ?? '', /^postgres:\/\/postgres:\w+@127\.0\.0\.1:\d+\/postgres$/)
  assert.equal(urls[0], urls[1])
  await assert.rejects(dataDirectory(urls[0] ?? ''), { code: 'ECONNREFUSED' })
})

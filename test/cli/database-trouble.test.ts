/**
 * Tests that commands refuse a database that is newer, in another encoding, locked, read-only or corrupt.
 * Such a command prints one sentence and ends with exit code 1.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, chown, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext } from 'node:test'
import postgres from 'postgres'
import { cli, cliJson, type Ended, startCli } from '../support/cli.ts'
import { testDatabase } from '../support/databases/databases.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { edgeLines, writeLines } from '../support/files/edge-list.ts'
import { signedFetch } from '../support/http/signed-request.ts'
import { slowTest as test } from '../support/part.ts'
import { AS_OTHER_USER, OTHER_USER, whyNoOtherUser } from '../support/processes/other-user.ts'

async function place(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const data = join(directory, 'data')
  await cliJson(t, ['user', 'create', 'ada', '--data', data])
  return { directory, data, file: join(data, 'aviary.sqlite') }
}

function refusedWith(sentence: RegExp, { code, out, err }: Ended): void {
  assert.equal(code, 1, out)
  assert.equal(out, '')
  assert.match(err, /^aviary: [^\n]+\n$/, 'one sentence')
  assert.match(err, sentence)
}

const servers = ['--port', '0', '--ops-port', '0', '--log-level', 'fatal']

test('commands and servers refuse a database that is newer than the program, and do not change it', async (t) => {
  const { data, file } = await place(t)
  const db = new DatabaseSync(file)
  db.exec("insert into migrations (name, applied_at) values ('9999-tomorrow', 1)")
  db.close()
  const before = await readFile(file)
  const newer =
    /written by a newer Aviary \(it has 9999-tomorrow.*start the newer program, or restore a backup/
  refusedWith(newer, await cli(t, ['user', 'show', 'ada', '--data', data]))
  refusedWith(newer, await cli(t, ['serve', '--data', data, '--verify-at-start', 'off', ...servers]))
  assert.deepEqual(await readFile(file), before)
})

test('a newer PostgreSQL database is also refused, and not changed', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const database = await testDatabase(t)
  const settings = ['--data', data, '--database', database]
  await cliJson(t, ['user', 'create', 'ada', ...settings])
  const sql = postgres(database, { max: 1, onnotice: () => undefined })
  t.after(() => sql.end())
  await sql`insert into migrations (name, applied_at) values ('9999-tomorrow', 1)`
  const tables = () => sql`select relname from pg_class where relkind in ('r', 'i') order by relname`
  const before = (await tables()).map(({ relname }) => relname)
  const newer =
    /written by a newer Aviary \(it has 9999-tomorrow.*start the newer program, or restore a backup/
  refusedWith(newer, await cli(t, ['user', 'show', 'ada', ...settings]))
  refusedWith(newer, await cli(t, ['migrate', ...settings]))
  refusedWith(newer, await cli(t, ['serve', ...settings, ...servers]))
  assert.deepEqual(
    (await tables()).map(({ relname }) => relname),
    before,
  )
})

test('a PostgreSQL database with an encoding other than UTF8 is refused', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const database = await testDatabase(t, { encoding: 'SQL_ASCII' })
  refusedWith(/SQL_ASCII.*UTF8/, await cli(t, ['migrate', '--data', data, '--database', database]))
})

test('an unreachable PostgreSQL server is reported in one sentence without the password', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const ended = await cli(t, ['migrate', '--data', data, '--database', 'postgres://u:hidden@127.0.0.1:1/x'])
  refusedWith(/PostgreSQL cannot be reached/, ended)
  assert.doesNotMatch(ended.err, /hidden/)
})

test('when another process has locked the database, a command reports the lock; a server refuses writes with 503/130 and continues to serve reads', async (t) => {
  const { data, file } = await place(t)
  const app = await cliJson(t, ['app', 'create', 'An app', '--owner', 'ada', '--data', data])
  const server = startCli(t, ['serve', '--data', data, ...servers])
  const [, url] = await server.said(/Aviary serves (http:\S+) /)
  const db = new DatabaseSync(file)
  t.after(() => db.close())
  // The server may be writing at this moment, so the test waits for its lock.
  db.exec('pragma busy_timeout = 10000')
  db.exec('begin immediate')
  const command = cli(t, ['user', 'create', 'bob', '--data', data])
  const consumer = { key: String(app['consumer_key']), secret: String(app['consumer_secret']) }
  const writing = () =>
    signedFetch(`${url}/oauth/request_token`, { consumer, oauth: { oauth_callback: 'oob' } })
  const written = writing()
  const headers = { authorization: `Bearer ${String(app['bearer_token'])}` }
  const answer = await fetch(`${url}/1.1/followers/ids.json?screen_name=ada`, { headers })
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /^\{"ids":\[\],/)
  refusedWith(/another process is writing to the database; try again in a moment/, await command)
  const refused = await written
  assert.equal(refused.status, 503)
  assert.match(await refused.text(), /"code":130/)
  db.exec('rollback')
  assert.equal((await writing()).status, 200)
  await cliJson(t, ['user', 'create', 'bob', '--data', data])
})

test('a read-only database file is refused with one sentence, and nothing is written', {
  skip: whyNoOtherUser(),
}, async (t) => {
  const { directory, data, file } = await place(t)
  await chmod(directory, 0o755)
  await chmod(data, 0o755)
  for (const name of ['aviary.sqlite', 'aviary.key']) {
    await chown(join(data, name), OTHER_USER, OTHER_USER)
    await chmod(join(data, name), 0o400)
  }
  const before = await readFile(file)
  const ended = await cli(t, ['user', 'create', 'bob', '--data', data], { under: AS_OTHER_USER })
  refusedWith(/may not be (read or )?written/, ended)
  assert.deepEqual(await readFile(file), before)
})

async function overwrite(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(bytes, 0, bytes.length, at)
  await handle.close()
}

describe('a corrupt database', () => {
  test('commands, servers and verify refuse a file with an invalid header', async (t) => {
    const { data, file } = await place(t)
    await overwrite(file, 0, Buffer.from('no database here'))
    refusedWith(/damaged; run "aviary verify"/, await cli(t, ['user', 'show', 'ada', '--data', data]))
    const server = await cli(t, ['serve', '--data', data, ...servers])
    assert.equal(server.code, 1)
    assert.doesNotMatch(server.err, /Aviary serves/)
    const { code, out } = await cli(t, ['verify', '--data', data, '--json'])
    assert.equal(code, 1)
    assert.equal(JSON.parse(out).ok, false)
  })

  test('verify reports a corrupt page of edges, and a server does not start', async (t) => {
    const { directory, data, file } = await place(t)
    const edges = await writeLines(join(directory, 'edges.txt'), edgeLines(5_000))
    await cliJson(t, ['import', 'follows', edges, '--data', data])
    const db = new DatabaseSync(file, { readOnly: true })
    const row = db.prepare("select rootpage as page from sqlite_schema where name = 'followers'").get()
    db.close()
    const page = Number(row?.['page'])
    const pageSize = (await readFile(file)).readUInt16BE(16)
    await overwrite(file, (page - 1) * pageSize, Buffer.alloc(512, 0xa5))
    const { code, out } = await cli(t, ['verify', '--data', data, '--json'])
    const { ok, faults } = JSON.parse(out)
    assert.deepEqual({ code, ok }, { code: 1, ok: false })
    for (const { check, fault, remedy } of faults) assert.ok(check !== '' && fault !== '' && remedy !== '')
    assert.ok(faults.length > 0)
    const server = await cli(t, ['serve', '--data', data, ...servers])
    assert.equal(server.code, 1)
    assert.doesNotMatch(server.err, /Aviary serves/)
    refusedWith(/damaged/, await cli(t, ['export', 'follows', join(directory, 'out.txt'), '--data', data]))
    assert.ok(!existsSync(join(directory, 'out.txt')), 'no partial file is left')
  })

  test('a truncated database file is refused', async (t) => {
    const { data, file } = await place(t)
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(0, Math.floor(bytes.length / 2)))
    const { code, out } = await cli(t, ['verify', '--data', data, '--json'])
    assert.equal(code, 1)
    assert.equal(JSON.parse(out).ok, false)
    const server = await cli(t, ['serve', '--data', data, ...servers])
    assert.equal(server.code, 1)
    assert.doesNotMatch(server.err, /Aviary serves/)
  })
})

/**
 * Tests that only one server may use an SQLite file. A second server would not share the nonces and rate
 * windows of the first server.
 */
import assert from 'node:assert/strict'
import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { cli, cliJson, startCli } from '../support/cli.ts'
import { testDatabase } from '../support/databases/databases.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'

const LISTENING = ['--port', '0', '--ops-port', '0', '--log-level', 'fatal']

async function started(t: TestContext, settings: readonly string[]) {
  const running = startCli(t, ['serve', ...settings, ...LISTENING])
  await running.said(/Aviary serves (http:\S+) /)
  return running
}

test('a second server on the same directory is refused while the first server runs, and starts after SIGKILL ended the first server', async (t) => {
  const settings = ['--data', join(await temporaryDirectory(t), 'data')]
  const first = await started(t, settings)
  const { code, err } = await cli(t, ['serve', ...settings, ...LISTENING])
  assert.equal(code, 1)
  assert.equal(
    err,
    'aviary: another server runs on this data directory, or a large import, which ends by itself; stop it, name another directory with --data, or use PostgreSQL (--database) for more than one\n',
  )
  // Commands are allowed while a server runs.
  await cliJson(t, ['user', 'create', 'ada', ...settings])
  first.kill('SIGKILL')
  await first.ended
  const second = await started(t, settings)
  second.kill('SIGTERM')
  assert.equal((await second.ended).code, 0)
  const third = await started(t, settings)
  third.kill('SIGTERM')
  assert.equal((await third.ended).code, 0)
})

test('a second server is refused even if aviary.lock was removed, and even if its path is a link to the same database', async (t) => {
  const directory = await temporaryDirectory(t)
  const data = join(directory, 'data')
  const settings = ['--data', data]
  const first = await started(t, settings)
  const lockFile = join(data, 'aviary.lock')
  const linked = join(directory, 'linked')
  const link = join(directory, 'link')
  symlinkSync(data, link)
  mkdirSync(linked)
  linkSync(join(data, 'aviary.sqlite'), join(linked, 'aviary.sqlite'))
  for (const place of [data, link, linked]) {
    rmSync(lockFile, { force: true })
    const { code, err } = await cli(t, ['serve', '--data', place, ...LISTENING])
    assert.equal(code, 1, place)
    assert.match(
      err,
      /^aviary: another server runs on .*; stop it, name another directory with --data, or use/,
    )
  }
  // Commands are allowed while a server runs, and a copy is a separate database.
  rmSync(lockFile, { force: true })
  await cliJson(t, ['user', 'create', 'ada', ...settings])
  const copy = join(directory, 'copy')
  await cliJson(t, ['backup', join(directory, 'backup.tar.gz'), ...settings])
  await cliJson(t, ['restore', join(directory, 'backup.tar.gz'), '--data', copy])
  const other = await started(t, ['--data', copy])
  other.kill('SIGTERM')
  assert.equal((await other.ended).code, 0)
  first.kill('SIGKILL')
  await first.ended
  rmSync(lockFile, { force: true })
  const next = await started(t, settings)
  next.kill('SIGTERM')
  assert.equal((await next.ended).code, 0)
})

test('on PostgreSQL several servers may run, with separate data directories or a shared one', async (t) => {
  const settings = ['--data', join(await temporaryDirectory(t), 'data'), '--database', await testDatabase(t)]
  const servers = [await started(t, settings), await started(t, settings)]
  for (const server of servers) server.kill('SIGTERM')
  for (const server of servers) assert.equal((await server.ended).code, 0)
})

test('a new database that "migrate" made can be served, verified and backed up', async (t) => {
  const directory = await temporaryDirectory(t)
  const settings = ['--data', join(directory, 'data')]
  await cliJson(t, ['migrate', ...settings])
  assert.equal((await cli(t, ['verify', ...settings])).code, 0)
  await cliJson(t, ['backup', join(directory, 'backup.tar.gz'), ...settings])
  const server = await started(t, [...settings, '--no-migrate'])
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('an invalid certificate is reported before the database is opened', async (t) => {
  const directory = await temporaryDirectory(t)
  const data = join(directory, 'data')
  const { certFile, keyFile } = await testCertificate(t)
  const other = await testCertificate(t)
  for (const [cert, key, words] of [
    [join(directory, 'none.pem'), keyFile, /^aviary: .*none\.pem does not exist; check the path\n$/],
    [
      keyFile,
      keyFile,
      /^aviary: the certificate .* cannot be used \(.*\); give PEM files that belong together/,
    ],
    [
      certFile,
      other.keyFile,
      /^aviary: the certificate .* cannot be used \(.*\); give PEM files that belong/,
    ],
  ] as const) {
    const { code, err } = await cli(t, ['serve', '--data', data, '--tls-cert', cert, '--tls-key', key])
    assert.equal(code, 1)
    assert.match(err, words)
    assert.ok(!existsSync(data), 'nothing was begun')
  }
})

test('commands that need a database do not create it', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  for (const words of [
    ['user', 'show', 'ada'],
    ['user', 'suspend', 'ada'],
    ['app', 'create', 'An app', '--owner', 'ada'],
    ['token', 'revoke', '1-abc'],
  ]) {
    const { code, err } = await cli(t, [...words, '--data', data])
    assert.equal(code, 1)
    assert.equal(err, `aviary: there is no database in ${data}; name the right directory with --data\n`)
    assert.ok(!existsSync(data))
  }
})

test('invalid arguments end with exit code 2, whatever the database contains', async (t) => {
  const settings = ['--data', join(await temporaryDirectory(t), 'data')]
  await cliJson(t, ['user', 'create', 'ada', ...settings])
  for (const words of [
    ['user', 'create', 'a b'],
    ['user', 'create', 'bob', '--email', 'bob@example.org'],
    ['user', 'create', 'bob', '--email', 'bob@example.org', '--password', 'short'],
    ['user', 'withhold', 'ada', '--countries', 'germany'],
    ['app', 'create', 'An app', '--owner', 'ada', '--callback', 'no url'],
  ]) {
    assert.equal((await cli(t, [...words, ...settings])).code, 2, words.join(' '))
  }
  assert.equal(
    (await cli(t, ['user', 'create', 'ADA', ...settings])).code,
    1,
    'taken, which depends on the data',
  )
})

test('--version prints the version', async (t) => {
  const { code, out } = await cli(t, ['--version'])
  assert.equal(code, 0)
  assert.match(out, /^\d+\.\d+\.\d+\n$/)
})

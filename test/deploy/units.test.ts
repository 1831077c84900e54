/** Runs the commands of the systemd units as systemd does, but without the sandbox of systemd. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { WRONG_USAGE } from '../../src/cli/exit-codes.ts'
import { startCli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { deployedText, run } from './tools.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('../../bin/aviary.js'))

/** Reads the value of a line in a unit. */
function valueIn(unit: string, name: string): string {
  const [, value] = new RegExp(`^${name}=(.*)$`, 'm').exec(deployedText(`systemd/${unit}`)) ?? []
  assert.ok(value, `${unit}: ${name}`)
  return value
}

/** Makes the folders that the units name, with the program, inside a temporary folder. */
async function makeMachine(t: TestContext) {
  const folder = await temporaryDirectory(t)
  for (const name of ['opt/aviary/bin', 'etc/aviary', 'var/lib/aviary-backups'])
    mkdirSync(join(folder, name), { recursive: true })
  const program = join(folder, 'opt/aviary/bin/aviary')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 })
  /**
   * The text of a unit, changed for this machine: paths are replaced, and `%%` is read as systemd reads it.
   */
  const here = (text: string) =>
    text.replaceAll(/\/(?:opt|etc|var)\//g, (path) => `${folder}${path}`).replaceAll('%%', '%')
  const variables = (unit: string) => {
    const [name = '', value = ''] = here(valueIn(unit, 'Environment')).split('=')
    return { [name]: value }
  }
  return { folder, here, variables }
}

test('the commands of aviary.service and of the backup service work', async (t) => {
  const { folder, here, variables } = await makeMachine(t)
  const [first, renewed] = [await testCertificate(t), await testCertificate(t, ['renewed.example'])]
  const settings = {
    port: 0,
    ops_port: 0,
    log_level: 'info',
    tls_cert: first.certFile,
    tls_key: first.keyFile,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`)
  writeFileSync(join(folder, 'etc/aviary/aviary.yaml'), lines.join(''))

  const [program, ...words] = here(valueIn('aviary.service', 'ExecStart')).split(' ')
  assert.equal(program, join(folder, 'opt/aviary/bin/aviary'))
  const server = startCli(t, words, { env: variables('aviary.service') })
  await server.said(/Aviary serves https:/)

  const [kill = '', ...signal] = valueIn('aviary.service', 'ExecReload')
    .replace('$MAINPID', String(server.pid))
    .split(' ')
  for (const [from, to] of [
    [renewed.certFile, first.certFile],
    [renewed.keyFile, first.keyFile],
  ] as const)
    copyFileSync(from, to)
  assert.equal(run(kill, signal).code, 0)
  await server.printed(/read the TLS certificate again/)

  const backups = join(folder, 'var/lib/aviary-backups')
  const backup = (name: string) => {
    const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(here(valueIn('aviary-backup.service', name))) ?? []
    assert.notEqual(script, '')
    const { code, text } = run('/bin/sh', ['-c', script], variables('aviary-backup.service'))
    assert.equal(code, 0, text)
  }
  backup('ExecStart')
  const [made = ''] = readdirSync(backups)
  assert.match(made, /^\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/)
  assert.match(run('tar', ['tzf', join(backups, made)]).text, /aviary\.key/)
  backup('ExecStartPost')
  assert.deepEqual(readdirSync(backups), [made], 'the only backup stays')
  for (let day = 1; day <= 16; day += 1) {
    const old = join(backups, `2026-01-${String(day).padStart(2, '0')}T031700Z.tar.gz`)
    writeFileSync(old, '')
    utimesSync(old, day, day)
  }
  backup('ExecStartPost')
  const left = readdirSync(backups).toSorted()
  assert.equal(left.length, 14)
  assert.deepEqual([left[0], left.at(-1)], ['2026-01-04T031700Z.tar.gz', made])

  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('wrong settings end the service with the exit code after which systemd does not restart it', async (t) => {
  const { folder, here, variables } = await makeMachine(t)
  writeFileSync(join(folder, 'etc/aviary/aviary.yaml'), 'prot: 1\n')
  const [, ...words] = here(valueIn('aviary.service', 'ExecStart')).split(' ')
  const { code, err } = await startCli(t, words, { env: variables('aviary.service') }).ended
  assert.equal(code, WRONG_USAGE)
  assert.match(err, /^aviary: .*aviary\.yaml:1:1: "prot" is not a setting/)
  assert.equal(valueIn('aviary.service', 'RestartPreventExitStatus'), String(WRONG_USAGE))
})

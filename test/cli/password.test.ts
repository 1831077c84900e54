/**
 * Tests that every command that needs a password can read it in a way that other users of the machine cannot
 * see.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cli } from '../support/cli.ts'
import { compileCache } from '../support/compile-cache.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('../../bin/aviary.js'))

const COMMANDS = [
  ['user', 'create', 'ada', '--email', 'ada@example.org'],
  ['console', 'create', 'acme', '--email', 'ops@example.org'],
  ['console', 'password', 'ops@example.org'],
  ['stream-account', 'create', 'acme', '--email', 'firehose@example.org'],
]

/** Runs a command with a text on standard input. */
async function withInput(args: readonly string[], input: string): Promise<{ code: number; err: string }> {
  const env = { PATH: process.env['PATH'], ...compileCache() }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += String(chunk)
  })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code: Number(code), err }
}

test('the password comes from a file, from standard input, or from --password with a warning about the process list', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'password')
  await writeFile(file, 'battery staple\n')
  for (const [way, more, input] of [
    ['file', ['--password-file', file], ''],
    ['input', ['--password-file', '-'], 'battery staple\n'],
    ['flag', ['--password', 'battery staple'], ''],
  ] as const) {
    for (const command of COMMANDS) {
      const { code, err } = await withInput([...command, ...more, '--data', join(directory, way)], input)
      assert.equal(code, 0, err)
      if (way === 'flag') assert.match(err, /^aviary: --password can be read by every user/)
      else assert.doesNotMatch(err, /password/)
    }
  }
  // Running "stream-account create" again checks that the stored password is the password in the file.
  const again = [
    'stream-account',
    'create',
    'acme',
    '--email',
    'firehose@example.org',
    '--data',
    join(directory, 'file'),
  ]
  assert.equal((await withInput([...again, '--password-file', '-'], 'battery staple')).code, 0)
  assert.equal((await withInput([...again, '--password-file', '-'], 'another staple')).code, 1)
})

test('without a terminal and without a password, a command ends with exit code 2 and names the option to use', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  for (const command of COMMANDS.filter(([, word]) => word === 'create')) {
    const { code, err } = await cli(t, [...command, '--data', data])
    assert.equal(code, 2)
    assert.match(err, /^aviary: a password is needed; use --password-file PATH \(- is standard input\)\n$/)
  }
})

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { type PasswordOptions, readPassword } from './password.ts'
import { UsageError } from './run.ts'
import { Interrupted } from './signals.ts'

const PASSWORD = 'battery staple 🔑'

function stage(isTTY = false) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const [out, err] = [new PassThrough(), new PassThrough()]
  let shown = ''
  for (const stream of [out, err]) {
    stream.on('data', (chunk) => {
      shown += String(chunk)
    })
  }
  const read = (options: PasswordOptions = {}) => readPassword(options, { out, err }, input)
  /** Types a text after the question appears. */
  const answer = async (question: RegExp, typed: string) => {
    while (!question.test(shown)) await new Promise(setImmediate)
    input.write(typed)
  }
  return { input, read, answer, shown: () => shown }
}

describe('readPassword', () => {
  for (const [what, content] of [
    ['a line', `${PASSWORD}\n`],
    ['a line of Windows', `${PASSWORD}\r\n`],
    ['no line break', PASSWORD],
    ['more lines', `${PASSWORD}\nwhat it is for\n`],
  ] as const) {
    test(`reads the password from a file and from standard input: ${what}`, async (t) => {
      const file = join(await temporaryDirectory(t), 'password')
      await writeFile(file, content)
      const { input, read, shown } = stage()
      assert.equal(await read({ passwordFile: file }), PASSWORD)
      input.end(content)
      assert.equal(await read({ passwordFile: '-' }), PASSWORD)
      assert.equal(shown(), '')
    })
  }

  test('--password is accepted; the warning about it does not contain the password', async () => {
    const { read, shown } = stage()
    assert.equal(await read({ password: PASSWORD }), PASSWORD)
    assert.match(shown(), /^aviary: --password can be read by every user .*--password-file PATH/)
    assert.ok(!shown().includes(PASSWORD))
  })

  test('a terminal asks twice, and does not show the typed password', async () => {
    const { read, answer, shown } = stage(true)
    const reading = read()
    await answer(/Password: /, `wrong\b\b\b\b\b${PASSWORD}\r`)
    await answer(/Repeat the password: /, `${PASSWORD}\r`)
    assert.equal(await reading, PASSWORD)
    assert.equal(shown(), 'Password: \nRepeat the password: \n')
  })

  test('two different typed passwords are an error', async () => {
    const { read, answer } = stage(true)
    const refused = assert.rejects(read(), UsageError)
    await answer(/Password: /, 'one thing\r')
    await answer(/Repeat the password: /, 'another thing\r')
    await refused
  })

  for (const [key, typed] of [
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ] as const) {
    test(`${key} cancels`, async () => {
      const { read, answer } = stage(true)
      const refused = assert.rejects(read(), Interrupted)
      await answer(/Password: /, typed)
      await refused
    })
  }

  test('errors: no password, two sources, an empty file, a file that is too large', async (t) => {
    const file = join(await temporaryDirectory(t), 'password')
    const { input, read } = stage()
    await assert.rejects(read(), /--password-file PATH/)
    await assert.rejects(read({ password: 'x', passwordFile: file }), UsageError)
    await writeFile(file, '\nsecond')
    await assert.rejects(read({ passwordFile: file }), UsageError)
    await writeFile(file, 'x'.repeat(10_000))
    await assert.rejects(read({ passwordFile: file }), UsageError)
    await assert.rejects(read({ passwordFile: `${file}.none` }), { code: 'ENOENT' })
    input.end()
    await assert.rejects(read({ passwordFile: '-' }), UsageError)
  })
})

/** What a server loads leaves V8's short way through arrays open (decision 0013). */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'

const COMMANDS = new URL('../../src/cli/commands/', import.meta.url)

const LOADED = [
  new URL('../../src/server.ts', import.meta.url).href,
  ...readdirSync(COMMANDS)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => new URL(name, COMMANDS).href),
]

/** What V8 answers, in a process of its own, after some code has run. */
function areArraysPlainAfter(code: string): boolean {
  const asked = `${code}\nprocess.stdout.write(String(%ArrayIteratorProtector()))`
  const flags = ['--allow-natives-syntax', '--input-type=module', '--no-warnings', '-e', asked]
  return execFileSync(process.execPath, flags, { encoding: 'utf8' }) === 'true'
}

test('decision 0013: nothing that is loaded has V8 walk every array by the protocol', () => {
  assert.ok(LOADED.length > 10)
  assert.ok(areArraysPlainAfter(LOADED.map((url) => `await import(${JSON.stringify(url)})`).join('\n')))
})

test('one array with an iterator of its own, as core-js makes it, does', () => {
  assert.ok(!areArraysPlainAfter('[1][Symbol.iterator] = () => [][Symbol.iterator]()'))
})

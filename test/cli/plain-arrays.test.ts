/**
 * Tests that the modules of a server do not disable the fast paths of V8 for arrays and regular expressions
 * (decisions 0013, 0058).
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { slowTest } from '../support/part.ts'

const COMMANDS = new URL('../../src/cli/commands/', import.meta.url)

const LOADED = [
  new URL('../../src/server.ts', import.meta.url).href,
  ...readdirSync(COMMANDS)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => new URL(name, COMMANDS).href),
]

const ARRAYS_ARE_FAST = '%ArrayIteratorProtector()'

/**
 * core-js 2 sets this global variable. Loading core-js also makes regular expressions at least ten times
 * slower.
 */
const CORE_JS_IS_LOADED = "'__core-js_shared__' in globalThis"

/** Runs some code in a new process, and then evaluates an expression there. */
function isTrueAfter(code: string, expression: string): boolean {
  const asked = `${code}\nprocess.stdout.write(String(${expression}))`
  const flags = ['--allow-natives-syntax', '--input-type=module', '--no-warnings', '-e', asked]
  return execFileSync(process.execPath, flags, { encoding: 'utf8' }) === 'true'
}

slowTest('decisions 0013, 0058: no loaded module slows arrays, and core-js is not loaded', () => {
  assert.ok(LOADED.length > 10)
  const loadAll = LOADED.map((url) => `await import(${JSON.stringify(url)})`).join('\n')
  assert.ok(isTrueAfter(loadAll, `${ARRAYS_ARE_FAST} && !(${CORE_JS_IS_LOADED})`))
})

test('the check detects that an array has its own iterator, as core-js causes', () => {
  assert.ok(!isTrueAfter('[1][Symbol.iterator] = () => [][Symbol.iterator]()', ARRAYS_ARE_FAST))
})

test('the check detects a file of twitter-text that loads core-js', () => {
  const file = import.meta.resolve('twitter-text/dist/hasInvalidCharacters.js')
  assert.ok(isTrueAfter(`await import(${JSON.stringify(file)})`, CORE_JS_IS_LOADED))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFolders, checkSizes } from './sizes.ts'
import { parseSources } from './source.ts'

const LONG = 'const line = 0\n'.repeat(401)

function sizesOf(path: string, text: string, gotchas = '') {
  const { stopped, warned } = checkSizes(parseSources({ [path]: text }), gotchas)
  return { stopped: stopped.length, warned: warned.length }
}

test('files, functions and lists of imports above their maximum are found', () => {
  assert.deepEqual(sizesOf('src/lib/a.ts', LONG), { stopped: 1, warned: 0 })
  const long = `{\n${'  step()\n'.repeat(79)}}`
  for (const head of ['function f() ', 'const f = () => ', 'const f = function () ']) {
    assert.deepEqual(sizesOf('src/lib/a.ts', head + long), { stopped: 1, warned: 0 }, head)
  }
  assert.deepEqual(sizesOf('src/lib/a.ts', `class A {\n  f() ${long}\n}`), { stopped: 1, warned: 0 })
  const imports = Array.from({ length: 16 }, (_, index) => `import './${index}.ts'`).join('\n')
  assert.deepEqual(sizesOf('src/lib/a.ts', imports), { stopped: 1, warned: 0 })
})

test('sizes between the budget and the maximum are warnings', () => {
  assert.deepEqual(sizesOf('src/lib/a.ts', 'const line = 0\n'.repeat(221)), { stopped: 0, warned: 1 })
  assert.deepEqual(sizesOf('src/lib/a.ts', 'const line = 0\n'.repeat(220)), { stopped: 0, warned: 0 })
})

test('an endpoint file has a smaller maximum', () => {
  assert.deepEqual(sizesOf('src/api/1.1/a.ts', 'const line = 0\n'.repeat(251)), { stopped: 1, warned: 0 })
})

test('a long class with short methods passes', () => {
  const methods = Array.from({ length: 30 }, (_, index) => `  m${index}() {\n    step()\n  }\n`).join('')
  assert.deepEqual(sizesOf('src/lib/a.ts', `class A {\n${methods}}\n`), { stopped: 0, warned: 0 })
})

test('an exemption needs a reason at the top of the file and an entry in GOTCHAS.md', () => {
  const reason = `/**\n * A table.\n * Over the size stop: one row a code point.\n */\n${LONG}`
  assert.deepEqual(sizesOf('src/lib/a.ts', reason, 'see src/lib/a.ts'), { stopped: 0, warned: 1 })
  assert.deepEqual(sizesOf('src/lib/a.ts', reason), { stopped: 1, warned: 0 })
  assert.deepEqual(sizesOf('src/lib/a.ts', LONG, 'see src/lib/a.ts'), { stopped: 1, warned: 0 })
})

test('a migration may be one long list of statements', () => {
  const list = `export const m = { statements: () => [\n${"  'create',\n".repeat(90)}] }`
  assert.deepEqual(sizesOf('src/db/migrations/0001-a.ts', list), { stopped: 0, warned: 0 })
})

test('a folder has at most 25 files; tests and endpoints do not count', () => {
  const files = (folder: string, count: number, end = '.ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/f${at}${end}`, '']))
  const check = (texts: Record<string, string>) => checkFolders(parseSources(texts)).length
  assert.equal(check({ ...files('src/lib', 25), ...files('src/lib', 9, '.test.ts') }), 0)
  assert.equal(check(files('src/lib', 26)), 1)
  assert.equal(check(files('src/db/migrations', 40)), 0)
  assert.equal(check(files('src/api/1.1/users', 40)), 0)
})

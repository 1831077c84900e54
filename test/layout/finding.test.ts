import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyExceptions, fileFinding, formatFindings } from './finding.ts'

test('an exception covers its file, and an unused exception is found', () => {
  const findings = [fileFinding('src/a.ts', 'is wrong'), fileFinding('src/b.ts', 'is wrong')]
  const exceptions = [
    { path: 'src/a.ts', reason: 'it must' },
    { path: 'src/c.ts', reason: 'it had to, once' },
  ]
  assert.deepEqual(
    applyExceptions(findings, exceptions).map(({ path }) => path),
    ['src/b.ts', 'src/c.ts'],
  )
})

test('findings are formatted with file and line', () => {
  assert.equal(
    formatFindings([fileFinding('src/a.ts', 'is wrong'), { path: 'src/b.ts', line: 3, message: 'too' }]),
    'src/a.ts: is wrong\nsrc/b.ts:3: too',
  )
})

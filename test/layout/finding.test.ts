import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foundIn, settle, told } from './finding.ts'

test('an exception covers its file, and is found when it covers nothing', () => {
  const findings = [foundIn('src/a.ts', 'is wrong'), foundIn('src/b.ts', 'is wrong')]
  const exceptions = [
    { path: 'src/a.ts', reason: 'it must' },
    { path: 'src/c.ts', reason: 'it had to, once' },
  ]
  assert.deepEqual(
    settle(findings, exceptions).map(({ path }) => path),
    ['src/b.ts', 'src/c.ts'],
  )
})

test('findings are told by file and line', () => {
  assert.equal(
    told([foundIn('src/a.ts', 'is wrong'), { path: 'src/b.ts', line: 3, message: 'too' }]),
    'src/a.ts: is wrong\nsrc/b.ts:3: too',
  )
})

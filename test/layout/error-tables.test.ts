import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkErrorTexts, checkStatuses } from './error-tables.ts'
import { parseSources } from './source.ts'

const TABLE =
  "export const E = { gone: { code: 34, status: 404, message: 'Sorry, that page does not exist.' } }"

test('an error status outside the tables is found, however it is written', () => {
  for (const text of [
    'const a = { status: 404 }',
    'reply.code(503)',
    'reply.status(400)',
    'raw.writeHead(429)',
  ]) {
    assert.equal(checkStatuses(parseSources({ 'src/api/1.1/a.ts': text }), []).length, 1, text)
  }
})

test('a status in a table passes, and so do success and other numbers', () => {
  const sources = parseSources({
    'src/api/1.1/_errors.ts': TABLE,
    'src/api/_problem-family.ts': 'export const p = { status: 403 }',
    'src/api/1.1/a.ts': 'export const a = { status: 200, count: 404 }\nfind(404)',
  })
  assert.deepEqual(checkStatuses(sources, []), [])
})

test('error texts of a table that another file repeats are found', () => {
  const sources = parseSources({
    'src/api/1.1/_errors.ts': TABLE,
    'src/http/a.ts': "throw new Error('Sorry, that page does not exist.')",
    'src/http/b.ts': "throw new Error('there is no such path')",
  })
  assert.deepEqual(
    checkErrorTexts(sources).map(({ path }) => path),
    ['src/http/a.ts'],
  )
})

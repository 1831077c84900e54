import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesBelow, parseSources, readSources } from './source.ts'

test('sources are parsed by path, together with their text', () => {
  const [source] = parseSources({ 'src/a.ts': 'export const a: number = 1\n' })
  assert.equal(source?.path, 'src/a.ts')
  assert.equal(source?.tree.statements.length, 1)
})

test('a text that cannot be parsed is an error, so that no rule skips it', () => {
  assert.throws(() => parseSources({ 'src/a.ts': 'const a = = 1' }), SyntaxError)
})

test('the repository is read without folders of other projects, and a missing folder counts as empty', () => {
  const paths = readSources('test/layout').map(({ path }) => path)
  assert.ok(paths.includes('test/layout/source.ts'))
  assert.deepEqual(filesBelow('no-such-folder', /./), [])
  assert.ok(filesBelow('test', /./).every((path) => !path.includes('/fixtures/')))
})

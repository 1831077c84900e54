import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const MEASURE = fileURLToPath(new URL('../../test/support/processes/flat-text-bytes.ts', import.meta.url))

test('a flat text does not keep its parts in memory', () => {
  const { tree, piece } = JSON.parse(execFileSync(process.execPath, [MEASURE], { encoding: 'utf8' }))
  // A piece has about 650 characters.
  assert.ok(piece > 600 && piece < 900, `${piece} bytes`)
  assert.ok(tree > 2 * piece, `${tree} and ${piece} bytes`)
})

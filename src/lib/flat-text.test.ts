import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldBytes } from '../../test/support/held-memory.ts'
import { flat } from './flat-text.ts'

const COUNT = 20_000

/** Bytes that such texts take, each of forty parts that nothing else holds. */
function bytesOf(keep: (text: string) => string): number {
  const before = heldBytes()
  const texts: string[] = []
  for (let index = 0; index < COUNT; index += 1) {
    let text = ''
    for (let part = 0; part < 40; part += 1) text += `"part ${part}":${index},`
    texts.push(keep(text))
  }
  const held = heldBytes() - before
  assert.equal(new Set(texts).size, COUNT)
  return held / COUNT
}

test('a flat text holds none of the parts that it was put together of', () => {
  const [tree, piece] = [bytesOf((text) => text), bytesOf(flat)]
  // Of some 650 characters.
  assert.ok(piece < 900, `${piece} bytes`)
  assert.ok(tree > 2 * piece, `${tree} and ${piece} bytes`)
})

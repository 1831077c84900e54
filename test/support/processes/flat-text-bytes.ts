/** Measures, in a separate process, how much memory concatenated texts and flat texts use. */
import { flat } from '../../../src/lib/flat-text.ts'
import { retainedBytes } from './retained-memory.ts'

const COUNT = 4_000

/** The first number in the texts. All numbers have five digits. */
const FIRST = 10_000

/** The bytes of memory of a text that is made of forty parts. Nothing else refers to the parts. */
function bytesOf(keep: (text: string) => string): number {
  const before = retainedBytes()
  const texts: string[] = []
  for (let index = 0; index < COUNT; index += 1) {
    let text = ''
    for (let part = 0; part < 40; part += 1) text += `"part ${part}":${FIRST + index},`
    texts.push(keep(text))
  }
  const held = retainedBytes() - before
  if (new Set(texts).size !== COUNT) throw new Error('a text is lost')
  return held / COUNT
}

console.log(JSON.stringify({ tree: bytesOf((text) => text), piece: bytesOf(flat) }))

/**
 * Lists of users as they were sent last, for clients that ask for the same people again and again. A user who has not
 * changed is the very same Buffer in memory, so a list of the same Buffers has the same bytes, and is not put together,
 * copied and collected anew. (docs/performance.md)
 */
import { jsonList } from '../../lib/json.ts'

/** Lists that are kept, and bytes of the longest one: 8 MiB together. */
const LISTS_MOST = 16
const BYTES_MOST = 512 * 1024

interface Kept {
  readonly texts: readonly (string | Buffer)[]
  readonly bytes: Buffer
}

export class ListMemo {
  readonly #kept: Kept[] = []
  #oldest = 0

  /** Lists that are kept. */
  get size(): number {
    return this.#kept.length
  }

  /** The texts as a JSON array; what is given back belongs to all who asked for it, and is never written to. */
  array(texts: readonly (string | Buffer)[]): Buffer {
    const known = this.#kept.find((kept) => isSame(kept.texts, texts))
    if (known !== undefined) return known.bytes
    const bytes = jsonList('[', texts, ']')
    // A text is nobody's for long: somebody's own view, or a user who was asked for once.
    if (bytes.length <= BYTES_MOST && texts.every((text) => typeof text !== 'string')) {
      this.#kept[this.#oldest] = { texts, bytes }
      this.#oldest = (this.#oldest + 1) % LISTS_MOST
    }
    return bytes
  }
}

function isSame(a: readonly (string | Buffer)[], b: readonly (string | Buffer)[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index])
}

/** A sink for a streaming response, without a connection. */
import { type ChunkRun, type Piece, wholeOf } from '../../../src/http/chunk-run.ts'
import type { SharingSink, Watcher, WriteResult } from '../../../src/http/stream-response.ts'

/** A client that reads only when the test allows it. */
export class TestSink implements SharingSink {
  readonly taken: string[] = []
  readonly ending: string[] = []
  isGone = false
  watcher: Watcher | undefined
  isBlocked = false
  #unblock: ((written: WriteResult) => void) | undefined

  async write(pieces: readonly Piece[], hurry?: AbortSignal): Promise<WriteResult> {
    return this.put(pieces) ? 'room' : this.waitForRoom(hurry)
  }

  put(pieces: readonly Piece[]): boolean {
    for (const piece of pieces) this.taken.push(Buffer.from(wholeOf(piece)).toString())
    return !this.isBlocked
  }

  push({ pieces }: ChunkRun): boolean {
    return this.put(pieces)
  }

  async waitForRoom(hurry?: AbortSignal): Promise<WriteResult> {
    return new Promise((resolve) => {
      this.#unblock = resolve
      hurry?.addEventListener('abort', () => resolve('interrupted'))
    })
  }

  async end(pieces: readonly Piece[]): Promise<void> {
    for (const piece of pieces) this.ending.push(Buffer.from(wholeOf(piece)).toString())
  }

  settle(written: WriteResult): void {
    this.#unblock?.(written)
  }

  leave(): void {
    this.isGone = true
    this.watcher?.wake()
  }
}

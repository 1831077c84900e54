/** Counts the messages, keep-alives and bytes of a stream. */
import { constants, inflateRawSync } from 'node:zlib'
import { type ChunkBuffer, type ChunkRun, lengthOf, type Piece, wholeOf } from '../../http/chunk-run.ts'
import type { SharingSink, Watcher, WriteResult } from '../../http/stream-response.ts'
import { GZIP_HEADER } from '../../lib/files/gzip-member.ts'
import type { StreamRecord } from '../../request-log/entry.ts'

/** The counts for one piece of a stream. */
interface Counts {
  readonly messages: number
  readonly keepAlives: number
}

/** The counts for each run of pieces. Many connections can share a run, and its pieces are counted only once. */
const COUNTED_RUNS = new WeakMap<ChunkRun, Counts>()

const LINE_END = '\r\n'

/**
 * Counts the lines of a text. With `delimited=length`, the number before a message does not end with CR LF, so it is
 * in the line of the message.
 */
function countsIn(text: string): Counts {
  let messages = 0
  let keepAlives = 0
  for (const line of text.split(LINE_END).slice(0, -1)) {
    if (line === '') keepAlives += 1
    else messages += 1
  }
  return { messages, keepAlives }
}

/**
 * The text of a piece of a stream. Each compressed piece can be decompressed alone. The gzip header and trailer have no
 * text.
 */
export function textOfPiece(bytes: Uint8Array, isGzip: boolean): string {
  if (!isGzip) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  if (GZIP_HEADER.equals(bytes)) return ''
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8')
  } catch {
    // A piece that a fault has corrupted contains no message.
    return ''
  }
}

/** A sink that counts the pieces that it passes on. */
export class CountingSink implements SharingSink {
  readonly #sink: SharingSink
  readonly #record: StreamRecord
  readonly #isGzip: boolean
  /** True for a stream; false for the download of a file. */
  readonly #hasMessages: boolean

  constructor(
    sink: SharingSink,
    record: StreamRecord,
    { isGzip, hasMessages }: { readonly isGzip: boolean; readonly hasMessages: boolean },
  ) {
    this.#sink = sink
    this.#record = record
    this.#isGzip = isGzip
    this.#hasMessages = hasMessages
  }

  get isGone(): boolean {
    return this.#sink.isGone
  }

  get watcher(): Watcher | undefined {
    return this.#sink.watcher
  }

  set watcher(watcher: Watcher | undefined) {
    this.#sink.watcher = watcher
  }

  write(pieces: readonly Piece[], hurry?: AbortSignal): Promise<WriteResult> {
    this.#count(pieces)
    return this.#sink.write(pieces, hurry)
  }

  put(pieces: readonly Piece[], buffer?: ChunkBuffer): boolean {
    this.#count(pieces)
    return this.#sink.put(pieces, buffer)
  }

  push(run: ChunkRun): boolean {
    let counts = COUNTED_RUNS.get(run)
    if (counts === undefined) {
      counts = this.#countsOf(run.pieces)
      COUNTED_RUNS.set(run, counts)
    }
    this.#add(counts, run.pieces)
    return this.#sink.push(run)
  }

  waitForRoom(hurry?: AbortSignal): Promise<WriteResult> {
    return this.#sink.waitForRoom(hurry)
  }

  end(pieces: readonly Piece[]): Promise<void> {
    this.#count(pieces)
    return this.#sink.end(pieces)
  }

  #count(pieces: readonly Piece[]): void {
    if (!this.#sink.isGone) this.#add(this.#countsOf(pieces), pieces)
  }

  #add({ messages, keepAlives }: Counts, pieces: readonly Piece[]): void {
    const record = this.#record
    record.messages += messages
    record.keepAlives += keepAlives
    for (const piece of pieces) record.bytes += lengthOf(piece)
  }

  #countsOf(pieces: readonly Piece[]): Counts {
    if (!this.#hasMessages) return { messages: 0, keepAlives: 0 }
    return countsIn(pieces.map((piece) => textOfPiece(wholeOf(piece), this.#isGzip)).join(''))
  }
}

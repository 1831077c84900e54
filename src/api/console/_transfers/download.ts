/** Answers whose body a writer makes piece by piece. */
import { Writable } from 'node:stream'
import type { SharingSink, StreamBody } from '../../../http/stream-response.ts'

/** Bytes that wait in the writer. */
const BUFFERED_BYTES = 256 * 1024

/** Writes to `target` and ends it; rejects when the target fails. */
export type WriteDownload = (target: NodeJS.WritableStream, signal: AbortSignal) => Promise<void>

/** A body that `write` makes. A reader that leaves or stalls ends it; an error cuts the answer off. */
export function downloadBody(write: WriteDownload): StreamBody {
  return async (sink) => {
    if (sink.isGone) return
    const left = new AbortController()
    // The compression may produce no output for a long time, in which no write shows that the reader has disconnected.
    sink.watcher = { wake: () => left.abort() }
    try {
      await write(writableTo(sink, left), left.signal)
    } catch (error) {
      if (!left.signal.aborted) throw error
    }
  }
}

function writableTo(sink: SharingSink, left: AbortController): Writable {
  const give = (pieces: readonly Uint8Array[], done: (error?: Error) => void) => {
    sink.write(pieces.filter(({ length }) => length > 0)).then((result) => {
      if (result === 'room') return done()
      left.abort()
      done(new Error(`the reader of a download is ${result}`))
    }, done)
  }
  const target = new Writable({
    highWaterMark: BUFFERED_BYTES,
    write: (chunk: Uint8Array, _encoding, done) => give([chunk], done),
    writev: (chunks, done) =>
      give(
        chunks.map(({ chunk }) => chunk as Uint8Array),
        done,
      ),
    final: (done) => void sink.end([]).then(() => done(), done),
  })
  // The writer gets the error; without a listener it would end the process.
  return target.on('error', () => undefined)
}

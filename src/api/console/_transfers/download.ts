/** Responses whose body is written piece by piece. */
import { Writable } from 'node:stream'
import type { SharingSink, StreamBody } from '../../../http/stream-response.ts'

/** Maximum number of bytes that wait in the stream. */
const BUFFERED_BYTES = 256 * 1024

/** Writes the body to `target`, then ends `target`. Rejects when `target` fails. */
export type WriteDownload = (target: NodeJS.WritableStream, signal: AbortSignal) => Promise<void>

/**
 * A response body that `write` produces. When the client disconnects or stalls, the signal of `write` is aborted. An
 * error of `write` cuts the response off.
 */
export function downloadBody(write: WriteDownload): StreamBody {
  return async (sink) => {
    if (sink.isGone) return
    const left = new AbortController()
    // A compressor may write nothing for a long time, so a failed write alone would show a disconnected client too
    // late.
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
  // `write` gets the error. Without a listener here, the error would end the process.
  return target.on('error', () => undefined)
}

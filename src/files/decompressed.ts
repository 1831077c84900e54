/** Reads a decompressing stream of Node, and returns all bytes before a fault in the data. */
import { finished } from 'node:stream/promises'
import type { InflateRaw, ZstdDecompress } from 'node:zlib'

/**
 * Number of bytes that are written to the stream at once. This number limits memory use, because deflate expands data
 * up to 1,032 times.
 */
const WRITE_BYTES = 16 * 1024

/**
 * The decompressed bytes. They are read as soon as they exist, because a stream of Node discards its buffered bytes
 * when the stream fails.
 * @param next returns the next compressed bytes; undefined at the end
 * @returns the bytes of the last chunk that follow the end of the compressed data
 * @throws errors of the stream and of `next`, after the bytes before the fault were returned
 */
export async function* decompressed(
  stream: InflateRaw | ZstdDecompress,
  next: () => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer, Buffer> {
  let ready: Buffer[] = []
  stream.on('data', (bytes: Buffer) => ready.push(bytes))
  const outcome = finished(stream).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const taken = () => {
    const all = ready
    ready = []
    return all
  }
  let rest: Buffer = Buffer.alloc(0)
  let written = 0
  try {
    while (!stream.destroyed && rest.length === 0) {
      const chunk = await next()
      if (chunk === undefined) break
      for (let at = 0; at < chunk.length; at += WRITE_BYTES) {
        const slice = chunk.subarray(at, at + WRITE_BYTES)
        written += slice.length
        await Promise.race([outcome, new Promise<void>((resolve) => stream.write(slice, () => resolve()))])
        yield* taken()
        const unused = written - stream.bytesWritten
        if (unused > 0) rest = chunk.subarray(at + slice.length - unused)
        if (unused > 0 || stream.destroyed) break
      }
    }
    if (!stream.destroyed) stream.end()
    const failure = await outcome
    yield* taken()
    if (failure !== undefined) throw failure.error
    return rest
  } finally {
    stream.destroy()
  }
}

/** Reads a decompressing stream of Node up to a fault in its data. */
import { finished } from 'node:stream/promises'
import type { InflateRaw, ZstdDecompress } from 'node:zlib'

/** Bytes written at once. This bounds the memory: deflate expands to at most 1,032 times the bytes. */
const WRITE_BYTES = 16 * 1024

/**
 * The decompressed bytes. A failing stream of Node drops its buffered bytes, so bytes are read as soon as they exist.
 * @param next the next compressed bytes; undefined at their end
 * @returns bytes of the last chunk that follow the data
 * @throws errors of the stream and of `next`, after the bytes before them
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

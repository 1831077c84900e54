/** Reads the beginning of a source of bytes before the source is used. */
import { FileUnreadable } from './unreadable.ts'

export interface Probed {
  /** The first bytes of the source: at least as many as were asked for, if the source has them. */
  readonly probe: Buffer
  /** All bytes of the source, including the first ones. */
  readonly chunks: AsyncIterable<Buffer>
}

/** Reads the first bytes of a source. @param length minimum number of bytes; chunks are read as a whole */
export async function probed(source: AsyncIterable<Buffer>, length: number): Promise<Probed> {
  const iterator = source[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let bytes = 0
  let failure: FileUnreadable | undefined
  while (bytes < length && failure === undefined) {
    try {
      const { value, done } = await iterator.next()
      if (done === true) break
      first.push(value)
      bytes += value.length
    } catch (error) {
      // In a truncated file, the content before the fault is read before the error is thrown.
      if (bytes === 0 || !(error instanceof FileUnreadable)) throw error
      failure = error
    }
  }
  const probe = Buffer.concat(first)
  return { probe, chunks: joined(probe, iterator, failure) }
}

async function* joined(
  first: Buffer,
  others: AsyncIterator<Buffer>,
  failure: FileUnreadable | undefined,
): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    if (failure !== undefined) throw failure
    for (;;) {
      const { value, done } = await others.next()
      if (done === true) return
      yield value
    }
  } finally {
    await others.return?.()
  }
}

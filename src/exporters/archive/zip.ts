/** Writes files into a zip file, one after the other, as it is read. */
import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ArchiveFile } from './archive-file.ts'

/**
 * The bytes of a zip file, whose members have the time `mtime`. Ending the iteration early closes all files.
 * @throws what reading a file throws; the zip file is then incomplete, and unreadable
 */
export async function* zipOf(files: AsyncIterable<ArchiveFile>, mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  const stopping = new AbortController()
  const feeding = feed(zip, files, { mtime, signal: stopping.signal }).catch((error: unknown) => {
    output.destroy(error as Error)
  })
  try {
    for await (const chunk of output) yield chunk as Uint8Array
  } finally {
    stopping.abort()
    output.destroy()
    await feeding
  }
}

async function feed(
  zip: ZipFile,
  files: AsyncIterable<ArchiveFile>,
  { mtime, signal }: { readonly mtime: Date; readonly signal: AbortSignal },
): Promise<void> {
  for await (const { path, isDense, open } of files) {
    const content = await open()
    if (content === undefined) continue
    // The stream of a blob is destroyed itself: its file is open before it is read, and a wrapper that was not read leaves it open.
    const stream =
      content instanceof Readable
        ? addAbortSignal(signal, content)
        : Readable.from(content, { signal, objectMode: false })
    zip.addReadStream(stream, path, { compress: !isDense, mtime })
    // Listens at once, because a file that waits for its turn may fail.
    await finished(stream, { writable: false })
  }
  zip.end()
}

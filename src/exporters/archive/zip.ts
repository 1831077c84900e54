/** Writes files into a zip file in sequence, while a reader reads the zip file. */
import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ArchiveFile } from './archive-file.ts'

/**
 * The bytes of a zip file. All files in it have the modification time `mtime`. If the reader stops early, all files are
 * closed.
 * @throws the error of a file that cannot be read; the zip file is then incomplete and cannot be opened
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
    // A content that is a stream gets the signal itself. `Readable.from` would wrap it, and the end of a wrapper that was
    // never read would leave the file of the stream open.
    const stream =
      content instanceof Readable
        ? addAbortSignal(signal, content)
        : Readable.from(content, { signal, objectMode: false })
    zip.addReadStream(stream, path, { compress: !isDense, mtime })
    // The listener is added immediately, because a file may fail while it waits for earlier files.
    await finished(stream, { writable: false })
  }
  zip.end()
}

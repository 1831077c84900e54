/** Writes an export file, which gets its name when it is complete. */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Thrown when the file exists. */
export class FileExists extends Error {
  override readonly name = 'FileExists'

  constructor(file: string) {
    super(`${file} exists; give another name, or remove it first`)
  }
}

/**
 * Writes a text, gzipped if the file name ends in `.gz`.
 * @param text yields the pieces of the text
 * @param signal aborts the export and removes the partial file
 * @throws {FileExists}
 */
export async function writeExport(
  file: string,
  text: () => AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<void> {
  if (existsSync(file)) throw new FileExists(file)
  const partial = join(dirname(file), `.${basename(file)}.partial`)
  const target = createWriteStream(partial)
  const options = signal === undefined ? {} : { signal }
  try {
    if (file.endsWith('.gz')) await pipeline(text, createGzip(), target, options)
    else await pipeline(text, target, options)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw signal?.aborted === true ? signal.reason : error
  }
}

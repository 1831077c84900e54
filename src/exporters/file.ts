/** A file that an export writes: it gets its name when it is whole. */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Thrown when there is a file of that name. */
export class FileExists extends Error {
  override readonly name = 'FileExists'

  constructor(file: string) {
    super(`${file} exists; give another name, or remove it first`)
  }
}

/**
 * Writes a text, compressed when the file's name ends in `.gz`.
 * @param text gives the pieces
 * @param signal gives up, leaving nothing behind
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

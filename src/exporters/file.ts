/** Writes an export file, which gets its name when it is complete. */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'

/** A part of a file. Large parts are written with less work than small ones. */
export type Piece = string | Uint8Array

/** A path, or a stream that stays open, such as standard output. */
export type ExportTarget = string | NodeJS.WritableStream

/** Thrown when the file exists. */
export class FileExists extends Error {
  override readonly name = 'FileExists'

  constructor(file: string) {
    super(`${file} exists; give another name, or remove it first`)
  }
}

/**
 * Writes a file, compressed if its name ends in `.gz` or `.zst`, or the same to a stream.
 * @param pieces yields the content
 * @param signal aborts the export and removes the partial file
 * @throws {FileExists}
 */
export async function writeExport(
  target: ExportTarget,
  pieces: () => AsyncIterable<Piece>,
  signal?: AbortSignal,
): Promise<void> {
  const options = signal === undefined ? {} : { signal }
  if (typeof target !== 'string') return pipeline(pieces, target, { ...options, end: false })
  if (existsSync(target)) throw new FileExists(target)
  const partial = join(dirname(target), `.${basename(target)}.partial`)
  const file = createWriteStream(partial)
  const compressed = compressorOf(target)
  try {
    if (compressed === undefined) await pipeline(pieces, file, options)
    else await pipeline(pieces, compressed, file, options)
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw signal?.aborted === true ? signal.reason : error
  }
}

function compressorOf(file: string): NodeJS.ReadWriteStream | undefined {
  if (file.endsWith('.gz')) return createGzip()
  return file.endsWith('.zst') ? createZstdCompress() : undefined
}

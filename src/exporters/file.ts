/** Writes an export file, which gets its final name only when it is complete. */
import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'

/** A part of a file. Fewer and larger parts need less work. */
export type Piece = string | Uint8Array

/** A path, or a stream that the export does not close, such as standard output. */
export type ExportTarget = string | NodeJS.WritableStream

/** Thrown when the file already exists. */
export class FileExists extends Error {
  override readonly name = 'FileExists'

  constructor(file: string) {
    super(`${file} exists; give another name, or remove it first`)
  }
}

/** Thrown at the end of an export if a later export is writing a file with the same name. */
export class ExportReplaced extends Error {
  override readonly name = 'ExportReplaced'

  constructor(file: string) {
    super(`another export writes ${file}; give each its own name`)
  }
}

export interface WriteOptions {
  /** Aborts the export and removes the partial file. */
  readonly signal?: AbortSignal | undefined
  /** True to produce the content without writing a file. */
  readonly isDryRun?: boolean | undefined
}

/**
 * Writes the content to a file or stream. A file is compressed if its name ends in `.gz` or `.zst`.
 * @param pieces yields the content
 * @throws {FileExists}
 * @throws {ExportReplaced}
 */
export async function writeExport(
  target: ExportTarget,
  pieces: () => AsyncIterable<Piece>,
  { signal, isDryRun = false }: WriteOptions = {},
): Promise<void> {
  const options = signal === undefined ? {} : { signal }
  if (typeof target === 'string' && existsSync(target)) throw new FileExists(target)
  if (isDryRun) return pipeline(pieces, nowhere(), options)
  if (typeof target !== 'string') return pipeline(pieces, target, { ...options, end: false })
  const partial = join(dirname(target), `.${basename(target)}.partial`)
  // A killed export leaves its partial file. A new export does not continue this file, because all posts of a file must
  // come from one point in time.
  await rm(partial, { force: true })
  const handle = await open(partial, 'wx')
  const { ino } = await handle.stat()
  // If the partial file is missing or unreadable, another export has replaced it.
  const isOurs = async () => (await stat(partial).catch(() => undefined))?.ino === ino
  // The data is flushed before the rename, so that after a crash of the machine a file with its final name has its
  // whole content.
  const file = handle.createWriteStream({ flush: true })
  const compressed = compressorOf(target)
  try {
    if (compressed === undefined) await pipeline(pieces, file, options)
    else await pipeline(pieces, compressed, file, options)
    if (!(await isOurs())) throw new ExportReplaced(target)
    if (existsSync(target)) throw new FileExists(target)
    await rename(partial, target)
  } catch (error) {
    // The handle is already closed if the stream has ended.
    await handle.close().catch(() => undefined)
    if (await isOurs()) await rm(partial, { force: true })
    throw signal?.aborted === true ? signal.reason : error
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

function compressorOf(file: string): NodeJS.ReadWriteStream | undefined {
  if (file.endsWith('.gz')) return createGzip()
  return file.endsWith('.zst') ? createZstdCompress() : undefined
}

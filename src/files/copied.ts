/** Copies streams to temporary files, for formats that are read from their end. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TemporaryFolder } from '../lib/files/temporary-folder.ts'

/** Copies bytes to a file with permissions for its owner only. @returns the path of the copy */
export async function copied(chunks: AsyncIterable<Buffer>, folder: TemporaryFolder): Promise<string> {
  const path = join(folder.path, 'file.zip')
  await pipeline(chunks, createWriteStream(path, { mode: 0o600 }))
  return path
}

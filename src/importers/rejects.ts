/** The reject file of an import: line number, reason and line, separated by tabs. */
import {
  closeSync,
  createReadStream,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Characters of a rejected line in the file. */
export const MAX_REJECT_LENGTH = 500
/** Digits of the fingerprint in the file name. */
const DIGITS = 16

export interface Reject {
  readonly line: number
  readonly reason: string
  readonly text: string
}

/**
 * Writes in two steps, like the transaction of the batch: uncommitted rows are overwritten by the next run, or by a retry of the
 * batch.
 */
export class RejectFile {
  readonly path: string
  /** Bytes of committed rows. */
  #kept: number
  #put = 0

  private constructor(path: string, kept: number) {
    this.path = path
    this.#kept = kept
  }

  /**
   * The file of an import; it is created with the first row.
   * @param directory the data directory
   * @param fingerprint identity of the import (progress.ts)
   * @param lines lines that earlier runs processed: their rejects stay
   */
  static async open(directory: string, fingerprint: string, lines: number): Promise<RejectFile> {
    const [kind = '', digest = ''] = fingerprint.split(':')
    const path = join(directory, 'rejects', `${kind}-${digest.slice(0, DIGITS)}.tsv`)
    return new RejectFile(path, lines > 0 && existsSync(path) ? await bytesUntil(path, lines) : 0)
  }

  /** Writes rows after the committed ones. */
  write(rejects: readonly Reject[]): void {
    this.#put = 0
    if (rejects.length === 0) return
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    const rows = rejects.map(
      ({ line, reason, text }) => `${line}\t${reason}\t${text.slice(0, MAX_REJECT_LENGTH)}\n`,
    )
    const bytes = Buffer.from(rows.join(''))
    const file = openSync(this.path, existsSync(this.path) ? 'r+' : 'w', 0o600)
    try {
      ftruncateSync(file, this.#kept)
      writeSync(file, bytes, 0, bytes.length, this.#kept)
    } finally {
      closeSync(file)
    }
    this.#put = bytes.length
  }

  /** Commits the last written rows. */
  commit(): void {
    this.#kept += this.#put
    this.#put = 0
  }
}

/** Bytes of the rows for the first `lines` lines; rows are in the order of lines. */
async function bytesUntil(path: string, lines: number): Promise<number> {
  let bytes = 0
  let rest = ''
  // In latin1 one character is one byte.
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const rows = (rest + chunk).split('\n')
    rest = rows.pop() ?? ''
    for (const row of rows) {
      if (Number.parseInt(row, 10) > lines) return bytes
      bytes += row.length + 1
    }
  }
  return bytes
}

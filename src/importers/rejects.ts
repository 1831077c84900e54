/** The file into which an import writes what it refused: line number, reason, the line; tabs between them. */
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

/** Characters of a refused line that are kept. */
export const REJECT_LONGEST = 500
/** Digits of the fingerprint that make the name. */
const DIGITS = 16

export interface Reject {
  readonly line: number
  readonly reason: string
  readonly text: string
}

/**
 * Writing is in two steps, like the commit it goes along with: what is put and not kept is written over by the next
 * run, or by another try at the same batch.
 */
export class RejectFile {
  readonly path: string
  /** Bytes of the rows that are kept. */
  #kept: number
  #put = 0

  private constructor(path: string, kept: number) {
    this.path = path
    this.#kept = kept
  }

  /**
   * The file of an import; it is made when there is something to write.
   * @param directory the data directory
   * @param fingerprint of the import (progress.ts): the same content under another name is the same import
   * @param lines of the imported file that earlier runs dealt with: their rejects stay
   */
  static async open(directory: string, fingerprint: string, lines: number): Promise<RejectFile> {
    const [kind = '', digest = ''] = fingerprint.split(':')
    const path = join(directory, 'rejects', `${kind}-${digest.slice(0, DIGITS)}.tsv`)
    return new RejectFile(path, lines > 0 && existsSync(path) ? await bytesUntil(path, lines) : 0)
  }

  /** Writes rows after those that are kept. */
  put(rejects: readonly Reject[]): void {
    this.#put = 0
    if (rejects.length === 0) return
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    const rows = rejects.map(
      ({ line, reason, text }) => `${line}\t${reason}\t${text.slice(0, REJECT_LONGEST)}\n`,
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

  /** What was put last stays. */
  keep(): void {
    this.#kept += this.#put
    this.#put = 0
  }
}

/** Bytes of the rows about the first so many lines; rows are in the order of lines. */
async function bytesUntil(path: string, lines: number): Promise<number> {
  let bytes = 0
  let rest = ''
  // One character a byte.
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

/** The reject file of an import: place, reason and text of each rejected object in a line, separated by tabs. */
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
import { FileUnreadable } from '../files/unreadable.ts'

/** Characters of a rejected line in the file. */
export const MAX_REJECT_LENGTH = 500
/** Digits of the fingerprint in the file name. */
const DIGITS = 16

export interface Reject {
  /** Its number in the file, or `file:number`. */
  readonly line: number | string
  readonly reason: string
  readonly text: string
}

/**
 * Writes in two steps, like the transaction of the batch. The next run, or a retry of the batch, overwrites uncommitted
 * rows.
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

  /**
   * The file at a path.
   * @param kept bytes that earlier runs committed
   * @throws {FileUnreadable} when the file exists and no earlier run wrote it
   */
  static at(path: string, kept: number): RejectFile {
    if (kept > 0 || !existsSync(path)) return new RejectFile(path, existsSync(path) ? kept : 0)
    throw new FileUnreadable(`${path} exists; give another name for the rejected objects, or remove it first`)
  }

  /**
   * The file in the data directory, for imports without an option for it. @param name such as `files-0123456789abcdef`
   */
  static byName(directory: string, name: string, kept: number): RejectFile {
    const path = join(directory, 'rejects', `${name}.tsv`)
    return new RejectFile(path, existsSync(path) ? kept : 0)
  }

  /** Bytes of committed rows. */
  get bytes(): number {
    return this.#kept
  }

  /** Writes rows after the committed ones. @returns the bytes of the file with these rows */
  write(rejects: readonly Reject[]): number {
    this.#put = 0
    if (rejects.length === 0) return this.#kept
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    const rows = rejects.map(
      ({ line, reason, text }) =>
        `${line}\t${inOneLine(reason)}\t${inOneLine(text).slice(0, MAX_REJECT_LENGTH)}\n`,
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
    return this.#kept + this.#put
  }

  /** Commits the last written rows. */
  commit(): void {
    this.#kept += this.#put
    this.#put = 0
  }
}

const SEPARATOR = /[\t\r\n]/g
const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\n': '\\n' }

function inOneLine(text: string): string {
  return text.replace(SEPARATOR, (character) => ESCAPES[character] ?? character)
}

/** Bytes of the rows for the first `lines` lines; rows are in the order of lines. */
async function bytesUntil(path: string, lines: number): Promise<number> {
  let bytes = 0
  let rest = ''
  // The text is in Latin-1, where a character is one byte.
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

/** The reject file of an import: place, reason and text of each rejected object in a line, separated by tabs. */
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FileUnreadable } from '../files/unreadable.ts'

/** Characters of a rejected line in the file. */
export const MAX_REJECT_LENGTH = 500
/** Maximum bytes of the rows of a file. Further rejected objects are counted and not listed (decision 0164). */
export const MAX_REJECT_BYTES = 64 * 1024 * 1024

export interface Reject {
  /** Its number in the file, or `file:number`. */
  readonly line: number | string
  readonly reason: string
  readonly text: string
}

/** The end of the rows, which the progress of an import stores. */
export interface RejectPosition {
  readonly bytes: number
  /** Rejected objects for which the file has no room. */
  readonly unlisted: number
}

export const NO_REJECTS: RejectPosition = { bytes: 0, unlisted: 0 }

/**
 * Writes in two steps, like the transaction of the batch. The next run, or a retry of the batch, overwrites uncommitted
 * rows.
 */
export class RejectFile {
  readonly path: string
  readonly #most: number
  /** The end of the committed rows. */
  #kept: RejectPosition
  /** The end of all rows. */
  #end: RejectPosition

  private constructor(path: string, kept: RejectPosition, most: number) {
    this.path = path
    this.#most = most
    this.#kept = existsSync(path) ? kept : NO_REJECTS
    this.#end = this.#kept
  }

  /**
   * The file at a path.
   * @param kept rows that earlier runs committed
   * @param isContinued true if an earlier run of the import wrote the file
   * @throws {FileUnreadable} when the file exists and no earlier run wrote it
   */
  static at(path: string, kept: RejectPosition, isContinued: boolean): RejectFile {
    if (isContinued || !existsSync(path)) return new RejectFile(path, kept, MAX_REJECT_BYTES)
    throw new FileUnreadable(`${path} exists; give another name for the rejected objects, or remove it first`)
  }

  /**
   * The file in the data directory, for imports without an option for it.
   * @param name such as `files-0123456789abcdef`
   * @param most maximum bytes, for tests
   */
  static byName(
    directory: string,
    name: string,
    kept: RejectPosition,
    most: number = MAX_REJECT_BYTES,
  ): RejectFile {
    return new RejectFile(join(directory, 'rejects', `${name}.tsv`), kept, most)
  }

  /** A file that is never written, for an import that is repeated. */
  static withoutRows(): RejectFile {
    return new RejectFile('', NO_REJECTS, 0)
  }

  /** Bytes of committed rows. */
  get bytes(): number {
    return this.#kept.bytes
  }

  /** The end of all rows, with those of {@link write} that are not committed yet. */
  get position(): RejectPosition {
    return this.#end
  }

  /** Continues behind the rows that an earlier run committed. */
  moveTo(position: RejectPosition): void {
    this.#kept = existsSync(this.path) ? position : NO_REJECTS
    this.#end = this.#kept
  }

  /** Writes rows after the committed ones. @returns the end of the file with these rows */
  write(rejects: readonly Reject[]): RejectPosition {
    this.#end = this.#kept
    if (rejects.length === 0) return this.#end
    const rows = this.#fitting(rejects)
    const bytes = Buffer.from(rows.join(''))
    if (rows.length > 0) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
      const file = openSync(this.path, existsSync(this.path) ? 'r+' : 'w', 0o600)
      try {
        ftruncateSync(file, this.#kept.bytes)
        writeSync(file, bytes, 0, bytes.length, this.#kept.bytes)
      } finally {
        closeSync(file)
      }
    }
    this.#end = {
      bytes: this.#kept.bytes + bytes.length,
      unlisted: this.#kept.unlisted + rejects.length - rows.length,
    }
    return this.#end
  }

  /** Commits the last written rows. */
  commit(): void {
    this.#kept = this.#end
  }

  /** The rows for which the file has room. After the first object without room, none is listed. */
  #fitting(rejects: readonly Reject[]): readonly string[] {
    const rows: string[] = []
    let room = this.#kept.unlisted > 0 ? 0 : this.#most - this.#kept.bytes
    for (const { line, reason, text } of rejects) {
      const row = `${line}\t${inOneLine(reason)}\t${inOneLine(text).slice(0, MAX_REJECT_LENGTH)}\n`
      room -= Buffer.byteLength(row)
      if (room < 0) break
      rows.push(row)
    }
    return rows
  }
}

const SEPARATOR = /[\t\r\n]/g
const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\n': '\\n' }

function inOneLine(text: string): string {
  return text.replace(SEPARATOR, (character) => ESCAPES[character] ?? character)
}

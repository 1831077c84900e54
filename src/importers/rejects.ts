/**
 * Writes the reject file of an import. Each line has the place, the reason and the text of a rejected object, separated
 * by tabs.
 */
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FileUnreadable } from '../files/unreadable.ts'
import { type RejectReason, withReasons } from './reject-reasons.ts'

/** Maximum number of characters of a rejected text in the file. */
export const MAX_REJECT_LENGTH = 500
/**
 * Maximum size of the lines of the file in bytes. Further rejected objects are counted but not listed (decision 0164).
 */
export const MAX_REJECT_BYTES = 64 * 1024 * 1024

export interface Reject {
  /** Number of the line in the input, or `file:number`. */
  readonly line: number | string
  readonly reason: string
  readonly text: string
}

/** Position of the end of the lines; the progress of an import contains this position. */
export interface RejectPosition {
  readonly bytes: number
  /** Number of rejected objects that are not listed, because the file is full. */
  readonly unlisted: number
  /** Counts of all rejected objects up to this position. */
  readonly reasons: readonly RejectReason[]
}

export const NO_REJECTS: RejectPosition = { bytes: 0, unlisted: 0, reasons: [] }

/**
 * Writes in two steps, like the transaction of a batch. Lines that are not committed are overwritten by the next
 * attempt or run.
 */
export class RejectFile {
  /** Empty for an import without a reject file. */
  readonly path: string
  readonly #most: number
  /** The end of the committed lines. */
  #kept: RejectPosition
  /** The end of all lines, including lines that are not committed. */
  #end: RejectPosition

  private constructor(path: string, kept: RejectPosition, most: number) {
    this.path = path
    this.#most = most
    this.#kept = startOf(path, kept)
    this.#end = this.#kept
  }

  /**
   * The reject file at a given path.
   * @param kept position after the lines that earlier runs committed
   * @param isContinued true if an earlier run of the import wrote the file
   * @throws {FileUnreadable} when the file exists and no earlier run wrote it
   */
  static at(path: string, kept: RejectPosition, isContinued: boolean): RejectFile {
    if (isContinued || !existsSync(path)) return new RejectFile(path, kept, MAX_REJECT_BYTES)
    throw new FileUnreadable(`${path} exists; give another name for the rejected objects, or remove it first`)
  }

  /**
   * The reject file in the data directory, for imports without a given path.
   * @param name name of the file, such as `files-0123456789abcdef`
   * @param most maximum size in bytes, for tests
   */
  static byName(
    directory: string,
    name: string,
    kept: RejectPosition,
    most: number = MAX_REJECT_BYTES,
  ): RejectFile {
    return new RejectFile(join(directory, 'rejects', `${name}.tsv`), kept, most)
  }

  /**
   * Counts rejected objects and writes no file: for a dry run, and for an import that is read a second time for
   * statistics.
   */
  static withoutFile(): RejectFile {
    return new RejectFile('', NO_REJECTS, 0)
  }

  /** Size of the committed lines in bytes. */
  get bytes(): number {
    return this.#kept.bytes
  }

  /** The end of all lines, including lines of {@link write} that are not committed yet. */
  get position(): RejectPosition {
    return this.#end
  }

  /** Continues after the lines that an earlier run committed. */
  moveTo(position: RejectPosition): void {
    this.#kept = startOf(this.path, position)
    this.#end = this.#kept
  }

  /** Writes lines after the committed lines. @returns the new end of the file */
  write(rejects: readonly Reject[]): RejectPosition {
    this.#end = this.#kept
    if (rejects.length === 0) return this.#end
    const reasons = withReasons(this.#kept.reasons, rejects)
    if (this.path === '') {
      this.#end = { ...this.#kept, reasons }
      return this.#end
    }
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
      reasons,
    }
    return this.#end
  }

  /** Commits the lines that were written last. */
  commit(): void {
    this.#kept = this.#end
  }

  /**
   * The lines that still fit into the file. After the first object that does not fit, the file lists no further object.
   */
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

/** The position from which a file continues. Positions of earlier versions of Aviary have no reasons. */
function startOf(path: string, position: RejectPosition): RejectPosition {
  return path === '' || existsSync(path) ? { ...NO_REJECTS, ...position } : NO_REJECTS
}

const SEPARATOR = /[\t\r\n]/g
const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\n': '\\n' }

function inOneLine(text: string): string {
  return text.replace(SEPARATOR, (character) => ESCAPES[character] ?? character)
}

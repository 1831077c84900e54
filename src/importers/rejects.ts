/** The file into which an import writes what it refused: line number, reason, the line. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Characters of a refused line that are kept. */
const KEPT = 500

export interface Reject {
  readonly line: number
  readonly reason: string
  readonly text: string
}

export class RejectFile {
  readonly path: string
  #made = false

  /** @param directory the data directory; the file is made only when there is something to write */
  constructor(directory: string, imported: string) {
    this.path = join(directory, 'rejects', `${basename(imported)}.tsv`)
  }

  write(rejects: readonly Reject[]): void {
    if (rejects.length === 0) return
    if (!this.#made) mkdirSync(join(this.path, '..'), { recursive: true })
    this.#made = true
    const lines = rejects.map(({ line, reason, text }) => `${line}\t${reason}\t${text.slice(0, KEPT)}\n`)
    appendFileSync(this.path, lines.join(''))
  }
}

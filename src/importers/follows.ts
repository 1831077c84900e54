/**
 * `import follows`: a list of edges, one `follower followee` per line, oldest first (design section 8). Streams,
 * so memory does not grow with the file; goes on where it was interrupted; puts what it refuses into a file.
 */
import type { Tx } from '../db/store.ts'
import type { Context } from '../domain/context.ts'
import { IMPORT_BATCH_LARGEST, type ImportedEdge, importFollows } from '../domain/graph/import-follows.ts'
import { FileUnreadable, type Line, linesOf } from './lines.ts'
import { Pace } from './pace.ts'
import { endStanding, fingerprintOf, moveStanding, type Standing, standingOf } from './progress.ts'
import { type Reject, RejectFile } from './rejects.ts'

export interface ImportReport {
  /** Lines that are neither empty nor comments. */
  readonly read: number
  readonly imported: number
  /** Edges that were there already. */
  readonly skipped: number
  readonly rejected: number
  /** Where the refused lines are; undefined when there are none. */
  readonly rejects: string | undefined
  /** Lines that an earlier, interrupted run had dealt with. */
  readonly resumedAfter: number
}

export interface ImportOptions {
  /** The data directory, for the reject file. */
  readonly data: string
  /** Told how many bytes of the file are dealt with. */
  readonly onBytes?: (bytes: number) => void
}

/** When none of so many lines is an edge, the file is something else. */
const HOPELESS_AFTER = 1_000

/**
 * @throws {FileUnreadable} when the file is no text, or ends too early; batches before that stay
 * @throws {ImportRunsElsewhere}
 */
export async function importFollowsFile(
  context: Context,
  file: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const run = new FollowsImport(context, file, options)
  return run.run()
}

class FollowsImport {
  readonly #context: Context
  readonly #file: string
  readonly #options: ImportOptions
  readonly #rejectFile: RejectFile
  readonly #pace: Pace
  #fingerprint = ''
  #standing: Standing = { lines: 0, imported: 0, skipped: 0, rejected: 0 }
  #edges: ImportedEdge[] = []
  #rejects: Reject[] = []
  #lastLine = 0

  constructor(context: Context, file: string, options: ImportOptions) {
    this.#context = context
    this.#file = file
    this.#options = options
    this.#rejectFile = new RejectFile(options.data, file)
    this.#pace = new Pace(context, IMPORT_BATCH_LARGEST)
  }

  async run(): Promise<ImportReport> {
    const { store } = this.#context
    const lines = linesOf(
      this.#file,
      this.#options.onBytes === undefined ? {} : { onBytes: this.#options.onBytes },
    )
    const first = await lines.next()
    this.#fingerprint = await fingerprintOf('follows', this.#file)
    this.#standing = await standingOf(store, this.#fingerprint)
    const resumedAfter = this.#standing.lines
    if (!first.done) await this.#take(first.value)
    try {
      for await (const batch of lines) await this.#take(batch)
    } catch (error) {
      // What came before the fault is good and stays.
      await this.#flush()
      throw error
    }
    await this.#flush()
    // No event: the batches appended theirs.
    await store.write((tx) => endStanding(tx, this.#fingerprint))
    const { imported, skipped, rejected } = this.#standing
    return {
      read: imported + skipped + rejected,
      imported,
      skipped,
      rejected,
      rejects: rejected > 0 ? this.#rejectFile.path : undefined,
      resumedAfter,
    }
  }

  async #take(lines: readonly Line[]): Promise<void> {
    let size = await this.#pace.size()
    for (const line of lines) {
      if (line.number <= this.#standing.lines) continue
      this.#lastLine = line.number
      this.#sort(line)
      if (this.#edges.length + this.#rejects.length < size) continue
      await this.#flush()
      size = await this.#pace.size()
    }
  }

  #sort(line: Line): void {
    if (line.text === '' || line.text.startsWith('#')) return
    const parsed = parseEdge(line.text)
    if (typeof parsed !== 'string') {
      this.#edges.push(parsed)
      return
    }
    this.#rejects.push({ line: line.number, reason: parsed, text: line.text })
    const { imported, skipped, rejected } = this.#standing
    const isHopeless = imported + skipped + this.#edges.length === 0
    if (isHopeless && rejected + this.#rejects.length >= HOPELESS_AFTER) {
      throw new FileUnreadable(
        `none of the first ${HOPELESS_AFTER} lines of ${this.#file} is an edge; give a file of "follower followee" lines`,
      )
    }
  }

  async #flush(): Promise<void> {
    const edges = this.#edges.splice(0)
    const rejects = this.#rejects.splice(0)
    if (edges.length + rejects.length === 0) return
    const { clock } = this.#context
    const started = clock.monotonic()
    this.#rejectFile.write(rejects)
    const from = this.#standing
    const next = (imported: number): Standing => ({
      lines: this.#lastLine,
      imported: from.imported + imported,
      skipped: from.skipped + edges.length - imported,
      rejected: from.rejected + rejects.length,
    })
    const imported = await importFollows(this.#context, edges, (tx: Tx, count) =>
      moveStanding(tx, this.#fingerprint, from, next(count), clock.now()),
    )
    this.#standing = next(imported)
    await this.#pace.rest(edges.length, clock.monotonic() - started)
  }
}

const LARGEST_ID = 2n ** 63n - 1n

/** The edge of a line, or why it is none. */
export function parseEdge(text: string): ImportedEdge | string {
  const match = /^[ \t]*(\d+)[ \t]+(\d+)[ \t]*$/.exec(text)
  if (match === null) return 'not two numeric ids with a space or tab between them'
  const [, first = '', second = ''] = match
  const follower = idOf(first)
  const followee = idOf(second)
  if (follower === undefined || followee === undefined) return 'an id is 0 or beyond 64 bits'
  if (follower === followee) return 'a user cannot follow itself'
  return { follower, followee }
}

function idOf(digits: string): bigint | undefined {
  if (digits.length > 19) return undefined
  const id = BigInt(digits)
  return id === 0n || id > LARGEST_ID ? undefined : id
}

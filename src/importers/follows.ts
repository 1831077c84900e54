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

/** Characters of a line that a message shows. */
const EXCERPT = 40

/**
 * @throws {FileUnreadable} when the file is no text, or ends too early; batches before that stay
 * @throws {ImportRunsElsewhere}
 */
export async function importFollowsFile(
  context: Context,
  file: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const lines = linesOf(file, options.onBytes === undefined ? {} : { onBytes: options.onBytes })
  // The first lines say whether this is a text at all, before it is read to its end for the fingerprint.
  const first = await lines.next()
  const fingerprint = await fingerprintOf('follows', file)
  const standing = await standingOf(context.store, fingerprint)
  const rejects = await RejectFile.open(options.data, fingerprint, standing.lines)
  const run = new FollowsImport(context, { file, fingerprint, standing, rejects })
  return run.run(first.done === true ? [] : first.value, lines)
}

interface ImportSource {
  readonly file: string
  readonly fingerprint: string
  /** Where an earlier run ended. */
  readonly standing: Standing
  readonly rejects: RejectFile
}

class FollowsImport {
  readonly #context: Context
  readonly #source: ImportSource
  readonly #pace: Pace
  #standing: Standing
  #edges: ImportedEdge[] = []
  #rejects: Reject[] = []
  #lastLine = 0

  constructor(context: Context, source: ImportSource) {
    this.#context = context
    this.#source = source
    this.#standing = source.standing
    this.#pace = new Pace(context, IMPORT_BATCH_LARGEST)
  }

  async run(first: readonly Line[], others: AsyncIterable<readonly Line[]>): Promise<ImportReport> {
    const { fingerprint, standing, rejects } = this.#source
    await this.#take(first)
    try {
      for await (const batch of others) await this.#take(batch)
    } catch (error) {
      // What came before the fault is good and stays.
      await this.#flush()
      throw error
    }
    await this.#flush()
    // No event: where an import stands is nobody's data.
    await this.#context.store.write((tx) => endStanding(tx, fingerprint))
    const { imported, skipped, rejected } = this.#standing
    return {
      read: imported + skipped + rejected,
      imported,
      skipped,
      rejected,
      rejects: rejected > 0 ? rejects.path : undefined,
      resumedAfter: standing.lines,
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
    if (isHopeless && rejected + this.#rejects.length >= HOPELESS_AFTER) this.#giveUp(line, parsed)
  }

  #giveUp(line: Line, reason: string): never {
    this.#rejects = []
    throw new FileUnreadable(
      `none of the first ${HOPELESS_AFTER} lines of ${this.#source.file} is an edge (line ${line.number} is ${JSON.stringify(line.text.slice(0, EXCERPT))}: ${reason}); give a file of lines such as "12 34", follower first`,
    )
  }

  async #flush(): Promise<void> {
    const edges = this.#edges.splice(0)
    const rejects = this.#rejects.splice(0)
    if (edges.length + rejects.length === 0) return
    const { clock } = this.#context
    const started = clock.monotonic()
    const from = this.#standing
    const next = (imported: number): Standing => ({
      lines: this.#lastLine,
      imported: from.imported + imported,
      skipped: from.skipped + edges.length - imported,
      rejected: from.rejected + rejects.length,
    })
    const { fingerprint, rejects: file } = this.#source
    let working = 0
    const imported = await importFollows(this.#context, edges, async (tx: Tx, count) => {
      await moveStanding(tx, fingerprint, from, next(count), clock.now())
      file.put(rejects)
      working = clock.monotonic() - started
    })
    file.keep()
    this.#standing = next(imported)
    await this.#pace.rest(edges.length, working, clock.monotonic() - started)
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

/**
 * What all imports of line files have in common: they stream, so memory does not grow with the file; go on where
 * they were interrupted; put what they refuse into a file (spec/server.md#import).
 */
import type { Tx } from '../db/store.ts'
import type { Context } from '../domain/context.ts'
import type { ReportFault as RepairNote } from '../lib/repair.ts'
import { assignmentOf } from './json-values.ts'
import { FileUnreadable, type ImportedFile, type Line, type LineOptions, linesOf } from './lines.ts'
import { Pace } from './pace.ts'
import { endStanding, fingerprintOf, moveStanding, type Standing, standingOf } from './progress.ts'
import { REJECT_LONGEST, type Reject, RejectFile } from './rejects.ts'
import { counted, LineRepairs, type RepairCount } from './repairs.ts'

/** What a batch made of its items. */
export interface BatchOutcome {
  readonly imported: number
  /** What was there already, when an item is not just one; else it is what the other two leave. */
  readonly skipped?: number
  /** Items that could not be taken after all, by their index in the batch. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[]
}

/** Stores where the import stands; called once inside the transaction of every batch, which may run again. */
export type Note = (tx: Tx, outcome: BatchOutcome) => Promise<void>

/** What a kind of import knows of its lines. */
export interface LineFormat<Item> {
  /** Names the kind in fingerprints and reject files. */
  readonly kind: string
  /** What a line is, such as `an edge`. */
  readonly noun: string
  /** What a file should have been, told when it is something else. */
  readonly hint: string
  /** Lines of a batch, at most. */
  readonly batch: number
  /** Bytes of a line, when they may be more than {@link LINE_LONGEST}. */
  readonly longest?: number
  /** Whether {@link store} may refuse items, so that their lines are remembered until then. */
  readonly refusesLate: boolean
  /**
   * What a line holds; why it is refused; undefined for a line that is none.
   * @param note is called for parts that are not as they should be, and were repaired or left out
   */
  parse(text: string, note: RepairNote): Item | string | undefined
  /** What reject files show of a line, when not its beginning: they are for the operator, whom private texts do not concern. */
  shown?(text: string): string
  /** As how many usual lines an item counts in the size of a batch. */
  weigh?(item: Item, text: string): number
  /** The pieces of a file that are no lines, numbered from 1. */
  read?(file: ImportedFile, options: LineOptions): AsyncGenerator<Line[]>
  /** Stores a batch in one transaction. */
  store(context: Context, items: readonly Item[], note: Note): Promise<void>
}

export interface ImportReport {
  /** Lines that hold something: neither empty nor comments. */
  readonly read: number
  readonly imported: number
  /** What was there already, just so. */
  readonly skipped: number
  readonly rejected: number
  /** Items of the file that are private and were passed over; undefined for files that hold none. */
  readonly heldBack?: number
  /** Where the refused lines are; undefined when there are none. */
  readonly rejects: string | undefined
  /** Parts of what was taken that were not as they should be, by kind: they were repaired, or left out. */
  readonly repairs: readonly RepairCount[]
  /** Lines that an earlier, interrupted run had dealt with. */
  readonly resumedAfter: number
}

export interface ImportOptions {
  /** The data directory, for the reject file. */
  readonly data: string
  /** Told how many bytes of the file are dealt with. */
  readonly onBytes?: (bytes: number) => void
}

/** When none of so many lines is what it should be, the file is something else. */
const HOPELESS_AFTER = 1_000

/** Characters of a line that a message shows. */
const EXCERPT = 40

const GARBLED = 'not UTF-8; convert the file (iconv -f LATIN1 -t UTF-8, or what it is in) and import it again'

/**
 * Imports a file.
 * @throws {FileUnreadable} when the file is no text, or ends too early; batches before that stay
 * @throws {ImportRunsElsewhere}
 */
export async function importLines<Item extends object>(
  context: Context,
  format: LineFormat<Item>,
  file: ImportedFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const { onBytes } = options
  const { longest, read = linesOf } = format
  if (typeof file === 'string') await refuseArchiveFile(file)
  const lines = read(file, {
    ...(onBytes === undefined ? {} : { onBytes }),
    ...(longest === undefined ? {} : { longest }),
  })
  // The first lines say whether this is a text at all, before it is read to its end for the fingerprint.
  const first = await lines.next()
  const fingerprint = await fingerprintOf(format.kind, file)
  const standing = await standingOf(context.store, fingerprint)
  const rejects = await RejectFile.open(options.data, fingerprint, standing.lines)
  const name = typeof file === 'string' ? file : file.name
  const run = new LineImport(context, format, { file: name, fingerprint, standing, rejects })
  return run.run(first.done === true ? [] : first.value, lines)
}

/** By itself such a file does not tell what of it is private, and a reject file would hold its beginning. */
async function refuseArchiveFile(file: string): Promise<void> {
  if ((await assignmentOf(file)) === undefined) return
  throw new FileUnreadable(
    `${file} is a file of a personal archive; nothing was imported: give the whole archive to "aviary import archive"`,
  )
}

interface ImportSource {
  /** Its path or name. */
  readonly file: string
  readonly fingerprint: string
  /** Where an earlier run ended. */
  readonly standing: Standing
  readonly rejects: RejectFile
}

class LineImport<Item extends object> {
  readonly #context: Context
  readonly #format: LineFormat<Item>
  readonly #source: ImportSource
  readonly #pace: Pace
  #standing: Standing
  #items: Item[] = []
  /** The lines of the items, if they may be refused late. */
  #lines: Line[] = []
  #rejects: Reject[] = []
  /** Of all items so far, those that are not stored yet among them. */
  #repairs: readonly RepairCount[]
  #lastLine = 0
  /** Of the items, when they are weighed. */
  #weight = 0

  constructor(context: Context, format: LineFormat<Item>, source: ImportSource) {
    this.#context = context
    this.#format = format
    this.#source = source
    this.#standing = source.standing
    this.#repairs = source.standing.repairs
    this.#pace = new Pace(context, format.batch)
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
    const { imported, skipped, rejected, repairs } = this.#standing
    return {
      read: imported + skipped + rejected,
      imported,
      skipped,
      rejected,
      repairs,
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
      if (Math.max(this.#items.length, this.#weight) + this.#rejects.length < size) continue
      await this.#flush()
      size = await this.#pace.size()
    }
  }

  #sort(line: Line): void {
    const repairs = new LineRepairs()
    const parsed = line.isGarbled === true ? GARBLED : this.#format.parse(line.text, repairs.note)
    if (parsed === undefined) return
    if (typeof parsed !== 'string') {
      this.#repairs = counted(this.#repairs, line.number, repairs.parts)
      this.#items.push(parsed)
      this.#weight += this.#format.weigh?.(parsed, line.text) ?? 1
      if (this.#format.refusesLate) this.#lines.push({ number: line.number, text: this.#shown(line) })
      return
    }
    this.#rejects.push({ line: line.number, reason: parsed, text: this.#shown(line) })
    const { imported, skipped, rejected } = this.#standing
    const isHopeless = imported + skipped + this.#items.length === 0
    if (isHopeless && rejected + this.#rejects.length >= HOPELESS_AFTER) this.#giveUp(line, parsed)
  }

  #shown({ text }: Line): string {
    return beginningOf(this.#format.shown?.(text) ?? text)
  }

  #giveUp(line: Line, reason: string): never {
    this.#rejects = []
    const { noun, hint } = this.#format
    throw new FileUnreadable(
      `none of the first ${HOPELESS_AFTER} lines of ${this.#source.file} is ${noun} (line ${line.number} is ${JSON.stringify(this.#shown(line).slice(0, EXCERPT))}: ${reason}); ${hint}`,
    )
  }

  async #flush(): Promise<void> {
    const items = this.#items.splice(0)
    this.#weight = 0
    const lines = this.#lines.splice(0)
    const unfit = this.#rejects.splice(0)
    const repairs = this.#repairs
    if (items.length + unfit.length === 0) return
    const { clock } = this.#context
    const started = clock.monotonic()
    const from = this.#standing
    const { fingerprint, rejects: file } = this.#source
    let next = from
    let working = 0
    await this.#format.store(this.#context, items, async (tx, { imported, skipped, refused }) => {
      const rejects = [...unfit, ...refused.map(({ index, reason }) => rejectOf(lines[index], reason))]
      next = {
        lines: this.#lastLine,
        imported: from.imported + imported,
        skipped: from.skipped + (skipped ?? items.length - imported - refused.length),
        rejected: from.rejected + rejects.length,
        repairs,
      }
      await moveStanding(tx, fingerprint, from, next, clock.now())
      file.put(refused.length === 0 ? rejects : rejects.toSorted((a, b) => a.line - b.line))
      working = clock.monotonic() - started
    })
    file.keep()
    this.#standing = next
    await this.#pace.rest(items.length, working, clock.monotonic() - started)
  }
}

/** A copy: a piece of a text would keep all that was read with it in memory. */
function beginningOf(text: string): string {
  if (text.length <= REJECT_LONGEST) return text
  return Buffer.from(text.slice(0, REJECT_LONGEST)).toString()
}

function rejectOf(line: Line | undefined, reason: string): Reject {
  return { line: line?.number ?? 0, reason, text: line?.text ?? '' }
}

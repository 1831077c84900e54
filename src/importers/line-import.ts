/**
 * Imports one file of a personal archive. The files of all kinds share this code. The import reads a file element by
 * element; this module calls an element a line. Most files are read as a stream, so memory use does not grow with the
 * size of the file. Interrupted imports are resumed, and rejected lines are written to a file (spec/server.md#import).
 */
import type { Context } from '../domain/context.ts'
import type { InnerFile, Line, LineOptions } from '../files/lines.ts'
import { FileUnreadable } from '../files/unreadable.ts'
import { IGNORE_FAULTS, type ReportFault as RepairNote } from '../lib/repair.ts'
import type { Note } from './batch.ts'
import { Pace } from './pace.ts'
import { advanceProgress, fingerprintOf, type ImportProgress, progressOf } from './progress.ts'
import { MAX_REJECT_LENGTH, type RejectFile } from './rejects.ts'
import { counted, LineRepairs, type RepairCount } from './repairs.ts'

/** Describes how the lines of one kind of import are read and stored. */
export interface LineFormat<Item> {
  /** Name of the kind, which is part of fingerprints. */
  readonly kind: string
  /** Maximum number of lines in a batch. */
  readonly batch: number
  /** Maximum bytes of a line, if more than {@link MAX_LINE_BYTES}. */
  readonly longest?: number
  /** True if {@link store} may refuse items. The lines of the items are then kept until the items are stored. */
  readonly refusesLate: boolean
  /**
   * Parses a line. Returns the item, or the reason of rejection as a text, or undefined for a line without an item.
   * @param note called for each invalid part that was repaired or dropped
   */
  parse(text: string, note: RepairNote): Item | string | undefined
  /**
   * The text that represents a line in the reject file. It replaces the beginning of the line, because the operator
   * must not see private texts.
   */
  shown?(text: string): string
  /** Size of an item in a batch, as a number of typical lines. */
  weigh?(item: Item, text: string): number
  /** The elements of a file, numbered from 1. */
  read(file: InnerFile, options: LineOptions): AsyncGenerator<Line[]>
  /** Stores a batch in one transaction. */
  store(context: Context, items: readonly Item[], note: Note): Promise<void>
}

export interface ImportReport {
  /** Number of lines with content; empty lines and comments do not count. */
  readonly read: number
  readonly imported: number
  /** Number of items that were already present and did not change. */
  readonly skipped: number
  readonly rejected: number
  /** Number of private items that were not imported; undefined for files that cannot have private items. */
  readonly heldBack?: number
  /** Path of the reject file; undefined if no line was rejected. */
  readonly rejects: string | undefined
  /** Counts of invalid parts of imported items that were repaired or dropped, by kind. */
  readonly repairs: readonly RepairCount[]
  /** Number of lines that earlier, interrupted runs processed. */
  readonly resumedAfter: number
  /** Set if the file could not be read to its end; the items before the fault are imported. */
  readonly fault?: string
}

/** Counts that several imports share; they are stored with the progress of each batch. */
export interface SharedTotals {
  save(): string
  /** Continues with the counts of an earlier run. */
  restore(saved: string): void
}

export interface ImportOptions {
  /** The data directory, for the reject file. */
  readonly data: string
  /** Called with the number of processed bytes of the file. */
  readonly onBytes?: (bytes: number) => void
}

/** Options for importing one of several files. */
export interface PartOptions<Item = never> extends Pick<ImportOptions, 'onBytes'> {
  /** Name of the file in reports and in the reject file. */
  readonly place: string
  readonly rejects: RejectFile
  /** Called with every item, including items that an earlier run stored. */
  readonly onItem?: (item: Item) => void
  /** Text that distinguishes imports of the same content, for example imports with other options. */
  readonly salt: string
  readonly totals: SharedTotals
  /** Called with the fingerprint. The caller deletes the progress after it has imported all files. */
  readonly onFingerprint: (fingerprint: string) => void
}

const GARBLED = 'not UTF-8; convert the file (iconv -f LATIN1 -t UTF-8, or what it is in) and import it again'

/**
 * Imports one of several files. If the file cannot be read to its end, its items before the fault are imported, and the
 * report contains the fault.
 * @throws {ImportRunsElsewhere}
 */
export async function importLines<Item extends object>(
  context: Context,
  format: LineFormat<Item>,
  file: InnerFile,
  options: PartOptions<Item>,
): Promise<ImportReport> {
  const { onBytes, totals, salt, onFingerprint } = options
  const { longest, read } = format
  const lines = read(file, {
    ...(onBytes === undefined ? {} : { onBytes }),
    ...(longest === undefined ? {} : { longest }),
  })
  const fingerprint = await fingerprintOf(format.kind, file, salt)
  onFingerprint(fingerprint)
  const standing = await progressOf(context.store, fingerprint)
  if (standing.state !== undefined) totals.restore(standing.state)
  return new LineImport(context, format, { ...options, fingerprint, standing }).run(lines)
}

interface ImportSource<Item> extends PartOptions<Item> {
  readonly fingerprint: string
  /** Progress of an earlier run. */
  readonly standing: ImportProgress
}

/** A rejected line. */
interface RejectedLine {
  readonly number: number
  /** Number of the line in the file. */
  readonly recorded: number
  readonly reason: string
  readonly text: string
}

class LineImport<Item extends object> {
  readonly #context: Context
  readonly #format: LineFormat<Item>
  readonly #source: ImportSource<Item>
  readonly #pace: Pace
  #standing: ImportProgress
  #items: Item[] = []
  /** The lines of the items of the batch; kept only if the format may refuse items. */
  #lines: Line[] = []
  #rejects: RejectedLine[] = []
  /** Repairs of all items so far, including items that are not stored yet. */
  #repairs: readonly RepairCount[]
  #lastLine = 0
  /** Sum of the weights of the items; each item has the weight 1 if the format has no weights. */
  #weight = 0
  constructor(context: Context, format: LineFormat<Item>, source: ImportSource<Item>) {
    this.#context = context
    this.#format = format
    this.#source = source
    this.#standing = source.standing
    this.#repairs = source.standing.repairs
    this.#pace = new Pace(context, format.batch)
  }

  async run(lines: AsyncIterable<readonly Line[]>): Promise<ImportReport> {
    const { standing, rejects } = this.#source
    let fault: string | undefined
    try {
      for await (const batch of lines) await this.#take(batch)
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error
      // The items before the fault are valid, so they are stored.
      fault = error.message
    }
    await this.#flush()
    const { imported, skipped, rejected, repairs } = this.#standing
    return {
      read: imported + skipped + rejected,
      imported,
      skipped,
      rejected,
      repairs,
      rejects: rejected > 0 ? rejects.path : undefined,
      resumedAfter: standing.lines,
      ...(fault === undefined ? {} : { fault }),
    }
  }

  async #take(lines: readonly Line[]): Promise<void> {
    let size = await this.#pace.size()
    for (const line of lines) {
      if (line.number <= this.#standing.lines) {
        this.#show(line)
        continue
      }
      this.#lastLine = line.number
      this.#sort(line)
      if (Math.max(this.#items.length, this.#weight) + this.#rejects.length < size) continue
      await this.#flush()
      size = await this.#pace.size()
    }
  }

  /** Calls the listener for an item that an earlier run stored. */
  #show({ text, isInvalidUtf8 }: Line): void {
    const { onItem } = this.#source
    if (onItem === undefined || isInvalidUtf8 === true) return
    const parsed = this.#format.parse(text, IGNORE_FAULTS)
    if (parsed !== undefined && typeof parsed !== 'string') onItem(parsed)
  }

  #sort(line: Line): void {
    const repairs = new LineRepairs()
    const parsed = line.isInvalidUtf8 === true ? GARBLED : this.#format.parse(line.text, repairs.note)
    if (parsed === undefined) return
    if (typeof parsed !== 'string') {
      this.#repairs = counted(this.#repairs, recordedIn(line), repairs.parts)
      this.#items.push(parsed)
      this.#source.onItem?.(parsed)
      this.#weight += this.#format.weigh?.(parsed, line.text) ?? 1
      if (this.#format.refusesLate) this.#lines.push({ ...numbersOf(line), text: this.#shown(line) })
      return
    }
    this.#rejects.push({ ...numbersOf(line), reason: parsed, text: this.#shown(line) })
  }

  #shown({ text }: Line): string {
    return beginningOf(this.#format.shown?.(text) ?? text)
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
    const { fingerprint, rejects: file, totals, place } = this.#source
    let next = from
    let working = 0
    await this.#format.store(
      this.#context,
      items,
      async (tx, { imported, skipped, refused, repaired = [] }) => {
        const rejects = [...unfit, ...refused.map(({ index, reason }) => rejectOf(lines[index], reason))]
        const sorted = refused.length === 0 ? rejects : rejects.toSorted((a, b) => a.number - b.number)
        // Rejected lines are written before the batch is stored, because the totals contain the position in the reject
        // file.
        file.write(
          sorted.map(({ recorded, reason, text }) => ({ line: `${place}:${recorded}`, reason, text })),
        )
        next = {
          lines: this.#lastLine,
          imported: from.imported + imported,
          skipped: from.skipped + (skipped ?? items.length - imported - refused.length),
          rejected: from.rejected + rejects.length,
          repairs: repaired.reduce<readonly RepairCount[]>(
            (counts, { index, ...part }) => counted(counts, recordedIn(lines[index]), [part]),
            repairs,
          ),
          state: totals.save(),
        }
        await advanceProgress(tx, fingerprint, from, next, clock.now())
        working = clock.monotonic() - started
      },
    )
    file.commit()
    this.#standing = next
    this.#repairs = next.repairs
    await this.#pace.rest(items.length, working, clock.monotonic() - started)
  }
}

/** A copy of the beginning of a text. A substring would keep the whole chunk in memory. */
function beginningOf(text: string): string {
  if (text.length <= MAX_REJECT_LENGTH) return text
  return Buffer.from(text.slice(0, MAX_REJECT_LENGTH)).toString()
}

function rejectOf(line: Line | undefined, reason: string): RejectedLine {
  return { number: line?.number ?? 0, recorded: recordedIn(line), reason, text: line?.text ?? '' }
}

/** Number of the line in the file. */
function recordedIn(line: Line | undefined): number {
  return line?.recorded ?? line?.number ?? 0
}

function numbersOf(line: Line): Pick<RejectedLine, 'number' | 'recorded'> {
  return { number: line.number, recorded: recordedIn(line) }
}

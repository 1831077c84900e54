/**
 * Imports files of any kind (spec/data-files.md#import). Files, folders and standard input contain values; values
 * contain items such as posts; the import stores items in batches. Each batch is a transaction that also stores the
 * progress, so that an interrupted import resumes.
 */
import type { Context } from '../../domain/context.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { sleep } from '../../lib/time/clock.ts'
import { isCount, isOfKind, KINDS, kindOf } from '../item-kinds.ts'
import type { ImportItem } from '../items.ts'
import { RejectFile } from '../rejects.ts'
import { requireUsableClock } from '../usable-clock.ts'
import { BatchWriter } from './batch-writer.ts'
import { inBulkIfLarge } from './bulk-posts.ts'
import type { ReadObject } from './file-value.ts'
import type { ImportInput } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'
import type { Reading } from './read-input.ts'
import { type InputReader, openReader } from './reader.ts'
import { Tally } from './tally.ts'

export interface FilesReport {
  readonly tally: Tally
  /** Path of the reject file; undefined without rejected objects. */
  readonly rejects: string | undefined
  /** Number of objects and rows that earlier, interrupted runs processed. */
  readonly resumedAfter: number
}

/**
 * Number of values at the beginning of an input whose forms are counted for {@link ImportFilesOptions.onRecognised}.
 */
const PROBE_VALUES = 100

const NO_SOURCE = { place: '', text: '' }

/**
 * Imports the inputs in order.
 * @param fingerprint identity of the import; undefined if it cannot be resumed
 * @throws {ImportRunsElsewhere}
 * @throws {ClockUnusable}
 * @throws {FileUnreadable} when the given reject file exists and no earlier run of this import wrote it
 */
export async function importFiles(
  context: Context,
  inputs: readonly ImportInput[],
  fingerprint: string | undefined,
  options: ImportFilesOptions,
): Promise<FilesReport> {
  requireUsableClock(context.clock)
  return inBulkIfLarge(context, inputs, options, async (bulk) => {
    const tally = new Tally()
    const writer = await BatchWriter.open(context, tally, fingerprint, options, bulk)
    const from = { file: tally.state.file, value: tally.state.value }
    // Statistics also include the objects that an earlier run stored, so reading starts at the beginning.
    const unread = options.statistics === undefined ? from : { file: 0, value: 0 }
    const stored = { ...from, givenUp: tally.state.unreadTexts }
    const start = { first: unread.file, skipped: unread.value, stored }
    await using reader = openReader(inputs, start, options)
    try {
      await new FilesImport(context, inputs, reader, writer, tally, options).run()
    } finally {
      writer.close()
    }
    await writer.finish()
    return { tally, rejects: writer.rejectsPath, resumedAfter: writer.resumedAfter }
  })
}

class FilesImport {
  readonly #context: Context
  readonly #inputs: readonly ImportInput[]
  readonly #reader: InputReader
  readonly #writer: BatchWriter
  readonly #tally: Tally
  readonly #options: ImportFilesOptions
  /** Position at which an earlier run ended. */
  readonly #from: { readonly file: number; readonly value: number }
  /** Index of the current input; `#value` is the number of the last value of this input. */
  #file = 0
  #value = 0
  /** Forms of the first values of the input; undefined after the forms were reported. */
  #probe: Map<string, number> | undefined
  #nextBatch = Number.NEGATIVE_INFINITY

  constructor(
    context: Context,
    inputs: readonly ImportInput[],
    reader: InputReader,
    writer: BatchWriter,
    tally: Tally,
    options: ImportFilesOptions,
  ) {
    this.#context = context
    this.#inputs = inputs
    this.#reader = reader
    this.#writer = writer
    this.#tally = tally
    this.#options = options
    const { file, value } = tally.state
    this.#from = { file, value }
  }

  async run(): Promise<void> {
    let before = 0
    let read = 0
    const { onBytes, statistics } = this.#options
    for (const [index, input] of this.#inputs.entries()) {
      if (index >= this.#from.file || statistics !== undefined) {
        await this.#input(index, input, (bytes) => {
          read = bytes
          onBytes?.(before + bytes)
        })
      }
      before += input.is === 'stdin' ? read : input.size
      onBytes?.(before)
    }
  }

  async #input(index: number, input: ImportInput, onBytes: (bytes: number) => void): Promise<void> {
    this.#file = index
    const isFinished = index < this.#from.file
    this.#tally.begin(index, input.name)
    this.#writer.begin(input.size)
    if (input.is === 'archive') return this.#archive(index, input, isFinished)
    this.#probe = new Map()
    const isBegun = index === this.#from.file && this.#options.statistics === undefined
    this.#value = isBegun ? this.#from.value : 0
    for await (const reading of this.#reader.read(index)) {
      if (reading.is === 'objects') await this.#objects(reading.objects, input)
      else if (reading.is === 'bytes') onBytes(reading.bytes)
      else if (!isFinished) this.#note(reading)
    }
    this.#reportForms(input)
    if (!isFinished) await this.#paced(() => this.#writer.end(index + 1))
  }

  /**
   * Imports a personal archive. If an earlier run has imported the archive, the archive is only read again for
   * statistics.
   */
  async #archive(index: number, input: ImportInput, isFinished: boolean): Promise<void> {
    if (isFinished && this.#options.statistics === undefined) return
    // The progress is stored before the archive begins. An interrupted run continues the reject file; the archive also
    // writes to this file. A concurrent second import must not change the progress before it notices that the archive
    // is being imported; otherwise both imports would end.
    if (!isFinished && !this.#writer.hasProgress) await this.#flush(index, 0)
    try {
      const rejects = isFinished ? RejectFile.withoutFile() : this.#writer.rejectFile
      const report = await this.#options.importArchive(input, rejects)
      if (!isFinished) this.#tally.countArchive(input.name, report)
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error
      if (!isFinished) this.#tally.fault(input.name, error.message)
    }
    if (!isFinished) await this.#paced(() => this.#writer.end(index + 1))
  }

  #note(reading: Exclude<Reading, { is: 'objects' | 'bytes' }>): void {
    const { place, reason } = reading
    if (reading.is === 'warning') this.#tally.warning(place, reason)
    else this.#tally.fault(place, reason)
    if (reading.is === 'given-up') this.#tally.giveUp(reading.text)
  }

  async #objects(objects: readonly ReadObject[], input: ImportInput): Promise<void> {
    for (const object of objects) {
      this.#value += 1
      const isStored =
        this.#file < this.#from.file || (this.#file === this.#from.file && this.#value <= this.#from.value)
      this.#take(object, isStored)
      if (this.#probe !== undefined && this.#value >= PROBE_VALUES) this.#reportForms(input)
      if (this.#writer.isFull) await this.#flush(this.#file, this.#value)
    }
  }

  /** @param isStored true if an earlier run has stored the items */
  #take(object: ReadObject, isStored: boolean): void {
    const { form, items, repairs, rejection, place, text, rows, edges, kind } = object
    if (rejection !== undefined) {
      if (isStored) return
      this.#count(form, isStored)
      this.#writer.reject({ line: place, reason: rejection, text, kind })
      return
    }
    this.#count(form, isStored, rows)
    const repaired = edges === undefined ? kindOf(items[0]) : 'follows'
    if (!isStored) this.#tally.countRepairs(place, repairs, repaired)
    if (!isStored && edges !== undefined) this.#edges(edges)
    for (const item of items) this.#item(item, { place, text }, isStored)
  }

  #item(item: ImportItem, from: { readonly place: string; readonly text: string }, isStored: boolean): void {
    if (item.kind === 'posts') this.#options.statistics?.add(item.bundle)
    if (isStored) return
    const { only } = this.#options
    if (isCount(item)) this.#tally.count(item.kind, item.name, item.count)
    else if (only !== undefined && !isOfKind(item, only)) {
      // An author is part of the post, so the author is not counted as a user.
      const isCopy = item.kind === 'user' && item.user.isCopy === true
      if (!isCopy) this.#tally.count('not-kept', KINDS[item.kind], 1)
    } else this.#writer.add(item, from)
  }

  #edges(ids: BigInt64Array): void {
    for (let at = 0; at + 1 < ids.length; at += 2) {
      const edge = { follower: ids[at] ?? 0n, followee: ids[at + 1] ?? 0n }
      if (at === 0) this.#tally.noteEdge(edge)
      this.#writer.add({ kind: 'edge', edge }, NO_SOURCE)
    }
  }

  #count(form: string, isStored: boolean, rows = 1): void {
    if (!isStored) this.#tally.countRead(form, rows)
    this.#probe?.set(form, (this.#probe.get(form) ?? 0) + rows)
  }

  #reportForms(input: ImportInput): void {
    const forms = this.#probe
    this.#probe = undefined
    if (forms === undefined || forms.size === 0) return
    const [[most] = ['']] = [...forms].toSorted(([, one], [, other]) => other - one)
    this.#options.onRecognised?.(input, most)
  }

  #flush(file: number, value: number): Promise<void> {
    return this.#paced(() => this.#writer.flush(file, value))
  }

  /** Calls `store`, and then waits so that posts are stored at the rate of a live import. */
  async #paced(store: () => Promise<{ readonly posts: number }>): Promise<void> {
    const { live } = this.#options
    const { clock } = this.#context
    if (live !== undefined && this.#nextBatch > clock.monotonic()) {
      await sleep(clock, this.#nextBatch - clock.monotonic())
    }
    const began = Math.max(this.#nextBatch, clock.monotonic())
    const { posts } = await store()
    if (live !== undefined) this.#nextBatch = began + (posts / live.rate) * 1_000
  }
}

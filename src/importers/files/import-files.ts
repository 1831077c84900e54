/**
 * Imports files of any kind (spec/data-files.md#import): files, folders and standard input give values, values give items, and
 * items are stored in batches. Each batch is a transaction with its progress, so that an interrupted import resumes.
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
import type { ImportInput } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'
import type { ReadObject } from './read-input.ts'
import { type InputReader, openReader } from './reader.ts'
import { Tally } from './tally.ts'

export interface FilesReport {
  readonly tally: Tally
  /** Path of the reject file; undefined without rejected objects. */
  readonly rejects: string | undefined
  /** Objects and rows that an earlier, interrupted run processed. */
  readonly resumedAfter: number
}

/** Number of values whose forms are counted for {@link ImportFilesOptions.onRecognised}. */
const PROBE_VALUES = 100
/**
 * Number of objects at the beginning of a file or member. If none of them has a known form, the rest is not read; otherwise everything is
 * read, with any number of rejected objects (decision 0164).
 */
const HOPELESS_AFTER = 1_000
/** Characters of a value that a message shows. */
const EXCERPT_LENGTH = 40

const NO_SOURCE = { place: '', text: '' }

/** Thrown to give up the rest of an input; the fault is recorded. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/**
 * Imports inputs in their order.
 * @param fingerprint identity of the import; undefined if it cannot be resumed
 * @throws {ImportRunsElsewhere}
 * @throws {ClockUnusable}
 * @throws {FileUnreadable} when the reject file belongs to something else
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
    // Statistics also need the objects that an earlier run stored.
    const unread = options.statistics === undefined ? from : { file: 0, value: 0 }
    await using reader = openReader(inputs, { first: unread.file, skipped: unread.value }, options)
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
  /** Position of the earlier run. */
  readonly #from: { readonly file: number; readonly value: number }
  /** Index of the input, and number of its last value. */
  #file = 0
  #value = 0
  /** The file or member of the last object. */
  #text = ''
  /** Objects of that text so far, if none of them has a form that the import takes; undefined after one that has. */
  #strange: number | undefined
  /** Forms of the first values of the input; undefined when they were reported. */
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
    const { onBytes, statistics } = this.#options
    for (const [index, input] of this.#inputs.entries()) {
      if (index >= this.#from.file || statistics !== undefined) {
        await this.#input(index, input, (bytes) => onBytes?.(before + bytes))
      }
      before += input.size
      onBytes?.(before)
    }
  }

  async #input(index: number, input: ImportInput, onBytes: (bytes: number) => void): Promise<void> {
    this.#file = index
    const isFinished = index < this.#from.file
    this.#tally.begin(index, input.name)
    this.#writer.begin(input.size)
    if (index > this.#from.file) this.#tally.giveUp('')
    if (input.is === 'archive') return this.#archive(index, input, isFinished)
    this.#probe = new Map()
    const isBegun = index === this.#from.file && this.#options.statistics === undefined
    this.#value = isBegun ? this.#from.value : 0
    try {
      for await (const reading of this.#reader.read(index)) {
        if (reading.is === 'objects') await this.#objects(reading.objects, input)
        else if (reading.is === 'bytes') onBytes(reading.bytes)
        else if (!isFinished) this.#tally[reading.is](reading.place, reading.reason)
      }
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error
    }
    this.#reportForms(input)
    if (!isFinished) await this.#paced(() => this.#writer.end(index + 1))
  }

  /** Imports a personal archive. One that an earlier run imported is read again for statistics. */
  async #archive(index: number, input: ImportInput, isFinished: boolean): Promise<void> {
    if (isFinished && this.#options.statistics === undefined) return
    // An interrupted run continues the reject file, which the archive writes to. A second import at the same time must not change the
    // progress before the archive finds out that another one imports it: both would end.
    if (!isFinished && !this.#writer.hasProgress) await this.#flush(index, 0)
    try {
      const rejects = isFinished ? RejectFile.withoutRows() : this.#writer.rejectFile
      const report = await this.#options.importArchive(input, rejects)
      if (!isFinished) this.#tally.countArchive(input.name, report)
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error
      if (!isFinished) this.#tally.fault(input.name, error.message)
    }
    if (!isFinished) await this.#paced(() => this.#writer.end(index + 1))
  }

  async #objects(objects: readonly ReadObject[], input: ImportInput): Promise<void> {
    this.#beginText(objects)
    for (const object of objects) {
      this.#value += 1
      if (this.#text === this.#tally.state.givenUp) continue
      const isStored =
        this.#file < this.#from.file || (this.#file === this.#from.file && this.#value <= this.#from.value)
      this.#take(object, isStored)
      if (this.#probe !== undefined && this.#value >= PROBE_VALUES) this.#reportForms(input)
      if (this.#writer.isFull) await this.#flush(this.#file, this.#value)
    }
  }

  /** The objects of a batch are of one text. */
  #beginText([first]: readonly ReadObject[]): void {
    if (first === undefined) return
    const text = first.place.slice(0, first.place.lastIndexOf(':'))
    if (text === this.#text) return
    // The progress has no count, and an object that an earlier run read may have had a form that the import takes.
    const isResumed = this.#text === '' && this.#value > 0
    this.#text = text
    this.#strange = isResumed ? undefined : 0
  }

  /** @param isStored true if an earlier run stored the items */
  #take(object: ReadObject, isStored: boolean): void {
    const { form, items, repairs, rejection, place, text, rows, edges, kind } = object
    if (rejection !== undefined) {
      if (isStored) {
        this.#strange = undefined
        return
      }
      this.#count(form, isStored)
      this.#writer.reject({ line: place, reason: rejection, text, kind })
      this.#giveUpIfStrange(object, rejection)
      return
    }
    this.#strange = undefined
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
      // Posts contain their authors.
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

  #giveUpIfStrange({ place, text, kind, edges }: ReadObject, reason: string): void {
    if (this.#strange === undefined) return
    const { only } = this.#options
    // Any file with two columns has the form of a table of follows, so that a rejected row shows nothing.
    const isTaken = edges === undefined && kind !== undefined && (only === undefined || only === kind)
    this.#strange = isTaken ? undefined : this.#strange + 1
    if (this.#strange !== HOPELESS_AFTER) return
    const excerpt = JSON.stringify(text.slice(0, EXCERPT_LENGTH))
    this.#tally.fault(
      place,
      `none of the first ${HOPELESS_AFTER} objects is readable (this one is ${excerpt}: ${reason}); the rest of the file was not read`,
    )
    this.#tally.giveUp(this.#text)
    // The next members of a container may be readable.
    if (this.#text === this.#inputs[this.#file]?.name) throw new GivenUp()
  }

  #flush(file: number, value: number): Promise<void> {
    return this.#paced(() => this.#writer.flush(file, value))
  }

  /** Stores posts at the rate of a live import. */
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

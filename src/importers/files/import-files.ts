/**
 * Imports files of any kind (spec/data-files.md#import): files, folders and standard input give values, values give items, and
 * items are stored in batches. Each batch is a transaction with its progress, so that an interrupted import resumes.
 */
import type { Context } from '../../domain/context.ts'
import { hasInvalidBytes } from '../../files/decode.ts'
import { DigitsLost } from '../../lib/repair.ts'
import { sleep } from '../../lib/time/clock.ts'
import { formsOfFile } from '../forms/academic.ts'
import { readValue } from '../forms/read-value.ts'
import type { ImportItem, ValueForm } from '../items.ts'
import { InvalidItem } from '../json-fields.ts'
import { LineRepairs } from '../repairs.ts'
import type { StoredItem, StoredKind } from '../store-batch.ts'
import { BatchWriter } from './batch-writer.ts'
import type { ImportInput } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'
import { BARE_NUMBER, Tally } from './tally.ts'
import { type FileValue, type ValueBatch, valuesOf } from './value-source.ts'

export interface FilesReport {
  readonly tally: Tally
  /** Path of the reject file; undefined without rejected objects. */
  readonly rejects: string | undefined
  /** Objects and rows that an earlier, interrupted run processed. */
  readonly resumedAfter: number
}

/** Values whose forms are counted for {@link ImportFilesOptions.onRecognised}. */
const PROBE_VALUES = 100
/** After this many values without a valid one, a file is given up. */
const HOPELESS_AFTER = 1_000
/** Characters of a value that a message shows. */
const EXCERPT_LENGTH = 40

const GARBLED = 'not UTF-8; name the encoding with --encoding windows-1252, or convert the file'

/** Thrown to give up the rest of an input; the fault is recorded. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/**
 * Imports inputs in their order.
 * @param fingerprint identity of the import; undefined if it cannot be resumed
 * @throws {ImportRunsElsewhere}
 * @throws {FileUnreadable} when the reject file belongs to something else
 */
export async function importFiles(
  context: Context,
  inputs: readonly ImportInput[],
  fingerprint: string | undefined,
  options: ImportFilesOptions,
): Promise<FilesReport> {
  const tally = new Tally()
  const writer = await BatchWriter.open(context, tally, fingerprint, options)
  const run = new FilesImport(context, inputs, writer, tally, options)
  await run.run()
  await writer.finish()
  return { tally, rejects: writer.rejectsPath, resumedAfter: writer.resumedAfter }
}

class FilesImport {
  readonly #context: Context
  readonly #inputs: readonly ImportInput[]
  readonly #writer: BatchWriter
  readonly #tally: Tally
  readonly #options: ImportFilesOptions
  /** Position of the earlier run. */
  readonly #from: { readonly file: number; readonly value: number }
  /** Index of the input, and number of its last value. */
  #file = 0
  #value = 0
  #forms: readonly ValueForm[] = []
  /** Forms of the first values of the input; undefined when they were reported. */
  #probe: Map<string, number> | undefined
  #nextBatch = Number.NEGATIVE_INFINITY

  constructor(
    context: Context,
    inputs: readonly ImportInput[],
    writer: BatchWriter,
    tally: Tally,
    options: ImportFilesOptions,
  ) {
    this.#context = context
    this.#inputs = inputs
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
    this.#value = 0
    const isFinished = index < this.#from.file
    this.#tally.begin(index, input.name)
    if (input.is === 'archive') {
      if (!isFinished) await this.#options.importArchive(input)
      return
    }
    this.#probe = new Map()
    this.#forms = await formsOfFile(input.path)
    const { stdin, encoding } = this.#options
    const ignore = () => undefined
    const values = valuesOf(input, {
      stdin,
      encoding,
      isMediaSkipped: this.#inputs.length > 1,
      onBytes,
      fault: isFinished ? ignore : (place, reason) => this.#tally.fault(place, reason),
      warn: isFinished ? ignore : (place, reason) => this.#tally.warn(place, reason),
    })
    try {
      for await (const batch of values) await this.#batch(batch, input)
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error
    }
    this.#reportForms(input)
    if (!isFinished) await this.#flush(index + 1, 0)
  }

  async #batch({ name, values }: ValueBatch, input: ImportInput): Promise<void> {
    for (const value of values) {
      this.#value += 1
      const isStored =
        this.#file < this.#from.file || (this.#file === this.#from.file && this.#value <= this.#from.value)
      if (isStored && this.#options.statistics === undefined) continue
      this.#take(value, `${name}:${value.line}`, isStored)
      if (this.#probe !== undefined && this.#value >= PROBE_VALUES) this.#reportForms(input)
      if (await this.#writer.isFull()) await this.#flush(this.#file, this.#value)
    }
  }

  /** Reads a value. @param isStored true if an earlier run stored its items */
  #take(value: FileValue, place: string, isStored: boolean): void {
    if (value.is === 'id') {
      this.#count(BARE_NUMBER, isStored)
      if (!isStored) this.#tally.count('counted', BARE_NUMBER, 1)
      return
    }
    const repairs = new LineRepairs()
    try {
      const { form, items } = this.#read(value, repairs)
      this.#count(form, isStored)
      if (!isStored) this.#tally.countRepairs(place, repairs.parts)
      for (const item of items) this.#item(item, { place, text: value.text }, isStored)
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      if (isStored) return
      this.#count(value.is === 'row' ? value.form.name : 'not recognised', isStored)
      this.#writer.reject({ line: place, reason: error.message, text: value.text })
      this.#giveUpIfHopeless(place, value.text, error.message)
    }
  }

  /** @throws {InvalidItem} */
  #read(
    value: Exclude<FileValue, { is: 'id' }>,
    repairs: LineRepairs,
  ): { form: string; items: readonly ImportItem[] } {
    if (hasInvalidBytes(value.text)) throw new InvalidItem(GARBLED)
    if (value.fault !== undefined) throw new InvalidItem(value.fault)
    const read = value.is === 'json' ? this.#object(value, repairs) : this.#row(value, repairs)
    const { only } = this.#options
    if (only !== undefined && read.items.length > 0 && !read.items.some((item) => isOfKind(item, only))) {
      throw new InvalidItem(`${read.form}, not one of the ${only}; "aviary import FILE" imports every kind`)
    }
    return read
  }

  #object({ text, value }: FileValue & { is: 'json' }, repairs: LineRepairs) {
    const { form, items } = readValue(this.#forms, text, repairs.note, value)
    return { form: form.name, items }
  }

  #row({ form, row }: FileValue & { is: 'row' }, repairs: LineRepairs) {
    try {
      return { form: form.name, items: form.items(row, repairs.note, this.#options.table ?? {}) }
    } catch (error) {
      if (error instanceof DigitsLost) throw new InvalidItem('an id has lost its last digits')
      throw error
    }
  }

  #item(item: ImportItem, from: { readonly place: string; readonly text: string }, isStored: boolean): void {
    if (item.kind === 'posts') this.#options.statistics?.add(item.bundle)
    if (isStored) return
    const { only } = this.#options
    if (isCount(item)) this.#tally.count(item.kind, item.name, item.count)
    else if (only !== undefined && !isOfKind(item, only)) {
      // Posts bring their authors themselves.
      const isCopy = item.kind === 'user' && item.user.isCopy === true
      if (!isCopy) this.#tally.count('not-kept', KINDS[item.kind], 1)
    } else this.#writer.add(item, from)
  }

  #count(form: string, isStored: boolean): void {
    if (!isStored) this.#tally.countRead(form)
    this.#probe?.set(form, (this.#probe.get(form) ?? 0) + 1)
  }

  #reportForms(input: ImportInput): void {
    const forms = this.#probe
    this.#probe = undefined
    if (forms === undefined || forms.size === 0) return
    const [[most] = ['']] = [...forms].toSorted(([, one], [, other]) => other - one)
    this.#options.onRecognised?.(input, most)
  }

  #giveUpIfHopeless(place: string, text: string, reason: string): void {
    const { read, rejected } = this.#tally.current
    const all = rejected + this.#writer.rejectedSoFar
    if (all < HOPELESS_AFTER || all < read) return
    this.#writer.dropRejects()
    const excerpt = JSON.stringify(text.slice(0, EXCERPT_LENGTH))
    this.#tally.fault(
      place,
      `none of the first ${HOPELESS_AFTER} objects is readable (this one is ${excerpt}: ${reason}); the rest of the file was not read`,
    )
    throw new GivenUp()
  }

  async #flush(file: number, value: number): Promise<void> {
    const { live } = this.#options
    const { clock } = this.#context
    if (live !== undefined && this.#nextBatch > clock.monotonic()) {
      await sleep(clock, this.#nextBatch - clock.monotonic())
    }
    const began = Math.max(this.#nextBatch, clock.monotonic())
    const { posts } = await this.#writer.flush(file, value)
    if (live !== undefined) this.#nextBatch = began + (posts / live.rate) * 1_000
  }
}

function isCount(item: ImportItem): item is Exclude<ImportItem, StoredItem> {
  return item.kind === 'not-kept' || item.kind === 'held-back' || item.kind === 'counted'
}

const KINDS: Readonly<Record<StoredItem['kind'], StoredKind | 'all'>> = {
  posts: 'posts',
  user: 'users',
  edge: 'follows',
  // Recordings of posts and of users have notices among them.
  notice: 'all',
}

/** True for items of a kind, for those that recordings have among them, and for faults of a page. */
function isOfKind(item: ImportItem, kind: StoredKind): boolean {
  if (item.kind === 'posts' && item.bundle.posts.length === 0 && (item.bundle.faults ?? []).length > 0)
    return true
  return isCount(item) || KINDS[item.kind] === kind || KINDS[item.kind] === 'all'
}

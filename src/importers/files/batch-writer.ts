/** Collects items and rejected objects, and stores them in batches with the progress of the import. */
import type { Tx } from '../../db/store.ts'
import type { Context } from '../../domain/context.ts'
import type { PostBundle } from '../../domain/posts/import/imported-post.ts'
import { BulkEdges, edgesOnly } from '../bulk-edges.ts'
import { kindOf } from '../item-kinds.ts'
import type { StoredKind } from '../items.ts'
import { Pace } from '../pace.ts'
import { advanceProgress, deleteProgress, type ImportProgress, NO_PROGRESS, progressOf } from '../progress.ts'
import { MAX_REJECT_LENGTH, type Reject, RejectFile } from '../rejects.ts'
import { type StoredItem, type StoreOutcome, storeBatch } from '../store-batch.ts'
import type { BulkPosts } from './bulk-posts.ts'
import type { ImportFilesOptions } from './options.ts'
import { SeenInDryRun } from './seen.ts'
import type { Tally } from './tally.ts'

/** Maximum weight of a batch. The weight counts typical posts; a post with its author can have 20 KiB. */
const MAX_BATCH_WEIGHT = 1_000
/**
 * Maximum weight of a batch in bulk. In larger transactions, each page of an index is written less often. However,
 * memory holds all objects of a transaction.
 */
const MAX_BULK_WEIGHT = 2_000
/**
 * Minimum weight of a slice while a server runs: 50 edges or 5 posts. More posts can take longer than a slice may take.
 */
const MIN_SLICE_WEIGHT = 5
/** Weight of an edge. Edges are small, so a batch can hold more of them. */
const EDGE_WEIGHT = 0.1
/** Number of characters of a typical post with its author; such a post has the weight 1. */
const TYPICAL_LENGTH = 16 * 1024
/** Maximum number of batches per second when the import publishes posts to streams. */
const LIVE_BATCHES = 20
const FINGERPRINT_DIGITS = 16

/** Position and text of the value of an item. */
interface ItemSource {
  readonly place: string
  readonly text: string
  /** Number of the item in the batch. */
  readonly order: number
}

const EDGE_SOURCE: ItemSource = { place: '', text: '', order: 0 }

/** A rejected object. */
export interface RejectedObject extends Reject {
  /** Undefined if the kind of the object is unknown. */
  readonly kind: StoredKind | undefined
}

interface OrderedReject extends RejectedObject {
  readonly order: number
}

/** Position from which another run continues: the index of the input, and the number of its last stored value. */
interface Position {
  readonly file: number
  readonly value: number
}

export class BatchWriter {
  readonly #context: Context
  readonly #tally: Tally
  readonly #fingerprint: string | undefined
  readonly #options: ImportFilesOptions
  readonly #rejectFile: RejectFile
  readonly #pace: Pace
  readonly #bulk: BulkPosts | undefined
  readonly #seen = new SeenInDryRun()
  #progress: ImportProgress
  /** Number of objects and rows that earlier runs processed. */
  readonly resumedAfter: number
  #items: StoredItem[] = []
  /** Beginnings of the texts of the items. The reject file needs them, because the store may refuse an item. */
  #sources: ItemSource[] = []
  #rejects: OrderedReject[] = []
  #order = 0
  #weight = 0
  /** Weight from which on a batch is full. */
  #size = 0
  /** Size of the input in bytes. The size decides whether edges are stored in bulk. */
  #inputBytes = 0
  /** Edges that are collected for bulk storing; null if the edges of the input are stored in batches. */
  #staged: BulkEdges | null | undefined

  private constructor(
    context: Context,
    tally: Tally,
    fingerprint: string | undefined,
    options: ImportFilesOptions,
    progress: ImportProgress,
    rejectFile: RejectFile,
    bulk: BulkPosts | undefined,
  ) {
    this.#context = context
    this.#tally = tally
    this.#fingerprint = fingerprint
    this.#options = options
    this.#progress = progress
    this.resumedAfter = tally.read
    this.#rejectFile = rejectFile
    this.#bulk = bulk
    const { live } = options
    const largest = bulk === undefined ? MAX_BATCH_WEIGHT : MAX_BULK_WEIGHT
    const most = live === undefined ? largest : Math.ceil(live.rate / LIVE_BATCHES)
    this.#pace = new Pace(context, Math.min(largest, Math.max(1, most)), MIN_SLICE_WEIGHT)
  }

  /**
   * Continues an interrupted import, or begins one.
   * @param bulk options for a bulk import: batches are larger, and posts are added to the search index
   * @throws {FileUnreadable} when the given reject file exists and no earlier run of this import wrote it
   */
  static async open(
    context: Context,
    tally: Tally,
    fingerprint: string | undefined,
    options: ImportFilesOptions,
    bulk: BulkPosts | undefined,
  ): Promise<BatchWriter> {
    const isResumable = fingerprint !== undefined && options.isDryRun !== true
    const progress = isResumable ? await progressOf(context.store, fingerprint) : NO_PROGRESS
    if (progress.state !== undefined) tally.restore(progress.state)
    const { rejects } = tally.state
    const isContinued = progress.state !== undefined
    const digits = fingerprint?.split(':')[1] ?? context.random(FINGERPRINT_DIGITS / 2).toString('hex')
    const file = () =>
      options.rejects === undefined
        ? RejectFile.byName(options.data, `files-${digits.slice(0, FINGERPRINT_DIGITS)}`, rejects)
        : RejectFile.at(options.rejects, rejects, isContinued)
    const rejectFile = options.isDryRun === true ? RejectFile.withoutFile() : file()
    const writer = new BatchWriter(context, tally, fingerprint, options, progress, rejectFile, bulk)
    writer.#size = await writer.#pace.size()
    return writer
  }

  /** Begins an input. @param bytes size of the input; 0 if it is unknown */
  begin(bytes: number): void {
    this.#inputBytes = bytes
  }

  /** Path of the reject file; undefined if no object was rejected. */
  get rejectsPath(): string | undefined {
    return this.#rejectFile.bytes > 0 ? this.#rejectFile.path : undefined
  }

  /** True if the progress of the import is stored. */
  get hasProgress(): boolean {
    return this.#progress.lines > 0
  }

  /** The file for rejected objects. Imports of personal archives write to the same file. */
  get rejectFile(): RejectFile {
    return this.#rejectFile
  }

  add(item: StoredItem, source: Omit<ItemSource, 'order'>): void {
    if (this.#options.isDryRun === true && this.#seen.has(item)) {
      this.#tally.countSkipped(item)
      return
    }
    this.#items.push(item)
    if (item.kind === 'edge') {
      // Edges are never refused, so no text of them is kept.
      this.#sources.push(EDGE_SOURCE)
      this.#weight += EDGE_WEIGHT
      return
    }
    this.#sources.push({ place: source.place, text: beginningOf(source.text), order: this.#order++ })
    this.#weight += weightOf(item, source.text)
  }

  reject({ line, reason, text, kind }: RejectedObject): void {
    this.#rejects.push({ line, reason, text: beginningOf(text), kind, order: this.#order++ })
  }

  get isFull(): boolean {
    const buffered = this.#weight + this.#rejects.length
    return buffered > 0 && buffered >= this.#size
  }

  /**
   * Stores the batch. If the batch has only follows and the input has many follows, they are collected for one large
   * transaction instead.
   * @param file index of the input at which another run continues
   * @param value number of the last value of that input in the batch
   */
  async flush(file: number, value: number): Promise<{ readonly posts: number }> {
    if (await this.#stage()) {
      if (this.#staged?.isFull === true) await this.#storeStaged({ file, value })
      return { posts: 0 }
    }
    // The next transaction stores the progress. If the import ends before the next transaction, another run reads these
    // edges again, and finds them already stored.
    await this.#storeStaged(undefined)
    return this.#storeBatch({ file, value })
  }

  /** Stores all remaining items of an input. @param next index of the next input */
  async end(next: number): Promise<{ readonly posts: number }> {
    const position = { file: next, value: 0 }
    const isStaged = await this.#stage()
    await this.#storeStaged(isStaged ? position : undefined)
    const stored = isStaged ? { posts: 0 } : await this.#storeBatch(position)
    this.close()
    return stored
  }

  /** Discards collected edges that are not stored, and allows servers to start again. */
  close(): void {
    this.#staged?.close()
    this.#staged = undefined
  }

  /** Adds the edges of the batch to the collected edges. @returns false if the batch must be stored separately */
  async #stage(): Promise<boolean> {
    const { live, isDryRun, data, minBulkBytes = 0 } = this.#options
    if (this.#inputBytes < minBulkBytes) return false
    const edges = live === undefined && isDryRun !== true ? edgesOnly(this.#items) : undefined
    if (edges === undefined || (edges.length === 0 && (this.#staged?.count ?? 0) === 0)) return false
    this.#staged ??=
      (await BulkEdges.open(this.#context, this.#bulk === undefined ? data : undefined, this.#inputBytes)) ??
      null
    if (this.#staged === null) return false
    await this.#staged.add(edges)
    const rejects = this.#rejects.splice(0)
    // The reject file is not part of the transaction. A run after an interruption overwrites the rejected objects of
    // the values that it reads again.
    this.#rejectFile.write(rejects)
    this.#rejectFile.commit()
    this.#tally.countRejected(rejects)
    this.#clear()
    return true
  }

  /** Stores the collected edges. @param position the new progress */
  async #storeStaged(position: Position | undefined): Promise<void> {
    const staged = this.#staged?.count ?? 0
    if (staged === 0) return
    const before = this.#tally.serialize()
    let isRepeated = false
    let next = this.#progress
    await this.#staged?.store(async (tx, imported) => {
      if (isRepeated) this.#tally.restore(before)
      isRepeated = true
      this.#tally.countFollows({ imported, skipped: staged - imported })
      if (position === undefined) return
      this.#tally.moveTo(position.file, position.value, this.#rejectFile.position)
      next = this.#nextProgress(staged)
      await this.#advance(tx, next)
    })
    this.#progress = next
  }

  async #advance(tx: Tx, next: ImportProgress): Promise<void> {
    if (this.#fingerprint === undefined) return
    await advanceProgress(tx, this.#fingerprint, this.#progress, next, this.#context.clock.now())
  }

  #clear(): void {
    this.#items = []
    this.#sources = []
    this.#rejects = []
    this.#weight = 0
  }

  async #storeBatch({ file, value }: Position): Promise<{ readonly posts: number }> {
    const items = this.#items
    const sources = this.#sources
    const unfit = this.#rejects
    const weight = this.#weight
    this.#clear()
    const { clock } = this.#context
    const started = clock.monotonic()
    const before = this.#tally.serialize()
    let working = 0
    let outcome: StoreOutcome | undefined
    let next = this.#progress
    const isDryRun = this.#options.isDryRun === true
    await storeBatch(
      this.#context,
      items,
      async (tx, stored) => {
        // The transaction may run again, so the counts of the first attempt must not remain.
        if (outcome !== undefined) this.#tally.restore(before)
        outcome = stored
        const rejects = this.#rejected(unfit, stored, items, sources)
        this.#tally.countStored(stored)
        this.#tally.countRejected(rejects)
        for (const { index, ...part } of stored.repaired) {
          this.#tally.countRepairs(sources[index]?.place ?? '', [part], kindOf(items[index]))
        }
        this.#tally.moveTo(file, value, this.#rejectFile.write(rejects))
        if (!isDryRun) {
          next = this.#nextProgress(items.length + rejects.length)
          await this.#advance(tx, next)
        }
        working = clock.monotonic() - started
      },
      { isLive: this.#options.live !== undefined, isDryRun, ...this.#bulk },
    )
    this.#rejectFile.commit()
    this.#progress = next
    await this.#pace.rest(weight, working, clock.monotonic() - started)
    this.#size = await this.#pace.size()
    return { posts: outcome?.kinds.posts.imported ?? 0 }
  }

  /** Deletes the progress of a finished import. */
  async finish(): Promise<void> {
    const fingerprint = this.#fingerprint
    if (fingerprint === undefined || this.#options.isDryRun === true) return
    // No event: progress is not data of the network.
    await this.#context.store.write((tx) => deleteProgress(tx, fingerprint))
  }

  /** Rejected objects of a batch, in the order of the input. */
  #rejected(
    unfit: readonly OrderedReject[],
    { refused }: StoreOutcome,
    items: readonly StoredItem[],
    sources: readonly ItemSource[],
  ): readonly RejectedObject[] {
    const late = refused.flatMap(({ index, reason }) => {
      const source = sources[index]
      return source === undefined
        ? []
        : [{ line: source.place, reason, text: source.text, kind: kindOf(items[index]), order: source.order }]
    })
    return [...unfit, ...late].toSorted((one, other) => one.order - other.order)
  }

  #nextProgress(count: number): ImportProgress {
    const { kinds } = this.#tally.state
    const sum = (name: 'imported' | 'skipped') =>
      Object.values(kinds).reduce((all, counts) => all + counts[name], 0)
    return {
      lines: this.#progress.lines + Math.max(1, count),
      imported: sum('imported'),
      skipped: sum('skipped'),
      rejected: this.#tally.rejected,
      repairs: [],
      state: this.#tally.serialize(),
    }
  }
}

/** Weight of an item in a batch, as a number of typical posts. */
function weightOf(item: StoredItem, text: string): number {
  const posts = item.kind === 'posts' ? postsIn(item.bundle) : 1
  return Math.max(posts, text.length / TYPICAL_LENGTH)
}

function postsIn({ posts, referenced }: PostBundle): number {
  return posts.length + referenced.length / 2
}

/** A copy of the beginning of a text. A substring would keep the whole chunk in memory. */
function beginningOf(text: string): string {
  return Buffer.from(text.slice(0, MAX_REJECT_LENGTH)).toString('utf8')
}

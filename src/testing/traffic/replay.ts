/**
 * Publishes the posts of a recording at their recorded intervals. Each post is imported with its id, time and author,
 * and is sent to streams and webhooks. Files are read only as far as the next posts require.
 */
import type { Context } from '../../domain/context.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ReadObject } from '../../importers/files/file-value.ts'
import { findInputs, type ImportInput, STANDARD_INPUT } from '../../importers/files/inputs.ts'
import { FROM_BEGINNING, readInput } from '../../importers/files/read-input.ts'
import { isCount } from '../../importers/item-kinds.ts'
import { type StoredItem, type StoreOutcome, storeBatch } from '../../importers/store-batch.ts'
import { ControlRefused } from '../refused.ts'
import type { TimedAction } from './player.ts'
import type { ReplayOptions } from './replay-options.ts'

/** The counts that a replay reports. */
export interface ReplayFacts {
  readonly published: number
  /** Number of posts that already existed. */
  readonly skipped: number
  /** Number of posts that were deleted on this server or in the recording. */
  readonly deleted: number
  /** Number of objects that could not be read or stored. */
  readonly rejected: number
  /** The reason why the first of these objects was rejected. */
  readonly rejection: string | undefined
}

export class Replay {
  readonly #context: Context
  readonly #inputs: readonly ImportInput[]
  readonly #counts = { published: 0, skipped: 0, deleted: 0, rejected: 0 }
  #rejection: string | undefined

  private constructor(context: Context, inputs: readonly ImportInput[]) {
    this.#context = context
    this.#inputs = inputs
  }

  /** Opens a recording. @throws {ControlRefused} for a path that has no recording */
  static async open(context: Context, { file }: ReplayOptions): Promise<Replay> {
    if (file === STANDARD_INPUT) throw new ControlRefused('a replay needs a file, not standard input')
    const inputs = await findInputs([file]).catch((error: unknown) => {
      if (error instanceof FileUnreadable) throw new ControlRefused(error.message, 'not-found')
      throw error
    })
    if (inputs.some(({ is }) => is === 'archive'))
      throw new ControlRefused('a personal archive is no recording; load it with aviary import')
    return new Replay(context, inputs)
  }

  get facts(): ReplayFacts {
    return { ...this.#counts, rejection: this.#rejection }
  }

  /**
   * The actions of the recording. Their times are relative to its first post. If a post is older than the previous
   * post, it is published immediately after the previous post.
   */
  async *actions(): AsyncGenerator<TimedAction, undefined> {
    let zero: number | undefined
    let at = 0
    for await (const { items } of this.#objects()) {
      const stored = items.filter((item) => !isCount(item)).filter(({ kind }) => kind !== 'edge')
      if (stored.length === 0) continue
      const time = timeOf(stored)
      zero ??= time
      if (time !== undefined && zero !== undefined) at = Math.max(at, time - zero)
      yield { at, run: () => this.#publish(stored) }
    }
    return undefined
  }

  async *#objects(): AsyncGenerator<ReadObject> {
    for (const input of this.#inputs) {
      const readings = readInput(input, FROM_BEGINNING, NO_INPUT, { isMediaSkipped: this.#inputs.length > 1 })
      for await (const reading of readings) {
        if (reading.is === 'fault' || reading.is === 'given-up') this.#reject(reading.reason)
        if (reading.is !== 'objects') continue
        for (const object of reading.objects) {
          if (object.rejection !== undefined) this.#reject(object.rejection)
          else yield object
        }
      }
    }
  }

  async #publish(items: readonly StoredItem[]): Promise<void> {
    let last: StoreOutcome | undefined
    const note = async (_: unknown, outcome: StoreOutcome) => {
      last = outcome
    }
    await storeBatch(this.#context, items, note, { isLive: true })
    if (last === undefined) return
    this.#counts.published += last.kinds.posts.imported
    this.#counts.skipped += last.kinds.posts.skipped
    this.#counts.deleted += last.deletedPosts
    for (const { reason } of last.refused) this.#reject(reason)
  }

  #reject(reason: string): void {
    this.#counts.rejected += 1
    this.#rejection ??= reason
  }
}

const NO_INPUT: AsyncIterable<Buffer> = {
  async *[Symbol.asyncIterator]() {
    // A replay does not read standard input.
  },
}

/**
 * The time of the post among `items`, in milliseconds since the Unix epoch. Undefined if there is no post, for
 * example for notices; notices are published right after the previous post.
 */
function timeOf(items: readonly StoredItem[]): number | undefined {
  for (const item of items) if (item.kind === 'posts') return item.bundle.posts[0]?.createdAt
  return undefined
}

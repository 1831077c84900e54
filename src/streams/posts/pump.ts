/**
 * Reads the log for all post streams of a process: what a batch tells of is loaded once for everybody, then its events
 * are told one after the other without a pause, so that whoever joins between two batches misses nothing.
 */
import { isStoreFailure, StoreDamaged } from '../../db/errors.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { Logger } from '../../lib/log.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import { PositionTooOld } from '../../log/tail.ts'
import { listViews, type SceneServices, type ViewNeeds } from '../../views/load-post-views.ts'
import { type OnLeftOut, readApart } from './left-out.ts'
import { isPostEvent } from './stream-events.ts'
import type { StreamLog } from './streams.ts'

/** Whom events are told. */
export interface PumpTarget {
  /** Grows whenever somebody joins: what was loaded may lack what they want. */
  readonly joins: number
  /** Whether a post may be for somebody. */
  wants(postId: bigint): boolean
  needs(): ViewNeeds
  /**
   * Events that came together, in order. @param views of the posts that are wanted, each at the place of its event;
   * those that everybody may see
   */
  tell(events: readonly LogEntry[], views: Views): void
  /** Events were lost before they could be told, or none can be read any more. */
  lose(reason: 'gap' | 'failure'): void
}

export type Views = readonly (StreamedView | undefined)[]

const NO_VIEWS: Views = []

export interface PumpOptions {
  readonly log: StreamLog
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  readonly scene: SceneServices
  /** Called with posts and events that are left out; everybody goes on without them. */
  readonly onLeftOut?: OnLeftOut | undefined
}

/** Events that are looked at together: their posts are read at once. */
const BATCH = 100

/** Milliseconds after which a log that could not be read is tried again. */
const RETRY_MS = 500

export class Pump {
  readonly #options: PumpOptions
  readonly #target: PumpTarget
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  readonly #waiting = new Set<() => void>()
  #position: bigint
  #isStuck = false
  #failure: Error | undefined

  constructor(options: PumpOptions, target: PumpTarget) {
    this.#options = options
    this.#target = target
    this.#position = options.log.head
    this.#running = this.#run()
  }

  /** Every event up to here has been told. */
  get position(): bigint {
    return this.#position
  }

  /** Why nothing will be told any more. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Waits until everything up to `position` has been told, or cannot be now. */
  async reach(position: bigint): Promise<void> {
    while (this.#position < position && !this.#isStuck && !this.#stopping.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /**
   * What streams show of posts, as {@link listViews}; of one whose own data fails nothing.
   * @param positions those of the events that give them
   */
  views(ids: readonly bigint[], positions: readonly bigint[]): Promise<Views> {
    const { scene, onLeftOut } = this.#options
    return readApart(
      ids,
      (some) => listViews(scene, some, this.#target.needs()),
      (postId, error) => onLeftOut?.({ postId, position: positions[ids.indexOf(postId)] ?? 0n }, error),
    )
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted && this.#failure === undefined) {
      try {
        const batches = this.#options.log.follow(this.#position, signal, BATCH)
        for await (const batch of batches) await this.#take(batch)
      } catch (error) {
        this.#isStuck = true
        this.#wake()
        await this.#recover(error)
      }
    }
  }

  async #take(batch: readonly LogEntry[]): Promise<void> {
    const target = this.#target
    let views: Views
    let joins: number
    do {
      joins = target.joins
      views = await this.#viewsOf(batch)
      // Whoever joined meanwhile may want more of the posts, and other posts.
    } while (joins !== target.joins)
    target.tell(batch, views)
    this.#position = batch.at(-1)?.position ?? this.#position
    this.#isStuck = false
    this.#wake()
  }

  /** The views of what is wanted of a batch, each at the place of its event. */
  async #viewsOf(batch: readonly LogEntry[]): Promise<Views> {
    const places: number[] = []
    const ids: bigint[] = []
    const positions: bigint[] = []
    for (const [place, event] of batch.entries()) {
      if (!isPostEvent(event) || !this.#target.wants(event.post_id)) continue
      places.push(place)
      ids.push(event.post_id)
      positions.push(event.position)
    }
    if (ids.length === 0) return NO_VIEWS
    const found = await this.views(ids, positions)
    if (ids.length === batch.length) return found
    const views: (StreamedView | undefined)[] = batch.map(() => undefined)
    for (const [index, place] of places.entries()) views[place] = found[index]
    return views
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  /** What is lost for good ends the connections, because nothing may be missing without a word. */
  async #recover(error: unknown): Promise<void> {
    const { clock, logger } = this.#options
    if (error instanceof PositionTooOld) {
      this.#target.lose('gap')
      this.#position = error.oldest - 1n
    } else if (isStoreFailure(error) && !(error instanceof StoreDamaged)) {
      await sleep(clock, RETRY_MS, this.#stopping.signal)
    } else {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      logger.error({ err: error }, 'post streams have ended: the log cannot be read')
      this.#target.lose('failure')
    }
  }
}

/**
 * Counts requests and delivered posts in memory, by app and hour, and stores the counts once a minute. A crash loses at
 * most the counts of one minute. An orderly stop loses no counts.
 */
import { type HourCounts, hourOf, type PostHour, type RequestHour } from '../domain/usage/hours.ts'
import type { Clock } from '../lib/time/clock.ts'

const STORE_EVERY_MS = 60_000

/**
 * Maximum number of counts that wait for the database. Further counts are lost. This can happen when many apps make
 * requests while the database is not writable.
 */
export const MAX_WAITING_COUNTS = 100_000

/**
 * Number of counters for each family. The index of a counter is the first digit of the statuses that it counts, 1 to
 * 5.
 */
const CLASSES = 6

export interface HourCounterParts {
  readonly clock: Clock
  /** Adds the counts to the counts in the database. */
  readonly store: (counts: HourCounts) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** The counts of an hour. */
interface Hour {
  /** Counters by app, by family and by first digit of the status. */
  readonly requests: Map<bigint, Map<string, number[]>>
  readonly posts: Map<bigint, number>
}

export class HourCounter {
  readonly #parts: HourCounterParts
  readonly #stop: () => void
  #hours = new Map<number, Hour>()
  /** Counts that a running flush is writing to the database. */
  #storing: HourCounts | undefined
  #stored: Promise<void> = Promise.resolve()
  #size = 0
  #lost = 0

  constructor(parts: HourCounterParts) {
    this.#parts = parts
    this.#stop = parts.clock.every(STORE_EVERY_MS, () => {
      this.flush().catch(parts.onFailure)
    })
  }

  /** Number of lost counts. */
  get lost(): number {
    return this.#lost
  }

  /** Counts a response. @param status status of the response */
  addRequest(appId: bigint, family: string, status: number): void {
    const { requests } = this.#hour()
    let families = requests.get(appId)
    if (families === undefined) {
      families = new Map()
      requests.set(appId, families)
    }
    let classes = families.get(family)
    if (classes === undefined) {
      if (!this.#hasRoom()) return
      classes = new Array<number>(CLASSES).fill(0)
      families.set(family, classes)
    }
    const index = Math.floor(status / 100)
    classes[index] = (classes[index] ?? 0) + 1
  }

  /** Counts delivered posts. @param posts number of posts that the server sent to the app */
  addPosts(appId: bigint, posts: number): void {
    if (posts === 0) return
    const counts = this.#hour().posts
    const before = counts.get(appId)
    if (before === undefined && !this.#hasRoom()) return
    counts.set(appId, (before ?? 0) + posts)
  }

  /** The counts of an app that are not yet in the database. */
  waitingOf(appId: bigint): HourCounts {
    const { requests, posts } = this.#counts()
    const storing = this.#storing
    return {
      requests: [...requests, ...(storing?.requests ?? [])].filter((each) => each.appId === appId),
      posts: [...posts, ...(storing?.posts ?? [])].filter((each) => each.appId === appId),
    }
  }

  /** Stores the counts. After an error, the counts wait for the next flush. @throws the error of the database */
  flush(): Promise<void> {
    // After a failed flush, its counts wait for this flush.
    this.#stored = this.#stored.catch(() => undefined).then(() => this.#flush())
    return this.#stored
  }

  async close(): Promise<void> {
    this.#stop()
    await this.flush()
  }

  async #flush(): Promise<void> {
    const counts = this.#counts()
    if (counts.requests.length === 0 && counts.posts.length === 0) return
    this.#hours = new Map()
    this.#size = 0
    this.#storing = counts
    try {
      await this.#parts.store(counts)
    } catch (error) {
      this.#putBack(counts)
      throw error
    } finally {
      this.#storing = undefined
    }
  }

  #putBack({ requests, posts }: HourCounts): void {
    for (const { appId, hour, family, statusClass, requests: count } of requests) {
      const families = this.#hour(hour).requests
      const ofApp = families.get(appId) ?? new Map<string, number[]>()
      families.set(appId, ofApp)
      const classes = ofApp.get(family) ?? (this.#hasRoom() ? new Array<number>(CLASSES).fill(0) : undefined)
      if (classes === undefined) continue
      ofApp.set(family, classes)
      classes[statusClass] = (classes[statusClass] ?? 0) + count
    }
    for (const { appId, hour, posts: count } of posts) {
      const counts = this.#hour(hour).posts
      if (counts.has(appId) || this.#hasRoom()) counts.set(appId, (counts.get(appId) ?? 0) + count)
    }
  }

  #hour(hour: number = hourOf(this.#parts.clock.now())): Hour {
    let counts = this.#hours.get(hour)
    if (counts === undefined) {
      counts = { requests: new Map(), posts: new Map() }
      this.#hours.set(hour, counts)
    }
    return counts
  }

  #hasRoom(): boolean {
    if (this.#size < MAX_WAITING_COUNTS) {
      this.#size += 1
      return true
    }
    this.#lost += 1
    return false
  }

  #counts(): HourCounts {
    const requests: RequestHour[] = []
    const posts: PostHour[] = []
    for (const [hour, counts] of this.#hours) {
      for (const [appId, families] of counts.requests) {
        for (const [family, classes] of families) {
          for (const [statusClass, count] of classes.entries()) {
            if (count > 0) requests.push({ appId, hour, family, statusClass, requests: count })
          }
        }
      }
      for (const [appId, count] of counts.posts) posts.push({ appId, hour, posts: count })
    }
    return { requests, posts }
  }
}

/**
 * Counts the posts that the server sends to apps, and reports when a monthly cap is used up. Posts are counted in
 * memory immediately; a sync stores the counts a second later. Each process counts the posts that it sends, and reads
 * the counts of other processes at intervals. Near the cap, it reads them at every sync.
 */

import { type Context, Refusal } from '../../domain/context.ts'
import type { RuleProduct, RuleSet } from '../../domain/rules/rule.ts'
import { dayOf, dayStart, monthOf } from '../../domain/usage/period.ts'
import {
  keyOf,
  type UsageAccount,
  type UsageEntry,
  type UsageProduct,
  usageAccountOf,
  usageThisMonth,
} from '../../domain/usage/usage.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Failures } from '../../log/failures.ts'
import { storeUsage } from './figures.ts'

/** If fewer posts than this remain, the counts of other processes are read at every sync. */
const NEAR_CAP_POSTS = 10_000

const USAGE: Readonly<Record<RuleProduct, UsageProduct>> = { 'labs-1': 'labs-1-stream', '2': '2' }

/**
 * Milliseconds between two reads of the counts of other processes, while at least {@link NEAR_CAP_POSTS} posts remain.
 */
const REREAD_MS = 60_000

/** The usage of one account in a month. */
interface Month {
  /** The account that the usage belongs to. */
  readonly account: UsageAccount
  /** End of the month, in milliseconds since the Unix epoch. */
  until: number
  /** The count that was last read from the database, plus the posts that this process has counted since this read. */
  total: number
  readAt: number
  /** Number of open counters of the account. */
  users: number
}

/** The counter of one connection. */
export interface UsageCounter {
  /** Counts `posts` posts, up to the number that the cap allows. @returns the number of counted posts */
  take(posts: number): number
  /** True when the cap is used up. */
  readonly isSpent: boolean
  release(): void
}

/** Number of posts of one account and day that the database does not have yet. */
interface Pending {
  /** The row to store. Its `posts` is 0; the count is in the field `posts` of this object. */
  readonly share: UsageEntry
  posts: number
  /** False while the count is being stored. Posts that are sent during that time are counted in another entry. */
  isOpen: boolean
}

interface Ledger {
  /** Number of posts that the cap of an account still allows in a month. */
  left(account: UsageAccount, month: Month): number
  /**
   * @param last the entry that counted the previous posts of the account
   * @returns the entry that counts these posts
   */
  count(account: UsageAccount, posts: number, last: Pending | undefined): Pending
  release(month: Month): void
}

/** Counters have few fields, because each connection has a counter. */
class Counter implements UsageCounter {
  readonly #ledger: Ledger
  readonly #account: UsageAccount
  readonly #month: Month
  #pending: Pending | undefined
  #isReleased = false

  constructor(ledger: Ledger, account: UsageAccount, month: Month) {
    this.#ledger = ledger
    this.#account = account
    this.#month = month
  }

  get isSpent(): boolean {
    return this.#ledger.left(this.#account, this.#month) === 0
  }

  take(posts: number): number {
    const granted = Math.min(posts, this.#ledger.left(this.#account, this.#month))
    this.#month.total += granted
    if (granted > 0) this.#pending = this.#ledger.count(this.#account, granted, this.#pending)
    return granted
  }

  release(): void {
    if (!this.#isReleased) this.#ledger.release(this.#month)
    this.#isReleased = true
  }
}

function ownCap({ cap }: UsageAccount): number {
  return cap
}

export class UsageMeter {
  readonly #store: Context['store']
  readonly #clock: Clock
  readonly #capOf: (account: UsageAccount) => number
  readonly #failures: Failures | undefined
  readonly #months = new Map<string, Month>()
  /** Counts that the database does not have yet, by app, product and day. */
  #pending = new Map<string, Pending>()
  #flushing: Promise<void> | undefined
  /** State that all counters share. */
  readonly #ledger: Ledger = {
    left: (account, month) => {
      this.#startNewMonth(month)
      return Math.max(0, this.#capOf(account) - month.total)
    },
    count: (account, posts, last) => this.#note(account, posts, last),
    release: (month) => this.#release(month),
  }

  /**
   * @param capOf maximum posts of an account in a month; Infinity for no cap
   * @param failures records counts that cannot be stored; when undefined, these counts stay in memory until they can be
   * stored
   */
  constructor(store: Context['store'], clock: Clock, capOf = ownCap, failures?: Failures | undefined) {
    this.#store = store
    this.#failures = failures
    this.#clock = clock
    this.#capOf = capOf
  }

  /** Opens a counter for the stream of an app; undefined when the app has been deleted. */
  async openOf({ appId, product }: RuleSet): Promise<UsageCounter | undefined> {
    const account = await usageAccountOf(this.#store, appId, USAGE[product]).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    return account === undefined ? undefined : this.open(account)
  }

  /**
   * Opens a counter for an account. The counter starts with the account's stored usage of the month.
   * @throws when the database cannot be read
   */
  async open(account: UsageAccount): Promise<UsageCounter> {
    const key = keyOf(account)
    const month = this.#months.get(key) ?? this.#newMonth(account)
    this.#months.set(key, month)
    month.users += 1
    try {
      await this.flush()
      await this.#read(month)
    } catch (error) {
      this.#release(month)
      throw error
    }
    return new Counter(this.#ledger, account, month)
  }

  /** Stores all counts. A call during a flush waits for this flush and then starts another flush. */
  async flush(): Promise<void> {
    // The running flush reports a failure to its own caller. This flush also stores the counts of a failed flush.
    await this.#flushing?.catch(() => undefined)
    this.#flushing ??= this.#flushOnce().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  /**
   * Does the work of {@link flush}, and reads the counts of other processes if necessary. Counts that cannot be stored
   * wait for the next call.
   * @throws the error of the store
   */
  async sync(): Promise<void> {
    await this.flush()
    const now = this.#clock.now()
    for (const month of this.#months.values()) {
      const cap = this.#capOf(month.account)
      const isDue = cap - month.total < NEAR_CAP_POSTS || now - month.readAt >= REREAD_MS
      if (isDue && cap !== Number.POSITIVE_INFINITY) await this.#read(month)
    }
  }

  #newMonth(account: UsageAccount): Month {
    return { account, until: 0, total: 0, readAt: 0, users: 0 }
  }

  #release(month: Month): void {
    const key = keyOf(month.account)
    month.users -= 1
    if (month.users === 0 && this.#months.get(key) === month) this.#months.delete(key)
  }

  #note(account: UsageAccount, posts: number, last: Pending | undefined): Pending {
    const day = dayOf(this.#clock.now())
    if (last?.isOpen !== true || last.share.day !== day) return this.#count({ account, day, posts: 0 }, posts)
    last.posts += posts
    return last
  }

  #count(share: UsageEntry, posts: number): Pending {
    const { account, day } = share
    const key = `${account.appId} ${account.projectId} ${account.product} ${day}`
    const pending = this.#pending.get(key) ?? { share, posts: 0, isOpen: true }
    pending.posts += posts
    this.#pending.set(key, pending)
    return pending
  }

  #startNewMonth(month: Month): void {
    const now = this.#clock.now()
    if (now < month.until) return
    month.until = dayStart(monthOf(month.account.since, now).until)
    month.total = 0
  }

  async #flushOnce(): Promise<void> {
    const pending = this.#pending
    if (pending.size === 0) return
    this.#pending = new Map()
    for (const each of pending.values()) each.isOpen = false
    const shares = new Set([...pending.values()].map(({ share, posts }) => ({ ...share, posts })))
    try {
      await storeUsage(this.#store, this.#failures, shares)
    } catch (error) {
      for (const share of shares) this.#count({ ...share, posts: 0 }, share.posts)
      throw error
    }
  }

  /** Reads the stored count, and adds the counts of this process that are not stored yet. */
  async #read(month: Month): Promise<void> {
    this.#startNewMonth(month)
    const { until } = month
    const [before, unflushed] = [month.total, this.#pendingOf(month)]
    const stored = await usageThisMonth(this.#store, month.account, this.#clock.now())
    month.readAt = this.#clock.now()
    if (month.until !== until) return
    // If another flush runs during the read, some posts are counted twice until the next read.
    month.total = stored + unflushed + (month.total - before)
  }

  #pendingOf({ account }: Month): number {
    const key = keyOf(account)
    let posts = 0
    for (const { share, posts: more } of this.#pending.values()) {
      if (keyOf(share.account) === key) posts += more
    }
    return posts
  }
}

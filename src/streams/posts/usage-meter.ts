/**
 * Counts the posts that apps are sent, in memory at once and in the database a second later, and says when a month is
 * spent. Of several processes each counts its own; what the others counted is read now and then, and often when little
 * is left.
 */

import { type Context, Refusal } from '../../domain/context.ts'
import type { RuleProduct, RuleSet } from '../../domain/rules/rule.ts'
import { dayOf, dayStart, monthOf } from '../../domain/usage/period.ts'
import {
  keyOf,
  MONTHLY_CAP,
  type UsageAccount,
  type UsageEntry,
  type UsageProduct,
  usageAccountOf,
  usageThisMonth,
} from '../../domain/usage/usage.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Failures } from '../../log/failures.ts'
import { storeUsage } from './figures.ts'

/** Posts left below which what others count is read at every turn. */
const NEAR_END = 10_000

const USAGE: Readonly<Record<RuleProduct, UsageProduct>> = { 'labs-1': 'labs-1-stream', '2': '2' }

/** Milliseconds between two readings otherwise. */
const REREAD_MS = 60_000

/** What is capped together. */
interface Month {
  /** The account by which it is read. */
  readonly account: UsageAccount
  /** Milliseconds since the Unix epoch: when it turns. */
  until: number
  /** Counted in the database when it was read last, and here since. */
  total: number
  readAt: number
  /** Counters that hold it. */
  users: number
}

/** The counter of one connection. */
export interface UsageCounter {
  /** Counts up to `posts`, as many as the month has left. @returns how many */
  take(posts: number): number
  /** Whether nothing is left. */
  readonly isSpent: boolean
  release(): void
}

/** Posts of one account and day that are not in the database yet. */
interface Pending {
  /** With no posts. */
  readonly share: UsageEntry
  posts: number
  /** Whether more are counted here: not any more once they are on their way to the database. */
  isOpen: boolean
}

interface Ledger {
  /** Posts that a month has left. */
  left(month: Month): number
  /** @param last where the account's posts were counted before @returns where these were */
  note(account: UsageAccount, posts: number, last: Pending | undefined): Pending
  release(month: Month): void
}

/** One for each connection, so it is no more than this. */
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
    return this.#ledger.left(this.#month) === 0
  }

  take(posts: number): number {
    const granted = Math.min(posts, this.#ledger.left(this.#month))
    this.#month.total += granted
    if (granted > 0) this.#pending = this.#ledger.note(this.#account, granted, this.#pending)
    return granted
  }

  release(): void {
    if (!this.#isReleased) this.#ledger.release(this.#month)
    this.#isReleased = true
  }
}

export class UsageMeter {
  readonly #store: Context['store']
  readonly #clock: Clock
  readonly #cap: number
  readonly #failures: Failures | undefined
  readonly #months = new Map<string, Month>()
  /** Not yet in the database, by app, product and day. */
  #pending = new Map<string, Pending>()
  #flushing: Promise<void> | undefined
  /** For all counters: what they may do. */
  readonly #ledger: Ledger = {
    left: (month) => {
      this.#turnOver(month)
      return Math.max(0, this.#cap - month.total)
    },
    note: (account, posts, last) => this.#note(account, posts, last),
    release: (month) => this.#release(month),
  }

  /**
   * @param cap posts of a month; Infinity for no end
   * @param failures where figures are remembered that cannot be stored; they are kept and tried again when left out
   */
  constructor(store: Context['store'], clock: Clock, cap = MONTHLY_CAP, failures?: Failures | undefined) {
    this.#store = store
    this.#failures = failures
    this.#clock = clock
    this.#cap = cap
  }

  /** A counter for the stream of an app; undefined when the app went meanwhile, so that its token is good for nothing. */
  async openOf({ appId, product }: RuleSet): Promise<UsageCounter | undefined> {
    const account = await usageAccountOf(this.#store, appId, USAGE[product]).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    return account === undefined ? undefined : this.open(account)
  }

  /** A counter for an account; what was counted before is known. @throws when the database cannot be read */
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

  /** Brings what was counted into the database. Others wait for the one that is under way, and then begin anew. */
  async flush(): Promise<void> {
    // Refused is whoever began it; what it could not store is stored by this one.
    await this.#flushing?.catch(() => undefined)
    this.#flushing ??= this.#flushOnce().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  /**
   * As {@link flush}, and reads what other processes have counted where it matters. What could not be stored is kept for the
   * next turn. @throws what the store says
   */
  async turn(): Promise<void> {
    await this.flush()
    const now = this.#clock.now()
    for (const month of this.#months.values()) {
      const isDue = this.#cap - month.total < NEAR_END || now - month.readAt >= REREAD_MS
      if (isDue && this.#cap !== Number.POSITIVE_INFINITY) await this.#read(month)
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

  #turnOver(month: Month): void {
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

  /** What is in the database, and what is here and not there yet. */
  async #read(month: Month): Promise<void> {
    this.#turnOver(month)
    const { until } = month
    const [before, unflushed] = [month.total, this.#pendingOf(month)]
    const stored = await usageThisMonth(this.#store, month.account, this.#clock.now())
    month.readAt = this.#clock.now()
    if (month.until !== until) return
    // Where another flush came between, something is counted twice until the next reading.
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

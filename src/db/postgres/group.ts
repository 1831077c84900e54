/**
 * The connection on which write commands share transactions, with as few round trips as possible. Savepoint commands
 * are sent together with the next statement, and the commit is sent together with the last insert.
 *
 * Invariant: nothing is written outside of a transaction. A lost link (link.ts) runs no further statement. The session
 * is read-only by default, so only statements after a `begin` of this class can write.
 */
import { InvariantBroken } from '../../lib/assert.ts'
import { systemClock } from '../../lib/time/clock.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import type { GroupConnection } from '../commit/group-connection.ts'
import { StoreUnavailable } from '../errors.ts'
import type { Query } from '../query.ts'
import type { AppendDrafts, EventDraft, Writer } from '../store.ts'
import { isDeadlock, isDivisionByZero, isLockTimeout, storeError } from './errors.ts'
import { isReplaceable, Link, OPENINGS } from './link.ts'
import { Plans } from './plans.ts'
import type { Primary } from './primary.ts'

const BEGIN = 'begin isolation level read committed read write'

/**
 * For a command that is alone in its transaction, because such commands can have many rows. A generic plan
 * would be for ten rows.
 */
const BEGIN_BULK = `${BEGIN};set local plan_cache_mode = auto`

/**
 * Milliseconds that the first command of a group waits for a row lock. Meanwhile no other command of this process can
 * write.
 */
const FIRST_PATIENCE_MS = 100

/**
 * Milliseconds that later commands wait for a row lock while the group holds row locks. With longer waits, two groups
 * that wait for each other would block until PostgreSQL looks for deadlocks after one second.
 */
const HOLDING_PATIENCE_MS = 5

/**
 * Number of consecutive commits after which the cached end of the log is used without a check, if no other process
 * appended.
 */
const TRUSTED_AFTER = 16

/**
 * Milliseconds that a command alone in its transaction waits for a row lock, and that a group waits for the lock of the
 * log.
 */
const PATIENCE_MS = 5_000

const SESSION = {
  default_transaction_read_only: 'on',
  // If this process is stopped in the middle of a write, PostgreSQL ends the session and releases the lock of the log.
  idle_in_transaction_session_timeout: '30s',
  // Commands find rows by key. A plan with a full scan, made while the table was small, would remain in use.
  enable_seqscan: 'off',
  // By default PostgreSQL would plan again for each small array, because it compares the cost with the cost of a
  // generic plan for ten rows.
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
}

export interface PostgresGroupOptions {
  readonly url: string
  readonly primary?: Primary | undefined
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly appendDrafts: AppendDrafts
  /** Returns the monotonic time in milliseconds. */
  readonly monotonic: () => number
}

export class PostgresGroup implements GroupConnection {
  readonly isImmediate = false
  readonly #options: PostgresGroupOptions
  /** Link of the current or previous transaction. */
  #link: Link | undefined
  /** True when the transaction holds row locks of a command that has ended. */
  #isHolding = false
  #isCommitSent = false
  /** SQL commands to send with the next statement. */
  #ahead: readonly string[] = []
  /** Lock timeout to set with the next SQL command, in milliseconds; undefined when it does not change. */
  #patience: number | undefined
  /** SQL commands of this transaction that were sent and not awaited. */
  #sent: Promise<unknown>[] = []
  /**
   * First error of an SQL command that was not awaited. After this error, this process does not know which
   * savepoints exist.
   */
  #failure: { readonly error: unknown } | undefined
  /** End of the log after the last commit. */
  #head: bigint | undefined
  /** Number of consecutive commits between which no other process appended to the log. */
  #undisturbed = 0
  readonly #plans: Plans

  constructor(options: PostgresGroupOptions) {
    this.#options = options
    this.#plans = new Plans(options.monotonic)
  }

  async begin(alone: boolean): Promise<Writer> {
    this.#failure = undefined
    const begin = alone ? BEGIN_BULK : BEGIN
    this.#patience = alone ? PATIENCE_MS : FIRST_PATIENCE_MS
    this.#sent = []
    this.#isHolding = false
    this.#isCommitSent = false
    const known = this.#liveLink()
    if (known !== undefined) {
      this.#plans.renew(known)
      this.#ahead = [begin]
      // A command alone in its transaction has no savepoint, so `begin` cannot be sent together with a savepoint.
      if (alone) this.#send()
      return new PostgresWriter(known)
    }
    // On a new connection `begin` is sent alone and awaited, so that one error reports a missing server for all
    // commands.
    this.#ahead = []
    return this.#beginOnNewLink([begin, ...this.#takePatience()].join(';'), OPENINGS)
  }

  /**
   * @param openings maximum number of further links to try when a link is lost before its login, as happens
   *   when a primary is stopping
   */
  async #beginOnNewLink(text: string, openings: number): Promise<Writer> {
    const { url, primary, name } = this.#options
    const link = new Link({ url, primary, name, session: SESSION }, () => undefined)
    this.#link = link
    try {
      await this.#command(text)
      return new PostgresWriter(link)
    } catch (error) {
      if (!isReplaceable(link, primary, error) || openings === 0) throw error
      return this.#beginOnNewLink(text, openings - 1)
    }
  }

  savepoint(): void {
    this.#send('savepoint command')
  }

  release(): void {
    this.#ahead = ['release command']
    if (this.#isHolding) return
    this.#isHolding = true
    this.#patience = HOLDING_PATIENCE_MS
  }

  /**
   * @throws when the savepoint may be missing. A rollback to an earlier savepoint would undo another command without
   *   its events
   */
  rollbackToSavepoint(): void {
    this.#requireWhole()
    this.#send('rollback to command', 'release command')
  }

  async commit(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint | undefined> {
    this.#requireWhole()
    if (drafts.length > 0) return this.#commitWith(writer, drafts)
    await Promise.all([...this.#sent, this.#commit()])
    return undefined
  }

  async #commitWith(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint> {
    const known = this.#head
    const trusted = this.#undisturbed >= TRUSTED_AFTER ? known : undefined
    // The end of the log is unknown until the commit succeeds.
    this.#head = undefined
    this.#patience = PATIENCE_MS
    this.#send()
    try {
      const { head, stored } = await this.#options.appendDrafts(writer, drafts, trusted)
      // The commit is sent together with the insert, so that the lock of the log is not held for another round trip. If
      // an earlier statement failed, PostgreSQL rolls back instead of the commit, and the error of that statement is
      // thrown.
      const committed = this.#commit()
      committed.catch(() => undefined) // Awaited below.
      await Promise.all([...this.#sent, stored])
      await committed
      this.#undisturbed = head === (known ?? 0n) + BigInt(drafts.length) ? this.#undisturbed + 1 : 0
      this.#head = head
      return head
    } catch (error) {
      this.#undisturbed = 0
      if (trusted !== undefined && isDivisionByZero(error)) throw new HeadMoved(trusted, error)
      throw error
    }
  }

  async rollback(): Promise<void> {
    if (this.transactionLost()) return
    await Promise.allSettled(this.#sent)
    await this.#command('rollback')
  }

  transactionLost(): boolean {
    return this.#liveLink() === undefined
  }

  wasLostBeforeCommit(): boolean {
    return this.#options.primary !== undefined && !this.#isCommitSent && this.transactionLost()
  }

  lockConflictOf(error: unknown): 'deadlock' | 'waited' | undefined {
    if (error instanceof HeadMoved) return 'deadlock'
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    if (isDeadlock(cause)) return 'deadlock'
    return isLockTimeout(cause) ? 'waited' : undefined
  }

  async close(): Promise<void> {
    await this.#link?.close()
  }

  async #commit(): Promise<void> {
    this.#isCommitSent = true
    const tag = await this.#commandInTime('commit')
    if (tag !== 'COMMIT') throw new InvariantBroken(`PostgreSQL answered "${tag}" to a commit`)
  }

  /**
   * Runs an SQL command. If the URL names several hosts, the command has a time limit, because a commit may
   * wait forever for a standby. After the limit, the link is discarded and the caller gets an error, but
   * PostgreSQL may still commit.
   */
  async #commandInTime(text: string): Promise<string> {
    const { primary } = this.#options
    const link = this.#liveLink()
    if (primary === undefined || link === undefined) return this.#command(text)
    const cancel = systemClock.after(Math.max(primary.waitMs, PATIENCE_MS), () => link.giveUp())
    try {
      return await this.#command(text)
    } finally {
      cancel()
    }
  }

  #liveLink(): Link | undefined {
    return this.#link?.lost === false ? this.#link : undefined
  }

  /** Sends SQL commands after the queued SQL commands, without awaiting them. */
  #send(...commands: readonly string[]): void {
    const sent = this.#command([...this.#ahead, ...this.#takePatience(), ...commands].join(';'))
    this.#ahead = []
    sent.catch((error) => {
      this.#failure ??= { error }
    })
    this.#sent.push(sent)
  }

  #requireWhole(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /**
   * SQL that sets a changed lock timeout. This SQL is sent before a savepoint, because a rollback to the savepoint
   * would revert the timeout.
   */
  #takePatience(): string[] {
    const patience = this.#patience
    this.#patience = undefined
    return patience === undefined ? [] : [`set local lock_timeout = ${patience}`]
  }

  /** Runs SQL commands; returns the command tag of the last command. */
  async #command(text: string): Promise<string> {
    const link = this.#liveLink()
    if (link === undefined) throw lostInTheMiddle()
    try {
      return (await link.use((sql) => sql.unsafe(text))).command
    } catch (error) {
      throw storeError(error)
    }
  }
}

/** Another process appended to the log. The group runs again and first reads the end of the log. */
class HeadMoved extends Error {
  override readonly name = 'HeadMoved'

  constructor(expected: bigint, cause: unknown) {
    super(`the log does not end at ${expected} any more`, { cause })
  }
}

class PostgresWriter implements Writer {
  readonly #link: Link

  constructor(link: Link) {
    this.#link = link
  }

  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.#living().rows(query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.#living().rows(query, parameters))[0]
  }

  async run<Parameters extends object>(
    query: Query<Parameters, unknown>,
    parameters: Parameters,
  ): Promise<number> {
    return this.#living().run(query, parameters)
  }

  each(query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]> {
    return this.#living().each(query, rows)
  }

  #living(): Link {
    if (this.#link.lost) throw lostInTheMiddle()
    return this.#link
  }
}

function lostInTheMiddle(): StoreUnavailable {
  return new StoreUnavailable('the connection to PostgreSQL was lost in the middle of a write')
}

/**
 * A connection on which writing verbs of this process share transactions, kept to as few round trips as the
 * verbs themselves need: commands travel with the statement that follows, and the commit with the last insert.
 *
 * Invariant: nothing is ever written outside a transaction. A lost link runs nothing more (link.ts), and the
 * session is read-only by default, so that only what comes after our `begin` can write.
 */
import { InvariantBroken } from '../../lib/assert.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import type { GroupConnection } from '../commit/group-connection.ts'
import { StoreUnavailable } from '../errors.ts'
import type { Query } from '../query.ts'
import type { AppendDrafts, EventDraft, Writer } from '../store.ts'
import { isDeadlock, isDivisionByZero, isLockTimeout, storeError } from './errors.ts'
import { Link } from './link.ts'
import { Plans } from './plans.ts'

const BEGIN = 'begin isolation level read committed read write'

/** For transactions of bulk verbs: a plan for ten rows is none for thousands. */
const BEGIN_BULK = `${BEGIN};set local plan_cache_mode = auto`

/** How long the first verb of a group waits for a row, in milliseconds: nothing else of this process is written then. */
const FIRST_PATIENCE_MS = 100

/**
 * How long a later one waits, while the group holds the rows of those before it. Two groups that hold what the other
 * wants would stand for the second after which PostgreSQL looks for deadlocks.
 */
const HOLDING_PATIENCE_MS = 5

/** Commits in a row with nobody else's between them after which the end of the log is taken for known. */
const TRUSTED_AFTER = 16

/** How long a verb alone waits for a row, and a group for its turn at the log. */
const PATIENCE_MS = 5_000

const SESSION = {
  default_transaction_read_only: 'on',
  // A process that is stopped in the middle of a write must not hold the log for ever.
  idle_in_transaction_session_timeout: '30s',
  // Verbs look things up by keys. A plan that reads a whole table, made while that was small, would outlive its smallness.
  enable_seqscan: 'off',
  // For every few rows anew it would take longer than the statement: PostgreSQL compares a plan for those with one for ten.
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
}

export interface PostgresGroupOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly name: string
  readonly appendDrafts: AppendDrafts
  /** Milliseconds. */
  readonly monotonic: () => number
  /** What tells other processes of a log that ends there, when it is time to; it travels with the commit. */
  readonly bell?: (head: bigint) => string | undefined
}

export class PostgresGroup implements GroupConnection {
  readonly isImmediate = false
  readonly #options: PostgresGroupOptions
  /** The link of the running or the last transaction. */
  #link: Link | undefined
  /** Whether the transaction holds the rows of a verb that has ended. */
  #isHolding = false
  /** Commands that wait for a statement to travel with. */
  #ahead: readonly string[] = []
  /** How long to wait for locks from the next command on, in milliseconds; undefined when nothing has changed. */
  #patience: number | undefined
  /** The commands of this transaction that were sent and not waited for. */
  #sent: Promise<unknown>[] = []
  /** Why one of them has failed, once that is known: which savepoints there are nobody can tell then. */
  #failure: { readonly error: unknown } | undefined
  /** Where the log ended after the last commit. */
  #head: bigint | undefined
  /** Commits since another process has appended. */
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
    const known = this.#liveLink()
    if (known !== undefined) {
      this.#plans.renew(known)
      this.#ahead = [begin]
      // A verb by itself has no savepoint to travel with.
      if (alone) this.#send()
      return new PostgresWriter(known)
    }
    // Whether there is a server at all is worth a round trip: otherwise every verb would find out by itself.
    const { url, name } = this.#options
    const link = new Link({ url, name, session: SESSION }, () => undefined)
    this.#link = link
    this.#ahead = []
    await this.#command([begin, ...this.#takePatience()].join(';'))
    return new PostgresWriter(link)
  }

  savepoint(): void {
    this.#send('savepoint verb')
  }

  release(): void {
    this.#ahead = ['release verb']
    if (this.#isHolding) return
    this.#isHolding = true
    this.#patience = HOLDING_PATIENCE_MS
  }

  /** @throws when a savepoint may be missing: to go back to the one before would undo a verb whose events are stored */
  rollbackToSavepoint(): void {
    this.#requireWhole()
    this.#send('rollback to verb', 'release verb')
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
    // Until it is known to be so.
    this.#head = undefined
    this.#patience = PATIENCE_MS
    this.#send()
    try {
      const { head, stored } = await this.#options.appendDrafts(writer, drafts, trusted)
      // The commit travels with the insert, so that the log's lock is held for no round trip more. When something
      // before it failed it is a rollback, and then that something is what is thrown.
      const committed = this.#commit()
      committed.catch(() => undefined) // Awaited below.
      this.#ring(head)
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

  /**
   * Behind the commit and outside it: a notification inside would queue behind every other process's. When nothing was
   * committed it tells of nothing, which a doorbell may.
   */
  #ring(head: bigint): void {
    const bell = this.#options.bell?.(head)
    if (bell !== undefined) this.#command(bell).catch(() => undefined) // A lost one costs a look at the log.
  }

  async rollback(): Promise<void> {
    if (this.transactionLost()) return
    await Promise.allSettled(this.#sent)
    await this.#command('rollback')
  }

  transactionLost(): boolean {
    return this.#liveLink() === undefined
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
    const tag = await this.#command('commit')
    if (tag !== 'COMMIT') throw new InvariantBroken(`PostgreSQL answered "${tag}" to a commit`)
  }

  #liveLink(): Link | undefined {
    return this.#link?.lost === false ? this.#link : undefined
  }

  /** Sends commands, after those that waited, and does not wait for them. */
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
   * The command that says how long to wait for locks from now on, if that has changed. Before a savepoint: it holds for
   * the rest of the transaction, and a verb that is rolled back does not change it.
   */
  #takePatience(): string[] {
    const patience = this.#patience
    this.#patience = undefined
    return patience === undefined ? [] : [`set local lock_timeout = ${patience}`]
  }

  /** The tag of the last of the commands. */
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

/** Another process has appended to the log since this one did: the group runs again, and asks where the log ends. */
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

/**
 * The connection on which this process's writing verbs share transactions, kept to as few round trips as the
 * verbs themselves need: commands travel with the statement that follows, and the commit with the last insert.
 *
 * Invariant: nothing is ever written outside a transaction. After a lost connection the driver sends what it had
 * queued on a new one, where there is no transaction; so the session is read-only by default and only `begin`
 * says otherwise.
 */
import { InvariantBroken } from '../../lib/assert.ts'
import { StoreUnavailable } from '../errors.ts'
import type { GroupConnection } from '../group-commit.ts'
import type { Query } from '../query.ts'
import type { EventDraft, SealEvents, Writer } from '../store.ts'
import { isDeadlock, isLockTimeout, storeError } from './errors.ts'
import { changesOf, connect, rowsOf, type Sql } from './session.ts'

/**
 * How long a verb among others waits for a row, in milliseconds. Two groups that hold what the other wants would
 * stand for a second until PostgreSQL looks for deadlocks; so long verbs are rerun alone much earlier.
 */
const SHARED_PATIENCE_MS = 200

/** How long a verb by itself waits for a row, and a group for its turn at the log, in milliseconds. */
const PATIENCE_MS = 5_000

const SESSION = {
  default_transaction_read_only: 'on',
  // A process that is stopped in the middle of a write must not hold the log for ever.
  idle_in_transaction_session_timeout: '30s',
}

export class PostgresGroup implements GroupConnection {
  readonly #sql: Sql
  readonly #seal: SealEvents
  /** Whether the driver is connected, as far as is known. */
  #connected = false
  /** Whether the connection that began the transaction is still the same. */
  #alive = false
  /** Commands that wait for a statement to travel with. */
  #ahead: readonly string[] = []
  /** The commands of this transaction that were sent and not waited for. */
  #sent: Promise<unknown>[] = []

  constructor(url: string, seal: SealEvents) {
    this.#seal = seal
    this.#sql = connect({
      url,
      connections: 1,
      name: 'aviary writer',
      session: SESSION,
      onClose: () => {
        this.#connected = false
        this.#alive = false
      },
    })
  }

  async begin(alone: boolean): Promise<Writer> {
    const begin = [
      'begin isolation level read committed read write',
      `set local lock_timeout = ${alone ? PATIENCE_MS : SHARED_PATIENCE_MS}`,
    ]
    this.#sent = []
    this.#ahead = []
    if (this.#connected) this.#ahead = begin
    else await this.#command(begin.join(';'))
    this.#connected = true
    this.#alive = true
    return new PostgresWriter(this.#sql, () => this.#demandAlive())
  }

  savepoint(): void {
    this.#send('savepoint verb')
  }

  release(): void {
    this.#ahead = ['release verb']
  }

  rollbackToSavepoint(): void {
    this.#send('rollback to verb', 'release verb')
  }

  async commit(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint | undefined> {
    if (drafts.length > 0) this.#send(`set local lock_timeout = ${PATIENCE_MS}`)
    const sealed = drafts.length === 0 ? undefined : await this.#seal(writer, drafts)
    // The commit travels with the insert, so that the log's lock is held for no round trip more. When something
    // before it failed it is a rollback, and then that something is what is thrown.
    await Promise.all([...this.#sent, sealed?.stored, this.#commit()])
    return sealed?.head
  }

  async rollback(): Promise<void> {
    if (!this.#alive) return
    await Promise.allSettled(this.#sent)
    await this.#command('rollback')
  }

  transactionLost(): boolean {
    return !this.#alive
  }

  deservesRerun(error: unknown, alone: boolean): boolean {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return isDeadlock(cause) || (isLockTimeout(cause) && !alone)
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 5 })
  }

  async #commit(): Promise<void> {
    this.#demandAlive()
    const done = await this.#command('commit')
    this.#demandAlive()
    if (done !== 'COMMIT') throw new InvariantBroken(`PostgreSQL answered "${done}" to a commit`)
  }

  /** Sends commands, after those that waited, and does not wait for them. */
  #send(...commands: readonly string[]): void {
    this.#demandAlive()
    const sent = this.#command([...this.#ahead, ...commands].join(';'))
    this.#ahead = []
    sent.catch(() => undefined)
    this.#sent.push(sent)
  }

  /** The tag of the last of the commands. */
  async #command(text: string): Promise<string> {
    try {
      return (await this.#sql.unsafe(text)).command
    } catch (error) {
      throw storeError(error)
    }
  }

  #demandAlive(): void {
    if (!this.#alive)
      throw new StoreUnavailable('the connection to PostgreSQL was lost in the middle of a write')
  }
}

class PostgresWriter implements Writer {
  readonly #sql: Sql
  readonly #demandAlive: () => void

  constructor(sql: Sql, demandAlive: () => void) {
    this.#sql = sql
    this.#demandAlive = demandAlive
  }

  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    this.#demandAlive()
    return rowsOf(this.#sql, query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.rows(query, parameters))[0]
  }

  async run<Parameters extends object>(
    query: Query<Parameters, unknown>,
    parameters: Parameters,
  ): Promise<number> {
    this.#demandAlive()
    return changesOf(this.#sql, query, parameters)
  }
}

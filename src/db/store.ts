/**
 * Database interface for the rest of Aviary: reads of committed data, and write commands that share transactions
 * (spec/server.md#storage). sqlite/store.ts and postgres/store.ts implement it. The same tests
 * (test/support/store-contract) run on both.
 */
import type { Logger } from '../lib/log.ts'
import type { BulkQuery, BulkRow } from './bulk-query.ts'
import type { Engine, Query } from './query.ts'

/** Runs queries. */
export interface Reader {
  /** All rows. A result must have limited size, so queries have a limit. */
  rows<Parameters extends object, Row>(query: Query<Parameters, Row>, parameters: Parameters): Promise<Row[]>
  /** The first row, or undefined. */
  first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined>
}

/** An event to be appended; created by log/append.ts, stored at the end of the transaction. */
export interface EventDraft {
  readonly at: number
  readonly kind: string
  readonly user_id: bigint | null
  readonly post_id: bigint | null
  readonly partition: number
  readonly facts: string
}

/** Runs statements inside a transaction, and reads their results. */
export interface Writer extends Reader {
  /** Runs a statement; returns the number of changed rows. */
  run<Parameters extends object>(query: Query<Parameters, unknown>, parameters: Parameters): Promise<number>
  /** Runs a bulk statement (bulk.ts); returns the changed rows. */
  each(query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]>
}

/** Transaction of a command. It is valid during one call of {@link Store.write} and refuses statements afterwards. */
export interface Tx extends Writer {
  /** Events of this command, in order. The events get positions when the shared transaction ends. */
  readonly drafts: EventDraft[]
}

/** Result of {@link AppendDrafts}: the last position, and a promise that resolves after the inserts. */
export interface AppendedDrafts {
  readonly head: bigint
  readonly stored: Promise<unknown>
}

/**
 * Numbers and stores the drafts of a shared transaction. This is the last step before the commit.
 * @param expected the presumed end of the log, to save a read of the end. If the value is wrong, `stored` rejects with
 *   a division by zero. Without this value, the function reads the end of the log
 */
export type AppendDrafts = (
  writer: Writer,
  drafts: readonly EventDraft[],
  expected?: bigint,
) => Promise<AppendedDrafts>

/** Write command. It may await only the transaction (checked by a layout test). */
export type WriteCommand<T> = (tx: Tx) => Promise<T>

/** Result of a batch command for one input. */
export type Outcome<T> = { readonly value: T } | { readonly refusal: Error }

/**
 * Write command for many inputs, with few statements. Returns one result for each input, in order, as if the inputs had
 * run one after another. A refusal undoes no statement, so the command must refuse an input before it runs a statement
 * for that input.
 */
export type BatchCommand<Input, T> = (tx: Tx, inputs: readonly Input[]) => Promise<readonly Outcome<T>[]>

export interface Store extends Reader {
  readonly engine: Engine
  /** Logs background failures, where no caller can be refused. */
  readonly logger: StoreLogger
  /**
   * A number that changes when another process has committed. Undefined when a read of this number would need a round
   * trip (PostgreSQL) or is impossible now. On SQLite, this read costs a quarter of a read of the head of the log.
   */
  readonly version: number | undefined
  /**
   * Runs a write command. Commands that wait at the same time share one transaction, with a savepoint each. So a
   * command that throws undoes only its own changes. The promise settles after the shared commit is durable. A command
   * with a failed statement is refused even if the command caught the error. A command that was aborted by a deadlock
   * runs again, so it must have no effect except its statements.
   *
   * @throws errors of the command; an error of errors.ts, such as {@link StoreBusy}, when the database
   *   refused. Then nothing of the command is stored. The only exception is a connection to PostgreSQL that
   *   is lost during the commit, because the result is then unknown
   */
  write<T>(command: WriteCommand<T>): Promise<T>
  /**
   * As {@link Store.write}, but one run of the command handles all inputs of this command that are queued one directly
   * after another. A batch that throws is repeated with each input alone.
   */
  writeBatched<Input, T>(command: BatchCommand<Input, T>, input: Input): Promise<T>
  /**
   * Runs a command in a separate transaction. Use this method for bulk commands, and for commands that must not fail
   * together with others.
   */
  writeAlone<T>(command: WriteCommand<T>): Promise<T>
  /**
   * Runs a command that appends no events, such as a command that updates derived data. On PostgreSQL these commands
   * share transactions of a separate session, and wait for other commands only when both change the same rows. On
   * SQLite this is the same as {@link Store.write}.
   * @throws {InvariantBroken} when the command appends
   */
  writeAside<T>(command: WriteCommand<T>): Promise<T>
  /**
   * All rows of a result of any size, in chunks, from one snapshot. Only for CLI commands, because on SQLite reading a
   * chunk blocks the event loop.
   */
  stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncIterable<readonly Row[]>
  /**
   * Updates planner statistics after bulk writes. Until then PostgreSQL assumes that the tables are small, and may sort
   * a million rows to return fifty. Autovacuum also updates the statistics, within about a minute. SQLite does not need
   * them, because its plans depend only on indexes.
   */
  analyze(): Promise<void>
  /** Calls back after each commit of this process that appended events. Returns a function that unsubscribes. */
  onAppend(listener: AppendListener): () => void
  /** Waits for running commands, refuses new commands and closes every connection. */
  close(): Promise<void>
}

export type StoreLogger = Pick<Logger, 'warn' | 'error'>

/** Receives the last position, and the events of the transaction. The last event has that position. */
export type AppendListener = (position: bigint, drafts: readonly EventDraft[]) => void

/** Receives metrics of a store. Every method must be cheap, and is optional. */
export interface StoreObserver {
  /** A statement blocked the event loop (SQLite). */
  statement?(milliseconds: number, text: string): void
  /** A shared transaction was committed. */
  group?(commands: number, milliseconds: number): void
  /** A command was refused because of its own error or a database error. */
  refused?(error: unknown): void
  /** Events were stored. */
  appended?(): void
  /** A command waited because another process had the write lock. */
  busy?(): void
  /** The checkpoint worker of SQLite copied pages. `emptied` is true when the log was restarted or truncated. */
  checkpoint?(pages: number, emptied: boolean): void
}

/**
 * What the rest of Aviary knows of a database: reading what is committed, and writing verbs that are gathered
 * into shared transactions (spec/server.md#storage). sqlite/store.ts and postgres/store.ts implement it; one contract
 * suite (test/support/store-contract.ts) runs on both.
 */
import type { Logger } from '../lib/log.ts'
import type { BulkQuery, BulkRow } from './bulk-query.ts'
import type { Engine, Query } from './query.ts'

/** Something that answers queries. */
export interface Reader {
  /** Every row of the answer. Meant for bounded answers: queries carry their limit. */
  rows<Parameters extends object, Row>(query: Query<Parameters, Row>, parameters: Parameters): Promise<Row[]>
  /** The first row, or undefined. */
  first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined>
}

/** An event on its way into the log; log/append.ts makes them, the transaction's end stores them. */
export interface EventDraft {
  readonly at: number
  readonly kind: string
  readonly user_id: bigint | null
  readonly post_id: bigint | null
  readonly partition: number
  readonly facts: string
}

/** Something that runs statements inside a transaction, and reads what they have done. */
export interface Writer extends Reader {
  /** Runs a statement; the number of rows it changed. */
  run<Parameters extends object>(query: Query<Parameters, unknown>, parameters: Parameters): Promise<number>
  /** Runs a statement of bulk.ts; see there. */
  each(query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]>
}

/** A verb's transaction. It lives inside one {@link Store.write} call and refuses statements after it. */
export interface Tx extends Writer {
  /** Events of this verb, in order; positions are given when the shared transaction ends. */
  readonly drafts: EventDraft[]
}

/** What {@link AppendDrafts} gives: the last position, and when the rows are in. */
export interface AppendedDrafts {
  readonly head: bigint
  readonly stored: Promise<unknown>
}

/**
 * Numbers the drafts of a whole shared transaction and stores them; called last before its commit.
 * @param expected where the log is taken to end, so that nothing has to be asked; with anything else `stored` rejects
 *   with a division by zero. Asked when left out
 */
export type AppendDrafts = (
  writer: Writer,
  drafts: readonly EventDraft[],
  expected?: bigint,
) => Promise<AppendedDrafts>

/** The writing half of a verb. It may await nothing but the transaction (a layout test checks it). */
export type WriteCommand<T> = (tx: Tx) => Promise<T>

/** What a gathered verb says to one of its inputs. */
export type Outcome<T> = { readonly value: T } | { readonly refusal: Error }

/**
 * The writing half of a verb that does the same for many callers at once, with few statements. It answers each input
 * in its place, as if they had come one after the other; a refusal undoes nothing, so it must stand before any
 * statement for that input.
 */
export type BatchCommand<Input, T> = (tx: Tx, inputs: readonly Input[]) => Promise<readonly Outcome<T>[]>

export interface Store extends Reader {
  readonly engine: Engine
  /** For what fails in the background, where there is no caller to refuse. */
  readonly logger: StoreLogger
  /**
   * A number that changes when another process has committed; undefined where the engine cannot say without a round trip,
   * as on PostgreSQL, or not at the moment. On SQLite reading it is a statement, a fourth of the cost of the log's head.
   */
  readonly version: number | undefined
  /**
   * Runs a verb. Verbs that are waiting at the same time share one transaction, a savepoint each: one that
   * throws undoes only itself. The promise settles after the shared commit is durable. A verb of which a
   * statement failed is refused even if it caught the error, and a verb that fell to a deadlock runs again, so
   * it must have no effect but its statements.
   *
   * @throws what the verb threw; {@link StoreBusy}, {@link StoreUnavailable}, {@link StoreCorrupt} or
   *   {@link StoreFull} when the database refused. Then nothing of the verb is stored, with one exception that
   *   no database can spare its clients: when the connection to PostgreSQL is lost during the commit itself,
   *   nobody can tell
   */
  write<T>(command: WriteCommand<T>): Promise<T>
  /**
   * Runs a verb as {@link Store.write} does, together with the inputs for the same verb that wait right behind it. One
   * that throws is run again for each of its inputs by itself.
   */
  writeBatched<Input, T>(command: BatchCommand<Input, T>, input: Input): Promise<T>
  /** Runs a verb in a transaction of its own: for bulk verbs and for what may not share another's fate. */
  writeAlone<T>(command: WriteCommand<T>): Promise<T>
  /**
   * Runs a verb that appends no events, such as one that keeps what follows from them. On PostgreSQL such verbs have a session
   * of their own, and share its transactions; neither they nor the others wait for each other, unless both want the same rows.
   * On SQLite it is {@link Store.write}.
   * @throws {InvariantBroken} when it appends
   */
  writeAside<T>(command: WriteCommand<T>): Promise<T>
  /**
   * Every row of an answer of any size, in chunks, from one moment of the database. For commands: on SQLite it
   * holds the event loop while a chunk is read.
   */
  stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncIterable<readonly Row[]>
  /**
   * Has PostgreSQL look at what is in its tables, after much was written at once: until it has, it takes them for small,
   * and sorts a million rows to give fifty. By itself it does so within a minute or so. SQLite needs nothing: its plans
   * stand on indexes alone.
   */
  analyze(): Promise<void>
  /** Calls back after each commit of this process that appended events; returns how to stop. */
  onAppend(listener: AppendListener): () => void
  /**
   * Calls back some time after another process appended, with a position that there is now, if the engine says
   * it; it may also call for nothing. Returns how to stop.
   */
  onForeignAppend(listener: (position: bigint | undefined) => void): () => void
  /** Waits for running verbs, refuses new ones and closes every connection. */
  close(): Promise<void>
}

export type StoreLogger = Pick<Logger, 'warn' | 'error'>

/** Told of a commit: the last position, and the events that end there. */
export type AppendListener = (position: bigint, drafts: readonly EventDraft[]) => void

/** What a store tells the metrics; every method is cheap and may be left out. */
export interface StoreObserver {
  /** A statement ran on the event loop (SQLite) for so many milliseconds. */
  statement?(milliseconds: number, text: string): void
  /** A shared transaction of so many verbs was committed. */
  group?(commands: number, milliseconds: number): void
  /** A verb was refused, by itself or by the database. */
  refused?(error: unknown): void
  /** Events were stored. */
  appended?(): void
  /** A verb waited because another process held the write lock. */
  busy?(): void
  /** The worker of SQLite has copied so many pages of the write-ahead log home, and emptied it or not. */
  checkpoint?(pages: number, emptied: boolean): void
}

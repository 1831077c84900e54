/** Engine interface used by group-commit.ts. */
import type { EventDraft, Writer } from '../store.ts'

/** The writing connection of an engine. Calls never overlap. */
export interface GroupConnection {
  /** True on SQLite, where commands never wait for I/O, so that no command arrives while a group runs. */
  readonly isImmediate: boolean
  /**
   * Begins a transaction; may wait for other processes. With `alone`, the transaction has one command and no
   * savepoints.
   */
  begin(alone: boolean): Promise<Writer>
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  /** Stores the drafts and commits durably. Returns the last position; undefined without drafts. */
  commit(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint | undefined>
  rollback(): Promise<void>
  /** True when the engine ended the transaction by itself (full disk, lost connection). */
  transactionLost(): boolean
  /**
   * True when the connection was lost before the commit. Nothing is stored then, and another host may take
   * over.
   */
  wasLostBeforeCommit(): boolean
  /**
   * Kind of the lock conflict that caused `error`. For `deadlock`, the database aborted the statement immediately. For
   * `waited`, the lock wait timed out. Undefined for other errors.
   */
  lockConflictOf(error: unknown): 'deadlock' | 'waited' | undefined
}

/** Engine interface used by group-commit.ts. */
import type { EventDraft, Writer } from '../store.ts'

/** The writing connection of an engine. Calls never overlap. */
export interface GroupConnection {
  /** True when commands never wait, so that none arrives while a group runs. */
  readonly isImmediate: boolean
  /** Begins a transaction; may wait for other processes. `alone` is true for a single command without savepoints. */
  begin(alone: boolean): Promise<Writer>
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  /** Stores the drafts and commits durably. Returns the last position; undefined without drafts. */
  commit(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint | undefined>
  rollback(): Promise<void>
  /** True when the engine ended the transaction by itself (full disk, lost connection). */
  transactionLost(): boolean
  /** True when the connection was lost before a commit was sent, and another server may take over: nothing is stored. */
  wasLostBeforeCommit(): boolean
  /** Lock conflict that caused `error`: `deadlock` was aborted immediately, `waited` timed out. Undefined for other errors. */
  lockConflictOf(error: unknown): 'deadlock' | 'waited' | undefined
}

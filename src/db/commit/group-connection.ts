/** What the gathering of verbs asks of an engine; group-commit.ts uses it. */
import type { EventDraft, Writer } from '../store.ts'

/** One engine's writing connection. Its methods are called one at a time. */
export interface GroupConnection {
  /** Whether verbs never wait for anything, so that none comes while a group runs. */
  readonly isImmediate: boolean
  /** Begins a transaction, waiting for other processes if need be. `alone`: for a single verb, without savepoints. */
  begin(alone: boolean): Promise<Writer>
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  /** Stores the drafts and commits durably; returns the last position, if there were drafts. */
  commit(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint | undefined>
  rollback(): Promise<void>
  /** Whether the engine gave up the whole transaction by itself (a full disk, a lost connection). */
  transactionLost(): boolean
  /** How a verb fell to the locks of another process, if that is what stopped it: undone at once, or after waiting. */
  lockConflictOf(error: unknown): 'deadlock' | 'waited' | undefined
}

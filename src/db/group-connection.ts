/** What the gathering of verbs asks of an engine; group-commit.ts uses it. */
import type { EventDraft, Writer } from './store.ts'

/**
 * What a transaction is for: verbs with a savepoint each, a single verb without, or a single one that is optimistic, which is
 * undone when it would have to wait for long.
 */
export type Manner = 'shared' | 'alone' | 'optimistic'

/** One engine's writing connection. Its methods are called one at a time. */
export interface GroupConnection {
  /** Whether verbs never wait for anything, so that none comes while a group runs. */
  readonly isImmediate: boolean
  /** Whether no other process has appended for so long that a verb may be optimistic. Never where that saves nothing. */
  readonly isUndisturbed: boolean
  /** Begins a transaction, waiting for other processes if need be. */
  begin(manner: Manner): Promise<Writer>
  savepoint(): void
  release(): void
  rollbackToSavepoint(): void
  /** Stores the drafts and commits durably; returns the last position, if there were drafts. */
  commit(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint | undefined>
  rollback(): Promise<void>
  /** Whether the engine gave up the whole transaction by itself (a full disk, a lost connection). */
  transactionLost(): boolean
  /** How a verb fell to the locks of another process, if that is what stopped it: undone at once, or after waiting. */
  fallOf(error: unknown): 'deadlock' | 'waited' | undefined
}

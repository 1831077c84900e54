/** What the gathering of verbs keeps of each verb that waits, and of the transaction that runs; group-commit.ts uses it. */
import type { BatchCommand, EventDraft, Outcome } from '../store.ts'
import type { CommandTx } from './command-tx.ts'

const MAX_DEADLOCKS = 5

/** How long a verb tries to get its locks, in milliseconds. */
const PATIENCE_MS = 5_000

export interface Job {
  readonly command: BatchCommand<unknown, unknown>
  readonly input: unknown
  /** Whether it may run together with others of the same verb. */
  readonly isBatched: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly alone: boolean
  readonly deadlocks: number
  /** Whether its statements are waited for before the commit is sent: they have failed once when they were not. */
  readonly isCareful: boolean
  /** When it first waited for a lock in vain. */
  readonly waitingSince: number | undefined
}

/** The verbs that succeeded in the running transaction, and their events. */
export interface Group {
  readonly alone: boolean
  readonly started: number
  /** When it takes no further verb; known once the first has ended. */
  until: number | undefined
  readonly done: { readonly job: Job; readonly outcome: Outcome<unknown> }[]
  readonly drafts: EventDraft[]
  /** Of its last verb, whose last statements are on their way and travel with the commit. */
  trailing: CommandTx | undefined
  /** Whether it takes no further verb. */
  full: boolean
}

/** Whether a job has fallen to locks too often, or for too long. */
export function isOutOfRetries(
  { deadlocks, waitingSince = Number.POSITIVE_INFINITY }: Job,
  now: number,
): boolean {
  return deadlocks > MAX_DEADLOCKS || now - waitingSince >= PATIENCE_MS
}

/** The verb's outcomes; statements that it does not wait for may still be on their way. */
export async function run(jobs: readonly Job[], tx: CommandTx): Promise<readonly Outcome<unknown>[]> {
  const [first] = jobs
  const inputs = jobs.map(({ input }) => input)
  try {
    return (await first?.command(tx, inputs)) ?? []
  } catch (error) {
    tx.close()
    await tx.idle()
    throw error
  } finally {
    tx.close()
  }
}

/** Resolves once all statements of a verb have succeeded, awaited by the verb or not. */
export async function requireSettled(tx: CommandTx): Promise<void> {
  await tx.idle()
  if (tx.failure !== undefined) throw tx.failure.error
}

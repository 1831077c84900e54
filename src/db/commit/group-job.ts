/** What the gathering of verbs keeps of each verb that waits, and of the transaction that runs; group-commit.ts uses it. */
import type { EventDraft, GatheredVerb, Outcome } from '../store.ts'
import type { VerbTx } from './verb-tx.ts'

const MOST_DEADLOCKS = 5

/** How long a verb tries to get its locks, in milliseconds. */
const PATIENCE_MS = 5_000

export interface Job {
  readonly verb: GatheredVerb<unknown, unknown>
  readonly input: unknown
  /** Whether it may run together with others of the same verb. */
  readonly isGathered: boolean
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
  trailing: VerbTx | undefined
  /** Whether it takes no further verb. */
  full: boolean
}

/** Whether a job has fallen to locks too often, or for too long. */
export function isWorn({ deadlocks, waitingSince = Number.POSITIVE_INFINITY }: Job, now: number): boolean {
  return deadlocks > MOST_DEADLOCKS || now - waitingSince >= PATIENCE_MS
}

/** The verb's outcomes; statements that it does not wait for may still be on their way. */
export async function run(jobs: readonly Job[], tx: VerbTx): Promise<readonly Outcome<unknown>[]> {
  const [first] = jobs
  const inputs = jobs.map(({ input }) => input)
  try {
    return (await first?.verb(tx, inputs)) ?? []
  } catch (error) {
    tx.close()
    await tx.idle()
    throw error
  } finally {
    tx.close()
  }
}

/** Resolves once all statements of a verb have succeeded, awaited by the verb or not. */
export async function settled(tx: VerbTx): Promise<void> {
  await tx.idle()
  if (tx.failure !== undefined) throw tx.failure.error
}

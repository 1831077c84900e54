/** State of waiting commands and of the running transaction; used by group-commit.ts. */
import type { BatchCommand, EventDraft, Outcome } from '../store.ts'
import type { CommandTx } from './command-tx.ts'

const MAX_DEADLOCKS = 5

/**
 * Maximum number of lost connections for a job. A failover loses one connection. If the new primary soon stops too, a
 * second connection is lost.
 */
const MAX_LOSSES = 2

/** Milliseconds for which a command is retried after its first lock timeout. */
const PATIENCE_MS = 5_000

export interface Job {
  readonly command: BatchCommand<unknown, unknown>
  readonly input: unknown
  /** True when the job may run together with other jobs of the same command. */
  readonly isBatched: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly alone: boolean
  readonly deadlocks: number
  /** Number of connections that were lost during the job before a commit was sent. */
  readonly losses: number
  /**
   * True when all statements are awaited before the commit is sent, because a statement that was not awaited failed
   * before.
   */
  readonly isCareful: boolean
  /** Time of the first lock timeout. */
  readonly waitingSince: number | undefined
}

/** Commands that succeeded in the running transaction, and their events. */
export interface Group {
  readonly alone: boolean
  readonly started: number
  /** Time when the group closes; set when the first command of the group ends. */
  until: number | undefined
  readonly done: { readonly job: Job; readonly outcome: Outcome<unknown> }[]
  readonly drafts: EventDraft[]
  /** Transaction of the last command, if its last statements are sent together with the commit. */
  trailing: CommandTx | undefined
  /** True when the group accepts no more commands. */
  full: boolean
}

/** The jobs with one more lost connection each; undefined when one of them has reached the maximum. */
export function afterLoss(jobs: readonly Job[]): readonly Job[] | undefined {
  if (jobs.some(({ losses }) => losses >= MAX_LOSSES)) return undefined
  return jobs.map((job) => ({ ...job, losses: job.losses + 1 }))
}

/** True when a job has had too many deadlocks, or has waited too long for locks. */
export function isOutOfRetries(
  { deadlocks, waitingSince = Number.POSITIVE_INFINITY }: Job,
  now: number,
): boolean {
  return deadlocks > MAX_DEADLOCKS || now - waitingSince >= PATIENCE_MS
}

/**
 * Runs the command for all jobs, and returns its results. Statements that the command does not await may
 * still be running.
 */
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

/** Resolves when all statements of a command succeeded, awaited or not. */
export async function requireSettled(tx: CommandTx): Promise<void> {
  await tx.idle()
  if (tx.failure !== undefined) throw tx.failure.error
}

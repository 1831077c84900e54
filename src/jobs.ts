/** The timed chores of a server: the list, and how they are run. */
import type { Config } from './config.ts'
import type { Store } from './db/store.ts'
import { deleteExpiredJobs, retryPiece, workOnJobs } from './domain/compliance/jobs.ts'
import { eraseMedia } from './domain/media/erase-media.ts'
import type { MediaTools } from './domain/media/tools.ts'
import { cleanUpDeleted } from './domain/posts/state/clean-up-deleted.ts'
import { purgeDepartedUsers } from './domain/posts/state/purge-departed-users.ts'
import { trimDeliveries } from './domain/webhooks/trim.ts'
import { type ItemGuard, UNGUARDED } from './lib/item-guard.ts'
import type { Logger } from './lib/log.ts'
import type { Clock } from './lib/time/clock.ts'
import type { Failures, Retry } from './log/failures.ts'
import { trimLog } from './log/trim.ts'

export interface Job {
  readonly name: string
  /** Milliseconds between two beginnings; a run that takes longer delays the next one. */
  readonly everyMs: number
  /** It should end early when `signal` is aborted. @param guard of the items that it works on */
  readonly work: (signal: AbortSignal, guard: ItemGuard) => Promise<void>
  /** How one of its items is tried again; by another run when left out, for what failed is met by every run. */
  readonly retry?: Retry
}

const HOUR_MS = 3_600_000

/** Who uploads ids waits for the result. */
const COMPLIANCE_MS = 1_000

/** What was deleted is soon gone from the disk as well. */
const ERASE_MS = 10_000

export interface JobServices {
  readonly store: Store
  readonly clock: Clock
  readonly media: Pick<MediaTools, 'blobs' | 'staging'>
  readonly indexer: { trim(signal: AbortSignal): Promise<void> }
}

/** Every chore of a server. */
export function serverJobs(
  { store, clock, media, indexer }: JobServices,
  { retention_days, webhook_log_days }: Pick<Config, 'retention_days' | 'webhook_log_days'>,
): readonly Job[] {
  return [
    {
      name: 'trim the log',
      everyMs: HOUR_MS,
      async work(signal) {
        await trimLog(store, clock, retention_days, signal)
      },
    },
    {
      name: 'trim the deliveries',
      everyMs: HOUR_MS,
      async work(signal, guard) {
        await trimDeliveries(store, clock, webhook_log_days, signal, guard)
      },
    },
    {
      name: 'work on compliance jobs',
      everyMs: COMPLIANCE_MS,
      work: (signal, guard) => workOnAll({ store, clock }, signal, guard),
      retry: async ({ item }) => ({ apply: await retryPiece({ store }, item) }),
    },
    {
      name: 'forget compliance jobs',
      everyMs: HOUR_MS,
      async work(_signal, guard) {
        await deleteExpiredJobs({ store, clock }, guard)
      },
    },
    {
      name: 'trim the search index',
      everyMs: HOUR_MS,
      work: (signal) => indexer.trim(signal),
    },
    {
      name: 'erase media',
      everyMs: ERASE_MS,
      async work(signal, guard) {
        await eraseMedia({ store, clock }, media.blobs, signal, guard)
      },
    },
    {
      name: 'delete the posts of users who have left',
      everyMs: HOUR_MS,
      async work(signal, guard) {
        await purgeDepartedUsers({ store, clock }, signal, guard)
      },
    },
    {
      name: 'sweep what was done to deleted posts',
      everyMs: ERASE_MS,
      async work(signal, guard) {
        await cleanUpDeleted({ store, clock }, signal, guard)
      },
    },
    {
      name: 'sweep the staging directory',
      everyMs: HOUR_MS,
      work: () => media.staging.removeAbandoned(clock),
    },
  ]
}

async function workOnAll(
  services: Pick<JobServices, 'store' | 'clock'>,
  signal: AbortSignal,
  guard: ItemGuard,
): Promise<void> {
  while (!signal.aborted && (await workOnJobs(services, guard))) {
    // The next piece.
  }
}

/** Tries items again that somebody asked for; whoever asked waits for it. */
const RETRY_POLL_MS = 1_000

/** The reader under which items of a job are remembered. */
export function readerOf({ name }: Pick<Job, 'name'>): string {
  return name.replaceAll(' ', '-')
}

/** The item of a job that fails as a whole. */
const WHOLE_RUN = 'run'

/**
 * Runs each job now and then at its interval. One that fails is logged and has its next turn as if nothing had
 * happened; none runs twice at once. What fails by the data of an item is remembered in `failures`, and logged once.
 * @returns how to stop: running ones are told, and waited for
 */
export function startJobs(
  jobs: readonly Job[],
  clock: Clock,
  logger: Pick<Logger, 'error'>,
  failures?: Failures,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<Job, Promise<void>>()
  const turn = (job: Job): Promise<void> => {
    const known = running.get(job)
    if (known !== undefined) return known
    const run = runOnce(job, signal, logger, failures).finally(() => running.delete(job))
    running.set(job, run)
    return run
  }
  const all = failures === undefined ? jobs : [...jobs, retryJob(failures)]
  for (const job of jobs) failures?.onRetry(readerOf(job), job.retry ?? retryByRun(job, running, turn))
  const timers = all.map((job) => clock.every(job.everyMs, () => void turn(job)))
  for (const job of all) void turn(job)
  return async () => {
    for (const stop of timers) stop()
    stopping.abort()
    await Promise.all(running.values())
  }
}

function retryJob(failures: Failures): Job {
  return { name: 'retry failed items', everyMs: RETRY_POLL_MS, work: (signal) => failures.retryAsked(signal) }
}

/** A run that began before the item was asked for may have passed it. */
function retryByRun(
  job: Job,
  running: ReadonlyMap<Job, Promise<void>>,
  turn: (job: Job) => Promise<void>,
): Retry {
  return async () => {
    await running.get(job)
    await turn(job)
    return undefined
  }
}

async function runOnce(
  job: Job,
  signal: AbortSignal,
  logger: Pick<Logger, 'error'>,
  failures: Failures | undefined,
): Promise<void> {
  try {
    if (failures === undefined) await job.work(signal, UNGUARDED)
    else await guardedRun(job, signal, await failures.guard(readerOf(job)))
  } catch (error) {
    logger.error({ err: error, job: job.name }, 'a timed chore failed')
  }
}

/** A job whose items are not told apart, or that fails besides, is an item itself. */
async function guardedRun(job: Job, signal: AbortSignal, guard: ItemGuard): Promise<void> {
  await guard.attempt(WHOLE_RUN, () => job.work(signal, guard))
}

/** The timed chores of a server: the list, and how they are run. */
import type { Config } from './config.ts'
import type { Store } from './db/store.ts'
import { forgetJobs, workOnJobs } from './domain/compliance/jobs.ts'
import { eraseMedia } from './domain/media/doom.ts'
import type { MediaTools } from './domain/media/tools.ts'
import { purgeLeft } from './domain/posts/purge-left.ts'
import { sweepDeleted } from './domain/posts/sweep-deleted.ts'
import { trimDeliveries } from './domain/webhooks/trim.ts'
import { trimLog } from './events/trim.ts'
import type { Clock } from './lib/clock.ts'
import type { Logger } from './lib/log.ts'

export interface Job {
  readonly name: string
  /** Milliseconds between two beginnings; a run that takes longer delays the next one. */
  readonly everyMs: number
  /** It should end early when `signal` is aborted. */
  readonly work: (signal: AbortSignal) => Promise<void>
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
      async work(signal) {
        await trimDeliveries(store, clock, webhook_log_days, signal)
      },
    },
    {
      name: 'work on compliance jobs',
      everyMs: COMPLIANCE_MS,
      work: (signal) => workOnAll({ store, clock }, signal),
    },
    {
      name: 'forget compliance jobs',
      everyMs: HOUR_MS,
      async work() {
        await forgetJobs({ store, clock })
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
      async work(signal) {
        await eraseMedia({ store, clock }, media.blobs, signal)
      },
    },
    {
      name: 'delete the posts of users who have left',
      everyMs: HOUR_MS,
      async work(signal) {
        await purgeLeft({ store, clock }, signal)
      },
    },
    {
      name: 'sweep what was done to deleted posts',
      everyMs: ERASE_MS,
      async work(signal) {
        await sweepDeleted({ store, clock }, signal)
      },
    },
    {
      name: 'sweep the staging directory',
      everyMs: HOUR_MS,
      work: () => media.staging.sweep(clock),
    },
  ]
}

async function workOnAll(services: Pick<JobServices, 'store' | 'clock'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await workOnJobs(services))) {
    // The next piece.
  }
}

/**
 * Runs each job now and then at its interval. One that fails is logged and has its next turn as if nothing had
 * happened; none runs twice at once.
 * @returns how to stop: running ones are told, and waited for
 */
export function startJobs(
  jobs: readonly Job[],
  clock: Clock,
  logger: Pick<Logger, 'error'>,
): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Map<Job, Promise<void>>()
  const turn = (job: Job) => {
    if (running.has(job)) return
    const run = runOnce(job, stopping.signal, logger).finally(() => running.delete(job))
    running.set(job, run)
  }
  const timers = jobs.map((job) => clock.every(job.everyMs, () => turn(job)))
  for (const job of jobs) turn(job)
  return async () => {
    for (const stop of timers) stop()
    stopping.abort()
    await Promise.all(running.values())
  }
}

async function runOnce(job: Job, signal: AbortSignal, logger: Pick<Logger, 'error'>): Promise<void> {
  try {
    await job.work(signal)
  } catch (error) {
    logger.error({ err: error, job: job.name }, 'a timed chore failed')
  }
}

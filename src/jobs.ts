/** Timed jobs of a server: the list of jobs, and the scheduler. */

import type { Config } from './config.ts'
import type { Store } from './db/store.ts'
import { cleanUpDeletedApps } from './domain/apps/deletion/clean-up.ts'
import { trimAudit } from './domain/audit/trim-audit.ts'
import { deleteExpiredJobs, retryPiece, workOnJobs } from './domain/compliance/jobs.ts'
import { cleanUpDeletedLists, purgeDepartedListUsers } from './domain/lists/clean-up.ts'
import { eraseMedia } from './domain/media/erase-media.ts'
import type { MediaTools } from './domain/media/tools.ts'
import { cleanUpDeleted } from './domain/posts/state/clean-up-deleted.ts'
import { purgeDepartedUsers } from './domain/posts/state/purge-departed-users.ts'
import { trimReports } from './domain/reports/trim-reports.ts'
import { deleteCountedPosts } from './domain/usage/counted-posts.ts'
import { deleteOldHours } from './domain/usage/hours.ts'
import { trimDeliveries } from './domain/webhooks/trim.ts'
import type { Role } from './lib/hosts/roles.ts'
import { type ItemGuard, UNGUARDED } from './lib/item-guard.ts'
import type { Logger } from './lib/log.ts'
import type { Clock } from './lib/time/clock.ts'
import type { Tracing } from './lib/tracing/tracing.ts'
import type { Failures, Retry } from './log/failures.ts'
import { trimLog } from './log/trim.ts'

export interface Job {
  readonly name: string
  /** Milliseconds between two starts. A run that takes longer delays the next start. */
  readonly everyMs: number
  /**
   * Runs the job. It should end early when `signal` is aborted. @param guard runs work on one item, so that its failure
   * does not stop the run
   */
  readonly work: (signal: AbortSignal, guard: ItemGuard) => Promise<void>
  /** True for work on files of this node; nodes without the role `jobs` also do this work. */
  readonly isOfNode?: boolean
  /**
   * Retries a recorded item. By default, the next run of the job is the retry, because each run processes the item
   * again.
   */
  readonly retry?: Retry
}

const HOUR_MS = 3_600_000

/** A short interval, because clients wait for the results of their uploads. */
const COMPLIANCE_MS = 1_000

/** A short interval, so that the files of deleted media are removed soon. */
const ERASE_MS = 10_000

/** A long interval, because the tokens of a deleted app are already invalid. */
const DELETED_APPS_MS = 60_000

export interface JobServices {
  readonly store: Store
  readonly clock: Clock
  readonly media: Pick<MediaTools, 'blobs' | 'staging'>
}

type RetentionDays = Pick<Config, 'retention_days' | 'webhook_log_days' | 'audit_days'>

/** All jobs of a server. */
export function serverJobs({ store, clock, media }: JobServices, days: RetentionDays): readonly Job[] {
  return [
    ...trimJobs({ store, clock }, days),
    cleanUpApps(store),
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
    ...usageJobs({ store, clock }),
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
      name: 'delete the lists of users who have left',
      everyMs: HOUR_MS,
      async work(signal, guard) {
        await purgeDepartedListUsers({ store, clock }, signal, guard)
      },
    },
    {
      name: 'delete the followers of deleted lists',
      everyMs: ERASE_MS,
      async work(signal, guard) {
        await cleanUpDeletedLists({ store, clock }, signal, guard)
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
      isOfNode: true,
      work: () => media.staging.removeAbandoned(clock),
    },
  ]
}

/** The jobs of a node. A node without the role `jobs` has only the jobs that no other node can do. */
export function jobsOfRoles(jobs: readonly Job[], roles: readonly Role[]): readonly Job[] {
  return roles.includes('jobs') ? jobs : jobs.filter(({ isOfNode = false }) => isOfNode)
}

function trimJobs(
  { store, clock }: Pick<JobServices, 'store' | 'clock'>,
  { retention_days, webhook_log_days, audit_days }: RetentionDays,
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
      name: 'trim the audit log',
      everyMs: HOUR_MS,
      async work(signal) {
        await trimAudit({ store, clock }, audit_days, signal)
      },
    },
    {
      name: 'trim the reports',
      everyMs: HOUR_MS,
      async work(signal) {
        await trimReports({ store, clock }, audit_days, signal)
      },
    },
  ]
}

/** The same jobs; each run is also recorded as a trace. */
export function tracedJobs(jobs: readonly Job[], tracing: Tracing | undefined): readonly Job[] {
  if (tracing === undefined) return jobs
  return jobs.map((job) => ({
    ...job,
    work: (signal, guard) =>
      tracing.run(
        `job ${job.name}`,
        { kind: 'internal', parent: 'none', attributes: { 'aviary.job': job.name } },
        () => job.work(signal, guard),
      ),
  }))
}

function usageJobs({ store, clock }: Pick<JobServices, 'store' | 'clock'>): readonly Job[] {
  return [
    {
      name: 'delete the posts that counted on past days',
      everyMs: HOUR_MS,
      work: (signal) => deleteCountedPosts(store, clock, signal),
    },
    {
      name: 'delete the usage of past hours',
      everyMs: HOUR_MS,
      work: (signal) => deleteOldHours(store, clock, signal),
    },
  ]
}

async function workOnAll(
  services: Pick<JobServices, 'store' | 'clock'>,
  signal: AbortSignal,
  guard: ItemGuard,
): Promise<void> {
  while (!signal.aborted && (await workOnJobs(services, guard))) {
    // The job continues with the next item.
  }
}

/**
 * Milliseconds between checks for requested retries. The interval is short, because the operator waits for the retries.
 */
const RETRY_POLL_MS = 1_000

/** Name under which failed items of a job are recorded. */
export function readerOf({ name }: Pick<Job, 'name'>): string {
  return name.replaceAll(' ', '-')
}

/** Item name for a run that failed as a whole. */
const WHOLE_RUN = 'run'

export interface JobOptions {
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  /** Records the failures of items. Each failure is logged only once. */
  readonly failures?: Failures
  /** With `later`, each job starts after its first interval. The default is `now`. */
  readonly begins?: 'now' | 'later'
  /** Called with the promise of each run, which never rejects. */
  readonly onRun?: ((run: Promise<void>) => void) | undefined
}

/**
 * Starts each job, and then runs it at its interval. A failed run is logged, and the job runs again at its next
 * interval. A job never runs concurrently with itself.
 * @returns a function that aborts running jobs and waits for them
 */
export function startJobs(
  jobs: readonly Job[],
  { clock, logger, failures, begins = 'now', onRun }: JobOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<Job, Promise<void>>()
  const turn = (job: Job): Promise<void> => {
    const known = running.get(job)
    if (known !== undefined) return known
    const run = runOnce(job, signal, logger, failures).finally(() => running.delete(job))
    running.set(job, run)
    onRun?.(run)
    return run
  }
  const all = failures === undefined ? jobs : [...jobs, retryJob(failures)]
  for (const job of jobs) failures?.onRetry(readerOf(job), job.retry ?? retryByRun(job, running, turn))
  const timers = all.map((job) => clock.every(job.everyMs, () => void turn(job)))
  if (begins === 'now') for (const job of all) void turn(job)
  return async () => {
    for (const stop of timers) stop()
    stopping.abort()
    await Promise.all(running.values())
  }
}

function retryJob(failures: Failures): Job {
  return { name: 'retry failed items', everyMs: RETRY_POLL_MS, work: (signal) => failures.retryAsked(signal) }
}

/** Waits for a run that begins after the request, because a run in progress may already have passed the item. */
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

/** Runs a job. A run that fails as a whole is recorded like a failed item. */
async function guardedRun(job: Job, signal: AbortSignal, guard: ItemGuard): Promise<void> {
  await guard.attempt(WHOLE_RUN, () => job.work(signal, guard))
}

function cleanUpApps(store: Store): Job {
  return {
    name: 'clean up deleted apps',
    everyMs: DELETED_APPS_MS,
    work: (signal, guard) => cleanUpDeletedApps({ store }, signal, guard),
  }
}

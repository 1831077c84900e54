/** What apps may reach, in memory, as current as the log (views/log-cache.ts). */
import { type Enrolment, findEnrolment } from '../domain/apps/enrolment.ts'
import type { Context } from '../domain/context.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { CurrentLog } from './current-log.ts'
import { LogCache } from './log-cache.ts'

/** About 10,000 apps. */
const CACHE_BYTES = 2 * 2 ** 20

const ENROLMENT_BYTES = 80

export class KnownEnrolments {
  readonly #cache: LogCache<bigint, Enrolment>

  constructor(log: CurrentLog, store: Context['store']) {
    this.#cache = new LogCache(
      log,
      {
        read: async (appIds) =>
          new Map(await Promise.all(appIds.map(async (id) => [id, await findEnrolment(store, id)] as const))),
        bytesOf: () => ENROLMENT_BYTES,
        changedBy: changedApps,
      },
      CACHE_BYTES,
    )
  }

  /** What the app may reach, at some moment after the request came. */
  of(appId: bigint): Promise<Enrolment | undefined> {
    return this.#cache.first(appId)
  }
}

function changedApps(event: LoggedEvent): readonly bigint[] | 'all' {
  // It does not say which app was put into the project, and happens seldom.
  if (event.kind === 'project.changed') return 'all'
  return event.kind === 'app.changed' ? [event.app_id] : []
}

/**
 * The reach of a search or count, which is the time that it covers, and its query language
 * (spec/v2-posts.md#search-calls).
 */
import { LIMITS_OF_LEVEL } from '../../domain/apps/levels.ts'
import { type Dialect, LABS_SEARCH, V2_SEARCH, withLength } from '../../filter/dialect.ts'
import { requireEnrolment, requireFullArchive } from '../_enrolment.ts'
import type { Services } from '../_services.ts'
import type { Generation } from '../_v2/parameters.ts'

/** The reach of a call: the last days, or the full archive. */
export type Reach = 'recent' | 'all'

/** Maximum characters of a query in the full archive, for apps of every access level. */
const MAX_ARCHIVE_QUERY = 1_024

const DAY_MS = 86_400_000

/** The day of the first post of the public service (spec/v2-posts.md#time-errors). */
const ARCHIVE_START_MS = Date.UTC(2006, 2, 21)

/** The earliest time that a call accepts, in milliseconds since the Unix epoch. */
export function earliestTime(
  reach: Reach,
  { clock, searchDays }: Pick<Services, 'clock' | 'searchDays'>,
): number {
  return reach === 'all' ? ARCHIVE_START_MS : clock.now() - searchDays * DAY_MS
}

/** The API of a call, and the time that the call covers. */
export interface CallScope {
  readonly generation: Generation
  readonly reach: Reach
}

/**
 * The query language of a call. The access level of the app determines the maximum length of queries
 * (spec/v2.md#app-levels).
 */
export async function dialectOf(
  { enrolments }: Pick<Services, 'enrolments'>,
  appId: bigint,
  { generation, reach }: CallScope,
): Promise<Dialect> {
  if (generation === 'labs') return LABS_SEARCH
  if (reach === 'all') return withLength(V2_SEARCH, MAX_ARCHIVE_QUERY)
  const { level = 'standard' } = (await enrolments.of(appId)) ?? {}
  return withLength(V2_SEARCH, LIMITS_OF_LEVEL[level].queryLength)
}

/** @throws {Problem} `clientForbidden` for an app that may not make the call */
export async function requireAccess(
  services: Services,
  appId: bigint,
  { generation, reach }: CallScope,
): Promise<void> {
  await requireEnrolment(services, generation, appId)
  if (reach === 'all') await requireFullArchive(services, appId)
}

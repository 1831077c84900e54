/** How far the calls of a search or count go back, and what they accept (spec/v2-posts.md#search-calls). */
import { type Dialect, LABS_SEARCH, V2_SEARCH, withLength } from '../../filter/dialect.ts'
import type { Services } from '../_services.ts'
import type { Generation } from '../_v2/parameters.ts'

/** The last days, or the full archive. */
export type Reach = 'recent' | 'all'

/** Characters of a query of the full archive, at every level. */
const MAX_ARCHIVE_QUERY = 1_024

const DAY_MS = 86_400_000

/** spec/v2-posts.md#time-errors: the first post of the public service. */
const ARCHIVE_START_MS = Date.UTC(2006, 2, 21)

/** The earliest time that a call accepts, in milliseconds since the Unix epoch. */
export function earliestTime(
  reach: Reach,
  { clock, searchDays }: Pick<Services, 'clock' | 'searchDays'>,
): number {
  return reach === 'all' ? ARCHIVE_START_MS : clock.now() - searchDays * DAY_MS
}

/** The query language of a call for an app. */
export async function dialectOf(
  _services: Services,
  _appId: bigint,
  { generation, reach }: { readonly generation: Generation; readonly reach: Reach },
): Promise<Dialect> {
  if (generation === 'labs') return LABS_SEARCH
  return reach === 'all' ? withLength(V2_SEARCH, MAX_ARCHIVE_QUERY) : V2_SEARCH
}

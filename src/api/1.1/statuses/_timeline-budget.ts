/** The daily budget for timelines of users (spec/retired-endpoints.md#limits-by-date). */
import type { FurtherWindow } from '../../../http/endpoint.ts'

/** The budgets exist since 2019-06-19. All users of an app share a budget, and no response header shows it. */
export const DAILY_TIMELINES: FurtherWindow = {
  ...{ of: 'app', limit: 100_000, seconds: 86_400 },
  ...{ since: '2019-06-19', isUnlisted: true },
}

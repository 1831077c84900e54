/** The shared limit of posting and reposting (spec/limits.md#v11-limits): 300 in three hours, both together. */
import type { WindowSpec } from '../../../http/endpoint.ts'

export const POSTING: WindowSpec = {
  user: 300,
  app: 0,
  seconds: 10_800,
  // API v2 counts by user and app, and shares the budget.
  per: 'pair',
  budget: '/1.1/statuses/update.json',
}

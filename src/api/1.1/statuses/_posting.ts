/** The shared limit of posts and reposts (spec/limits.md#v11-limits): 300 together in three hours. */
import type { FurtherWindow, WindowSpec } from '../../../http/endpoint.ts'
import { LIMITED_WRITES } from '../../_versions/limits.ts'

const POSTS = { seconds: 10_800, budget: '/1.1/statuses/update.json' } as const

// Each pair of user and app has one budget. API v2 has other tokens but the same budget, so the budget does
// not depend on the token.
export const POSTING: WindowSpec = {
  ...{ user: 300, app: 0, per: 'pair', ...POSTS },
  further: [{ of: 'app', limit: 300, since: LIMITED_WRITES, ...POSTS }],
}

/** The same budget, for endpoints that have a further window (spec/v2-posts.md#post-calls). */
export const POSTING_BUDGET: FurtherWindow = { of: 'caller', limit: 300, ...POSTS }

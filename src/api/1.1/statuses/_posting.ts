/** The shared limit of posts and reposts (spec/limits.md#v11-limits): 300 together in three hours. */
import type { FurtherWindow, WindowSpec } from '../../../http/endpoint.ts'
import { LIMITED_WRITES } from '../../_versions/limits.ts'

const POSTS = { seconds: 10_800, budget: '/1.1/statuses/update.json' } as const

// The budget belongs to the pair of user and app, and not to a token, because API v2 shares the budget and has other
// tokens.
export const POSTING: WindowSpec = {
  ...{ user: 300, app: 0, per: 'pair', ...POSTS },
  further: [{ of: 'app', limit: 300, since: LIMITED_WRITES, ...POSTS }],
}

/** The same budget, for endpoints that have a further window (spec/v2-posts.md#post-calls). */
export const POSTING_BUDGET: FurtherWindow = { of: 'caller', limit: 300, ...POSTS }

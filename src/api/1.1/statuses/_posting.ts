/** The shared limit of posting and reposting (spec/limits.md#v11-limits): 300 in three hours, both together. */
import type { FurtherWindow, WindowSpec } from '../../../http/endpoint.ts'
import { LIMITED_WRITES } from '../../_versions/limits.ts'

const POSTS = { seconds: 10_800, budget: '/1.1/statuses/update.json' } as const

// By user and app, because the budget is shared with API v2, whose tokens are others.
export const POSTING: WindowSpec = {
  ...{ user: 300, app: 0, per: 'pair', ...POSTS },
  further: [{ of: 'app', limit: 300, since: LIMITED_WRITES, ...POSTS }],
}

/** The same budget, for endpoints with a window of their own (spec/v2-posts.md#post-calls). */
export const POSTING_BUDGET: FurtherWindow = { of: 'caller', limit: 300, ...POSTS }

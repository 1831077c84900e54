/** The state of the usage page, in the URL. */
export const RANGES = ['day', 'week', 'month', 'quarter'] as const
export type UsageRange = (typeof RANGES)[number]

export interface UsageSearch {
  readonly range?: UsageRange
  /** Id of the user whose windows are shown. Without an id, the windows of the app are shown. */
  readonly user?: string
  /** Id of the OAuth 2.0 grant whose windows are shown, instead of a user. */
  readonly grant?: string
  readonly windows?: 'all'
}

export function usageSearch({ range, user, grant, windows }: Readonly<Record<string, unknown>>): UsageSearch {
  const known = RANGES.find((each) => each === range)
  return {
    ...(known === undefined ? {} : { range: known }),
    ...(user === undefined ? {} : { user: String(user) }),
    ...(grant === undefined ? {} : { grant: String(grant) }),
    ...(windows === 'all' ? { windows } : {}),
  }
}

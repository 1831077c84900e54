/** The state of the page of usage in its address. */
export const RANGES = ['day', 'week', 'month', 'quarter'] as const
export type UsageRange = (typeof RANGES)[number]

export interface UsageSearch {
  readonly range?: UsageRange
  /** The user whose windows are shown; the app itself without one. */
  readonly user?: string
  /** The OAuth 2.0 grant whose windows are shown, in place of the user. */
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

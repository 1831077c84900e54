/** Filters of the list of reports, in the URL. */
export interface ReportSearch {
  readonly state?: string
  readonly kind?: string
  readonly reason?: string
  /** Id of a user. */
  readonly user?: string
  /** Id of a post. */
  readonly post?: string
}

const NAMES = ['state', 'kind', 'reason', 'user', 'post'] as const

/** The router parses digits in the URL as numbers. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name]
      const text = typeof value === 'number' ? String(value) : value
      return typeof text === 'string' && text !== '' ? [[name, text]] : []
    }),
  )
}

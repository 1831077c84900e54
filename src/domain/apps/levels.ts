/** Levels of apps and their limits in API v2 (spec/v2.md#app-levels). */

/** Ascending. */
export const APP_LEVELS = ['standard', 'elevated', 'academic'] as const
export type AppLevel = (typeof APP_LEVELS)[number]

/** Limits of an app; the setting `limits` may relax them. */
export interface AppLimits {
  /** Rules of the filtered stream. */
  readonly rules: number
  /** Characters of a rule. */
  readonly ruleLength: number
  /** Characters of a query of recent search. */
  readonly queryLength: number
  /** Posts that search and streams return in a month. */
  readonly postsPerMonth: number
  /** Connections to the filtered stream at a time. */
  readonly streams: number
  /** Posts that a stream sends in a second. */
  readonly postsPerSecond: number
}

const STANDARD: AppLimits = {
  rules: 25,
  ruleLength: 512,
  queryLength: 512,
  postsPerMonth: 500_000,
  streams: 1,
  postsPerSecond: 50,
}

export const LIMITS_OF_LEVEL: Readonly<Record<AppLevel, AppLimits>> = {
  standard: STANDARD,
  elevated: { ...STANDARD, postsPerMonth: 2_000_000 },
  academic: {
    rules: 1_000,
    ruleLength: 1_024,
    queryLength: 1_024,
    postsPerMonth: 10_000_000,
    streams: 2,
    postsPerSecond: 250,
  },
}

/** Parses a stored level; an unknown text becomes the lowest level. */
export function appLevelOf(text: string): AppLevel {
  return APP_LEVELS.find((level) => level === text) ?? 'standard'
}

/** Levels of apps and their limits in API v2 (spec/v2.md#app-levels). */

/** The levels, in ascending order. */
export const APP_LEVELS = ['standard', 'elevated', 'academic'] as const
export type AppLevel = (typeof APP_LEVELS)[number]

/** The limits of an app. The setting `limits` can switch them off. */
export interface AppLimits {
  /** Maximum number of rules of the filtered stream. */
  readonly rules: number
  /** Maximum length of a rule, in characters. */
  readonly ruleLength: number
  /** Maximum length of a query of recent search, in characters. */
  readonly queryLength: number
  /** Maximum number of posts that search and streams return in a month. */
  readonly postsPerMonth: number
  /** Maximum number of concurrent connections to the filtered stream. */
  readonly streams: number
  /** Maximum number of posts that a stream sends in a second. */
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

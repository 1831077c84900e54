/** Recognises content that is withheld in all countries, so that no client can read it (decision 0165). */
import { type RawBuilder, sql } from 'kysely'

export interface Withholdable {
  /**
   * Two-letter codes of countries. `XX` stands for all countries, and `XY` for all countries after a complaint about
   * copyright.
   */
  readonly withheldInCountries: readonly string[]
}

const ALL_COUNTRIES = 'XX'
const COPYRIGHT = 'XY'

/** True for a post or user that is withheld in all countries. */
export function isWithheldEverywhere({ withheldInCountries: codes }: Withholdable): boolean {
  return codes.length > 0 && (codes.includes(ALL_COUNTRIES) || codes.includes(COPYRIGHT))
}

/** True for a post or user that is withheld after a complaint about copyright. */
export function isWithheldByCopyright({ withheldInCountries: codes }: Withholdable): boolean {
  return codes.includes(COPYRIGHT)
}

/**
 * SQL for the opposite of {@link isWithheldEverywhere}.
 * @param codes a column with a JSON list; null stands for an empty list
 */
export function isShownSomewhere(codes: RawBuilder<string | null>): RawBuilder<boolean> {
  // Most lists are empty, so this condition comes first.
  return sql`(coalesce(${codes}, '[]') = '[]'
    or (${codes} not like ${sql.lit(`%"${ALL_COUNTRIES}"%`)} and ${codes} not like ${sql.lit(`%"${COPYRIGHT}"%`)}))`
}

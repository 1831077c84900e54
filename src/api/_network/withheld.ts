/**
 * Withheld posts and users on public pages (spec/pages.md#withheld). The server does not know the country of a reader, so
 * what is withheld anywhere is shown to no reader of a page.
 */

interface Withholdable {
  readonly withheldInCountries: readonly string[]
}

/** A code for all countries, on account of a complaint about copyright. */
const EVERYWHERE: ReadonlySet<string> = new Set(['XX', 'XY'])

/** The notice in place of a withheld thing; undefined when none of the parts is withheld. */
export function withheldWords(parts: readonly Withholdable[]): string | undefined {
  const countries = [...new Set(parts.flatMap(({ withheldInCountries }) => withheldInCountries))]
  if (countries.length === 0) return undefined
  if (countries.some((country) => EVERYWHERE.has(country))) return 'Withheld in response to a legal demand.'
  return `Withheld in ${countries.toSorted().join(', ')} in response to a legal demand. This page does not show it.`
}

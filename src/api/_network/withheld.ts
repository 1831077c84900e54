/**
 * Withheld posts and users on public pages (spec/pages.md#withheld). The server does not know the country of a reader,
 * so pages do not show content that is withheld in any country.
 */
import { isWithheldByCopyright, isWithheldEverywhere, type Withholdable } from '../../domain/withheld.ts'

/** The notice in place of withheld content; undefined if nothing is withheld. */
export function withheldWords(parts: readonly Withholdable[]): string | undefined {
  const countries = [...new Set(parts.flatMap(({ withheldInCountries }) => withheldInCountries))]
  if (countries.length === 0) return undefined
  const cause = parts.find(isWithheldEverywhere)
  if (cause !== undefined) {
    return isWithheldByCopyright(cause)
      ? 'Withheld in response to a report from the copyright holder.'
      : 'Withheld in response to a legal demand.'
  }
  return `Withheld in ${countries.toSorted().join(', ')} in response to a legal demand. This page does not show it.`
}

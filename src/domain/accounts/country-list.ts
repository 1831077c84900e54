import { Refusal } from '../context.ts'

/**
 * The country codes of a `withhold` action, sorted and without duplicates. Other actions have no codes, so the list is
 * empty.
 * @throws {Refusal} `country-code-invalid`
 */
export function countryList(action: string, codes: readonly string[] = []): readonly string[] {
  const countries = [...new Set(codes)].sort()
  if (action === 'withhold' && countries.length === 0) {
    throw new Refusal('country-code-invalid', 'withhold needs the countries, such as --countries DE,FR')
  }
  const wrong = countries.find((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong !== undefined) {
    throw new Refusal(
      'country-code-invalid',
      `${JSON.stringify(wrong)} is no country code; use two capital letters`,
    )
  }
  return countries
}

import { Refusal } from '../context.ts'

/**
 * The countries of a `withhold`, each once, in the order of the alphabet; none for any other action.
 * @throws {Refusal} `country-code-invalid`
 */
export function countryList(action: string, given: readonly string[] = []): readonly string[] {
  const countries = [...new Set(given)].sort()
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

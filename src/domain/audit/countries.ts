interface Withheld {
  readonly withheldInCountries: readonly string[]
}

/**
 * Countries in which an item is withheld before and after an action, for the audit log; empty for an action that does
 * not change them.
 */
export function countriesOf(before: Withheld, after: Withheld): Readonly<Record<string, readonly string[]>> {
  const [earlier, later] = [before.withheldInCountries, after.withheldInCountries]
  return earlier.join() === later.join() ? {} : { countries_before: earlier, countries: later }
}

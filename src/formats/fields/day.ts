/** Days by which versions of the API are told apart (spec/retired-endpoints.md#fields-by-date). */

/** An ISO day such as `2019-05-21`, in UTC; as texts, days are in the order of time. */
export type Day = string

/** The day whose objects are rendered when no other is named: the default of the setting `api_date`. */
export const DEFAULT_DAY: Day = '2020-08-12'

/** A span of days. */
export interface Dated {
  /** The first day; since ever, when left out. */
  readonly since?: Day
  /** The first day after it; for ever, when left out. */
  readonly until?: Day
}

/** Tests that a day lies in a span. */
export function isOn({ since, until }: Dated, day: Day = DEFAULT_DAY): boolean {
  return (since === undefined || since <= day) && (until === undefined || day < until)
}

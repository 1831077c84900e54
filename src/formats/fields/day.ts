/** Selects fields by the days that distinguish versions of the API (spec/retired-endpoints.md#fields-by-date). */

/** A day in the ISO form, such as `2019-05-21`, in UTC. Sorting days as texts sorts them by time. */
export type Day = string

/** The day of the API whose objects are rendered by default. It is also the default of the setting `api_date`. */
export const DEFAULT_DAY: Day = '2020-08-12'

/**
 * A day that stands for all days together. It has the fields of all days, including fields that ended earlier. API v2
 * uses it by default (spec/v2.md#clock).
 */
export const LATEST_DAY: Day = '9999-12-31'

/**
 * The last day on which v1.1 objects have all values. On the next day, posts lost their `source`
 * (spec/retired-endpoints.md#fields-by-date).
 */
export const DAY_OF_LATEST_V11: Day = '2022-12-19'

/** The last day on which Labs v2 changed. Later days have the same objects. */
export const LABS_DAY: Day = '2020-08-12'

/** The earlier of two days. */
export function earlierDay(a: Day, b: Day): Day {
  return a < b ? a : b
}

/**
 * The reference day of API v2 (spec/v2.md#clock). It is the first day of each field whose real first day is unknown.
 */
export const REFERENCE_DAY: Day = '2023-02-01'

/** A span of days. */
export interface Dated {
  /** The first day; if it is absent, the span has no beginning. */
  readonly since?: Day | undefined
  /** The first day after the span; if it is absent, the span has no end. */
  readonly until?: Day | undefined
}

/** True if the span includes the day. {@link LATEST_DAY} is in every span. */
export function isOn({ since, until }: Dated, day: Day = DEFAULT_DAY): boolean {
  if (day === LATEST_DAY) return true
  return (since === undefined || since <= day) && (until === undefined || day < until)
}

/**
 * Fields with the days on which they exist. A version is a span of days without changes. The fields of a version are
 * selected only once.
 */
export class DatedFields<Field extends Dated> {
  /** All fields, in the order of the JSON object. */
  readonly all: readonly Field[]
  /** The days on which objects change, in ascending order. */
  readonly changes: readonly Day[]
  /** Selected fields by version. */
  readonly #selected = new Map<number, readonly Field[]>()
  /**
   * The last day that a call asked for. Its version and fields are kept, because almost all calls ask for the same day.
   */
  #lastDay: Day | undefined
  #lastVersion = 0

  /**
   * @param fields all fields, in the order of the JSON object
   * @param inner further days on which values change, such as changes of nested objects
   */
  constructor(fields: readonly Field[], inner: readonly Day[] = []) {
    this.all = fields
    const days = [...inner, ...fields.flatMap(({ since, until }) => [since, until])]
    this.changes = [...new Set(days.filter((day) => day !== undefined))].toSorted()
  }

  /**
   * The version of a day: the number of changes up to that day. Objects of the same version are equal, so a cache can
   * use the version as a key.
   */
  versionOn(day: Day): number {
    if (day === this.#lastDay) return this.#lastVersion
    let version = 0
    for (const change of this.changes) if (change <= day) version += 1
    this.#lastDay = day
    // The latest day has its own version: unlike the day of the last change, it also has the fields that ended.
    this.#lastVersion = day === LATEST_DAY ? version + 1 : version
    return this.#lastVersion
  }

  /** The fields that exist on a day, in the order of the JSON object. */
  on(day: Day): readonly Field[] {
    if (this.changes.length === 0) return this.all
    const version = this.versionOn(day)
    const cached = this.#selected.get(version)
    if (cached !== undefined) return cached
    const selected = this.all.filter((field) => isOn(field, day))
    this.#selected.set(version, selected)
    return selected
  }
}

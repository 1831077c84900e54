/** Days that distinguish versions of the API (spec/retired-endpoints.md#fields-by-date). */

/** An ISO day such as `2019-05-21`, in UTC; as texts, days are in the order of time. */
export type Day = string

/** The day whose objects are rendered when no other is named: the default of the setting `api_date`. */
export const DEFAULT_DAY: Day = '2020-08-12'

/** A day after all that tables name: objects have their newest form. API v2 is served so, unless a request names a day. */
export const LATEST_DAY: Day = '9999-12-31'

/** A span of days. */
export interface Dated {
  /** The first day; since ever, when left out. */
  readonly since?: Day | undefined
  /** The first day after it; for ever, when left out. */
  readonly until?: Day | undefined
}

/** Tests that a day lies in a span. */
export function isOn({ since, until }: Dated, day: Day = DEFAULT_DAY): boolean {
  return (since === undefined || since <= day) && (until === undefined || day < until)
}

/** Fields, those of each day selected once. */
export class DatedFields<Field extends Dated> {
  /** In the order of the wire. */
  readonly all: readonly Field[]
  /** The days on which objects change, in order. */
  readonly changes: readonly Day[]
  /** By version. */
  readonly #selected = new Map<number, readonly Field[]>()

  /**
   * @param fields in the order of the wire
   * @param inner the days on which values change, such as those of objects within
   */
  constructor(fields: readonly Field[], inner: readonly Day[] = []) {
    this.all = fields
    const days = [...inner, ...fields.flatMap(({ since, until }) => [since, until])]
    this.changes = [...new Set(days.filter((day) => day !== undefined))].toSorted()
  }

  /** The number of changes up to a day. Days of one version have the same objects, so that it names renderings. */
  versionOn(day: Day): number {
    let version = 0
    for (const change of this.changes) if (change <= day) version += 1
    return version
  }

  /** The fields of a day, in the order of the wire. */
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

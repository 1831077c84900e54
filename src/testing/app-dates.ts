/** Days of the API by app (spec/versioning.md#day-of-a-request). They are kept in memory only. */
import { isApiDate } from '../lib/time/api-date.ts'

/** Apps with a day of their own. */
export const MAX_DATED_APPS = 10_000

export class AppDates {
  #dates = new Map<bigint, string>()

  get isEmpty(): boolean {
    return this.#dates.size === 0
  }

  /** A day, `live` or `latest`; undefined for an app that has the day of the server. */
  of(appId: bigint): string | undefined {
    return this.#dates.get(appId)
  }

  /**
   * @param date a day, `live` or `latest`; undefined for the day of the server
   * @throws {RangeError} for any other text, and beyond {@link MAX_DATED_APPS}
   */
  set(appId: bigint, date: string | undefined): void {
    if (date === undefined) {
      this.#dates.delete(appId)
      return
    }
    if (!isApiDate(date)) throw new RangeError(`${JSON.stringify(date)} is no day of the API`)
    if (this.#dates.size >= MAX_DATED_APPS && !this.#dates.has(appId)) {
      throw new RangeError(`more than ${MAX_DATED_APPS} apps have a day of their own`)
    }
    this.#dates.set(appId, date)
  }

  /** All days, by app; unchanged by later calls. */
  all(): ReadonlyMap<bigint, string> {
    return new Map(this.#dates)
  }

  /** Replaces all days with a result of {@link all}. */
  restore(dates: ReadonlyMap<bigint, string>): void {
    this.#dates = new Map(dates)
  }
}

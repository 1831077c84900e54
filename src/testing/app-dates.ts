/** Stores the API days of apps (spec/versioning.md#day-of-a-request), in memory only. */
import { isApiDate } from '../lib/time/api-date.ts'

/** Maximum number of apps that have a day of their own. */
export const MAX_DATED_APPS = 10_000

export class AppDates {
  #dates = new Map<bigint, string>()

  get isEmpty(): boolean {
    return this.#dates.size === 0
  }

  /** The day of an app: a date, `live` or `latest`; undefined for an app that uses the day of the server. */
  of(appId: bigint): string | undefined {
    return this.#dates.get(appId)
  }

  /**
   * Sets the day of an app.
   * @param date a date, `live` or `latest`; undefined for the day of the server
   * @throws {RangeError} for any other text, and for more than {@link MAX_DATED_APPS} apps
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

  /** A copy of all days, by app. */
  all(): ReadonlyMap<bigint, string> {
    return new Map(this.#dates)
  }

  /** Replaces all days. @param dates a result of {@link all} */
  restore(dates: ReadonlyMap<bigint, string>): void {
    this.#dates = new Map(dates)
  }
}

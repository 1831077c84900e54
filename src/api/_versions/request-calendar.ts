/**
 * The days of requests when the test controls are on. A header or the app of a request can set the day
 * (spec/versioning.md#day-of-a-request).
 */

import { API_DATE_ADVICE, API_DATE_HEADER } from '../../http/api-date-header.ts'
import { EdgeError } from '../../http/endpoint.ts'
import type { DatedRequest } from '../../http/head.ts'
import { isApiDate } from '../../lib/time/api-date.ts'
import { type Calendar, type CalendarFor, calendarOf } from './calendar.ts'

/** The days that apps have set. */
export interface AppDates {
  readonly isEmpty: boolean
  /** A day, `live` or `latest`; undefined for an app that uses the day of the server. */
  of(appId: bigint): string | undefined
}

export interface RequestDating {
  readonly dates: AppDates
  /** The app that a request names, even if the credentials are not valid. */
  appOf(request: DatedRequest): Promise<bigint | undefined>
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/**
 * The calendar of an app. An app without a day has the calendar of the server.
 * @param now the time in milliseconds since the Unix epoch
 */
export function appCalendar(appId: bigint, dates: AppDates, own: Calendar, now: () => number): Calendar {
  const date = dates.of(appId)
  return date === undefined ? own : calendarOf(date, 'dated', now)
}

/**
 * Finds the calendar of each request. The day in the header takes precedence, then the day of the app, then the day of
 * the server. A day from the header or the app also applies to API v2, for every value of the setting
 * `second_generation`.
 * @param own the calendar of the server
 */
export function requestCalendar({ dates, appOf, now }: RequestDating, own: Calendar): CalendarFor {
  return (request) => {
    const chosen = request.header(API_DATE_HEADER)
    if (chosen !== undefined) {
      if (!isApiDate(chosen)) throw new EdgeError('api-date-invalid', API_DATE_ADVICE)
      return calendarOf(chosen, 'dated', now)
    }
    if (dates.isEmpty) return own
    return appOf(request).then((appId) => {
      if (appId === undefined) return own
      const current = () => appCalendar(appId, dates, own, now)
      return { paths: () => current().paths(), objects: () => current().objects(), v2: () => current().v2() }
    })
  }
}

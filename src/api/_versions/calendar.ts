/** The day whose version of the API a server offers, from the setting `api_date` (spec/versioning.md#clock). */
import { DAY_OF_LATEST_V11, type Day, LATEST_DAY } from '../../formats/fields/day.ts'
import type { DatedRequest } from '../../http/head.ts'
import type { RequestDays } from '../../http/pipeline.ts'

/** From this day on, the names of response headers are in lower case (spec/versioning.md#dates). */
export const LOWER_CASE_NAMES_SINCE: Day = '2017-05-08'

/** The days whose version of the API a server offers. Parts of the API can have different days. */
export interface Calendar {
  /** The day for all paths except those of API v2. {@link LATEST_DAY} offers every path that ever existed. */
  paths(): Day
  /** The day for the objects in responses of these paths. */
  objects(): Day
  /** The day for the paths and objects of API v2. */
  v2(): Day
}

/**
 * @param apiDate a day, `live` for today, or `latest`
 * @param secondGeneration a setting; with `open`, all of API v2 exists on every day
 * @param now the time in milliseconds since the Unix epoch
 */
export function calendarOf(apiDate: string, secondGeneration: 'open' | 'dated', now: () => number): Calendar {
  const paths = pathsDay(apiDate, now)
  return {
    paths,
    objects: () => objectsDay(paths()),
    v2: secondGeneration === 'open' ? () => LATEST_DAY : paths,
  }
}

function pathsDay(apiDate: string, now: () => number): () => Day {
  if (apiDate === 'latest') return () => LATEST_DAY
  if (apiDate === 'live') return () => new Date(now()).toISOString().slice(0, 10)
  return () => apiDate
}

/**
 * The day for objects of v1.1. On the latest day, objects have the form of one certain day, because an object
 * cannot have the members of several versions at once.
 */
function objectsDay(day: Day): Day {
  return day === LATEST_DAY ? DAY_OF_LATEST_V11 : day
}

/** Finds the calendar of a request. @throws {EdgeError} `api-date-invalid` */
export type CalendarFor = (request: DatedRequest) => Calendar | Promise<Calendar>

/** The days that apply to a path. */
export function daysFor(calendar: Calendar, path: string): RequestDays {
  const hasMixedNames = calendar.paths() < LOWER_CASE_NAMES_SINCE
  if (!path.startsWith('/2/')) {
    const { paths } = calendar
    return { path: paths(), objects: calendar.objects(), hasMixedNames, current: paths }
  }
  const day = calendar.v2()
  return { path: day, objects: day, hasMixedNames, current: calendar.v2 }
}

/** The day whose API answers, by the setting `api_date` (spec/versioning.md#clock). */
import { DAY_OF_LATEST_V11, type Day, LATEST_DAY } from '../../formats/fields/day.ts'
import type { DatedRequest } from '../../http/head.ts'
import type { RequestDays } from '../../http/pipeline.ts'

/** From this day on names of response headers are in lower case (spec/versioning.md#dates). */
export const LOWER_CASE_NAMES_SINCE: Day = '2017-05-08'

/** The days of a server, one for each part of the API. */
export interface Calendar {
  /** The day of all paths except paths of API v2; {@link LATEST_DAY} serves every path that ever existed. */
  paths(): Day
  /** The day of the objects of those paths. */
  objects(): Day
  /** The day of the paths and objects of API v2. */
  v2(): Day
}

/**
 * @param apiDate a day, `live` for today, or `latest`
 * @param secondGeneration `open` serves all of API v2 on every day
 * @param now milliseconds since the Unix epoch
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

/** An object of v1.1 never has members of different versions. */
function objectsDay(day: Day): Day {
  return day === LATEST_DAY ? DAY_OF_LATEST_V11 : day
}

/** The calendar of a request. @throws {EdgeError} `api-date-invalid` */
export type CalendarFor = (request: DatedRequest) => Calendar | Promise<Calendar>

/** The days of a path. */
export function daysFor(calendar: Calendar, path: string): RequestDays {
  const hasMixedNames = calendar.paths() < LOWER_CASE_NAMES_SINCE
  if (!path.startsWith('/2/')) {
    const { paths } = calendar
    return { path: paths(), objects: calendar.objects(), hasMixedNames, current: paths }
  }
  const day = calendar.v2()
  return { path: day, objects: day, hasMixedNames, current: calendar.v2 }
}

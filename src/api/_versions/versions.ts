/** The functions of the HTTP layer that depend on the day of the API (spec/versioning.md#clock). */
import type { Caller } from '../../auth/caller.ts'
import { DAY_OF_LATEST_V11, type Day } from '../../formats/fields/day.ts'
import type { Family } from '../../http/endpoint.ts'
import type { Edge } from '../../http/pipeline.ts'
import type { Services } from '../_services.ts'
import { calendarOf, daysFor } from './calendar.ts'
import { Lifecycles } from './lifecycles.ts'
import { lifetimeRowsOf } from './lifetimes.ts'
import { limitedOn, windowsByDay } from './limits.ts'
import { type RequestDating, requestCalendar } from './request-calendar.ts'

type VersionedEdge = Pick<
  Edge<Caller, Services>,
  'lifecycleOf' | 'windowsByDay' | 'retired' | 'daysFor' | 'hasMixedNames'
>

interface VersionSettings {
  /** A day, `live` or `latest`. */
  readonly api_date: string
  readonly second_generation: 'open' | 'dated'
  readonly retired_messages: 'gone' | 'unknown'
}

/**
 * @param now the time in milliseconds since the Unix epoch
 * @param dating a function for the days that requests and apps set; without it, all requests have the day of
 * the settings
 */
export function versionsOf(
  { api_date, second_generation, retired_messages }: VersionSettings,
  families: readonly Pick<Family<Caller, Services>, 'endpoints' | 'windowBy'>[],
  now: () => number,
  dating?: RequestDating,
): VersionedEdge & Pick<Services, 'isRetired' | 'limitedEndpoints'> {
  const own = calendarOf(api_date, second_generation, now)
  const choose = dating === undefined ? undefined : requestCalendar(dating, own)
  const served = families.flatMap(({ endpoints }) => endpoints.flatMap(({ paths }) => paths))
  const lifecycles = new Lifecycles(lifetimeRowsOf(retired_messages), new Set(served))
  return {
    lifecycleOf: ({ method, paths: [path] }) => lifecycles.of(method, path),
    windowsByDay,
    retired: (method, path, day) => lifecycles.retired(method, path, day),
    daysFor:
      choose === undefined
        ? (path) => daysFor(own, path)
        : async (path, request) => daysFor(await choose(request), path),
    hasMixedNames: () => daysFor(own, '').hasMixedNames,
    isRetired: (method, path, day) => lifecycles.hasEnded(method, path, day),
    limitedEndpoints: (day) =>
      families.flatMap(({ endpoints, windowBy }) =>
        endpoints
          .filter(({ method, paths: [path] }) => isListed(lifecycles, method, path, day))
          .map((endpoint) => ({ endpoint: limitedOn(endpoint, day), windowBy })),
      ),
  }
}

/**
 * True if the lists of rate windows contain a path on a day. They always contain the paths of API v2, because
 * other days apply to API v2. On the day of the latest objects of v1.1, they contain all paths, because a
 * server with all paths uses this day.
 */
function isListed(lifecycles: Lifecycles, method: string, path: string, day: Day): boolean {
  return path.startsWith('/2/') || day === DAY_OF_LATEST_V11 || !lifecycles.hasEnded(method, path, day)
}

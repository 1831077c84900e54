/** The parts of the edge that depend on the day of the API (spec/versioning.md#clock). */
import type { Caller } from '../../auth/caller.ts'
import type { Family } from '../../http/endpoint.ts'
import type { Edge } from '../../http/pipeline.ts'
import type { Services } from '../_services.ts'
import { calendarOf, daysFor } from './calendar.ts'
import { Lifecycles } from './lifecycles.ts'
import { LIFETIME_ROWS } from './lifetimes.ts'
import { windowsByDay } from './limits.ts'
import { type RequestDating, requestCalendar } from './request-calendar.ts'

type VersionedEdge = Pick<
  Edge<Caller, Services>,
  'lifecycleOf' | 'windowsByDay' | 'retired' | 'daysFor' | 'hasMixedNames'
>

interface VersionSettings {
  /** A day, `live` or `latest`. */
  readonly api_date: string
  readonly second_generation: 'open' | 'dated'
}

/**
 * @param now milliseconds since the Unix epoch
 * @param dating days that requests and apps may choose; without it, all requests have the day of the settings
 */
export function versionsOf(
  { api_date, second_generation }: VersionSettings,
  families: readonly Pick<Family<Caller, Services>, 'endpoints'>[],
  now: () => number,
  dating?: RequestDating,
): VersionedEdge & Pick<Services, 'isRetired'> {
  const own = calendarOf(api_date, second_generation, now)
  const choose = dating === undefined ? undefined : requestCalendar(dating, own)
  const served = families.flatMap(({ endpoints }) => endpoints.flatMap(({ paths }) => paths))
  const lifecycles = new Lifecycles(LIFETIME_ROWS, new Set(served))
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
  }
}

/** The parts of the edge that depend on the day of the API (spec/versioning.md#clock). */
import type { Caller } from '../../auth/caller.ts'
import type { Family } from '../../http/endpoint.ts'
import type { Edge } from '../../http/pipeline.ts'
import type { Services } from '../_services.ts'
import { type CalendarFor, calendarOf, daysFor, LOWER_CASE_NAMES_SINCE } from './calendar.ts'
import { Lifecycles } from './lifecycles.ts'
import { LIFETIME_ROWS } from './lifetimes.ts'
import { windowsByDay } from './limits.ts'

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
 * @param calendarFor chooses the calendar of a request; default: that of the settings
 */
export function versionsOf(
  { api_date, second_generation }: VersionSettings,
  families: readonly Pick<Family<Caller, Services>, 'endpoints'>[],
  now: () => number,
  calendarFor?: CalendarFor,
): VersionedEdge & Pick<Services, 'isRetired'> {
  const own = calendarOf(api_date, second_generation, now)
  const choose = calendarFor ?? (() => own)
  const served = families.flatMap(({ endpoints }) => endpoints.flatMap(({ paths }) => paths))
  const lifecycles = new Lifecycles(LIFETIME_ROWS, new Set(served))
  return {
    lifecycleOf: ({ method, paths: [path] }) => lifecycles.of(method, path),
    windowsByDay,
    retired: (method, path, day) => lifecycles.retired(method, path, day),
    daysFor: (path, header) => daysFor(choose(header), path),
    hasMixedNames: (header) => choose(header).paths() < LOWER_CASE_NAMES_SINCE,
    // An open stream has the day of the server.
    isRetired: (method, path) =>
      lifecycles.of(method, path)?.(path, daysFor(own, path).path).gone !== undefined,
  }
}

/**
 * GET /console/api/operator/versions: the day of the API, and the days when its paths begin and end
 * (spec/console.md#versions-page).
 */
import { Type } from 'typebox'
import { type Day, isOn, LATEST_DAY } from '../../../../formats/fields/day.ts'
import type { Lifetime } from '../../../_versions/lifetime.ts'
import { ENDING_LIFETIMES, LIFETIMES } from '../../../_versions/lifetimes.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'

const DAY_OR_NULL = Type.Union([Type.String(), Type.Null()])

const VERSIONS = Type.Object(
  {
    day: Type.Union([Type.String({ description: 'ISO day.' }), Type.Null()], {
      description: 'The day that determines the served paths; null if every path is served.',
    }),
    lifetimes: Type.Array(
      Type.Object({
        methods: Type.Array(Type.String(), { description: 'Empty for all methods.' }),
        paths: Type.Array(Type.String()),
        since: DAY_OR_NULL,
        deprecated: DAY_OR_NULL,
        until: DAY_OR_NULL,
        successor: Type.Union([Type.String(), Type.Null()]),
        state: Type.Enum(['future', 'served', 'deprecated', 'ended']),
      }),
    ),
  },
  { title: 'ConsoleVersions' },
)

export const showVersions = operatorEndpoint({
  paths: ['/console/api/operator/versions'],
  summary: 'The day of the API, and the days on which its paths begin and end.',
  params: {},
  answers: [{ schema: VERSIONS }],
  async handle({ currentDay, services }) {
    const day = currentDay()
    const isDated = services.secondGeneration === 'dated'
    const dayOf = ({ paths }: Lifetime) => (isDated || !paths.every(isOfV2) ? day : LATEST_DAY)
    return jsonAnswer({
      day: day === LATEST_DAY ? null : day,
      lifetimes: LIFETIMES.map((lifetime) => lifetimeOn(lifetime, dayOf(lifetime))),
    })
  },
})

/** True for a path of API v2. By default, the server serves these paths on every day of the API. */
function isOfV2(path: string): boolean {
  return path.startsWith('/2/')
}

function lifetimeOn(lifetime: Lifetime, day: Day) {
  const { methods = [], paths, since = null, until = null } = lifetime
  const retirement = ENDING_LIFETIMES.find((ending) => ending === lifetime)?.retirement
  const { deprecated = null, successor = null } = retirement ?? {}
  return { methods, paths, since, deprecated, until, successor, state: stateOn(lifetime, day, deprecated) }
}

function stateOn(lifetime: Lifetime, day: Day, deprecated: Day | null) {
  if (!isOn(lifetime, day)) return lifetime.since !== undefined && day < lifetime.since ? 'future' : 'ended'
  return deprecated !== null && day >= deprecated && day !== LATEST_DAY ? 'deprecated' : 'served'
}

/** Defines and reads the options of simulated traffic, and their limits. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { ControlRefused } from '../refused.ts'

const MAX_SEED = 2 ** 32 - 1
const MAX_RATE = 500

/** One week, in seconds. */
const MAX_SECONDS = 604_800
const MIN_USERS = 10
const MAX_USERS = 2_000

/** Approximate maximum number of posts in a simulation. */
const MAX_POSTS = 5_000_000

export const DEFAULT_SECONDS = 60
export const DEFAULT_USERS = 100

const BODY = Type.Object(
  {
    seed: Type.Integer({ minimum: 0, maximum: MAX_SEED }),
    rate: Type.Number({ minimum: 0.01, maximum: MAX_RATE }),
    seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SECONDS })),
    users: Type.Optional(Type.Integer({ minimum: MIN_USERS, maximum: MAX_USERS })),
    storm: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export type SimulationOptions = Required<Static<typeof BODY>>

const BOUNDS: Readonly<Record<keyof SimulationOptions, string>> = {
  seed: `a whole number from 0 to ${MAX_SEED}`,
  rate: `the mean number of posts a second over a day, from 0.01 to ${MAX_RATE}`,
  seconds: `1 to ${MAX_SECONDS} of the server’s clock`,
  users: `${MIN_USERS} to ${MAX_USERS}`,
  storm: 'true or false',
}

/** Reads the options. @throws {ControlRefused} with advice */
export function readSimulationOptions(body: unknown): SimulationOptions {
  if (!Value.Check(BODY, body)) throw new ControlRefused(problemOf(body))
  const { seed, rate, seconds = DEFAULT_SECONDS, users = DEFAULT_USERS, storm = false } = body
  if (rate * seconds > MAX_POSTS) {
    throw new ControlRefused(`a simulation has at most ${MAX_POSTS} posts: lower the rate or the seconds`)
  }
  return { seed, rate, seconds, users, storm }
}

function problemOf(body: unknown): string {
  const [error] = Value.Errors(BODY, body)
  const name = error?.instancePath.slice(1) ?? ''
  if (Object.hasOwn(BOUNDS, name)) return `${name} is ${BOUNDS[name as keyof SimulationOptions]}`
  const all = Object.entries(BOUNDS).map(([key, bound]) => `${key} (${bound})`)
  return `send seed and rate, and no other members than ${all.join(', ')}`
}

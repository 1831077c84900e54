/**
 * `/test/clock` of the admin listener controls the clock of test mode.
 *
 *   GET                                            {"now": "2020-08-12T00:00:00.000Z", "now_ms": 1597190400000, "speed": 1}
 *   PUT {"now": "2020-09-01T00:00:00Z"}            later time: time passes until then; earlier: sets the time of day back
 *   PUT {"step": "15m"} or {"step": 900000}        lets time pass; a negative step sets the time of day back
 *   PUT {"speed": 0}                               0 freezes the clock; 60 runs an hour in a minute, 1 is the machine's speed
 *
 * A request may have `speed` in addition to `now` or `step`. The new speed begins at the end of the step, so that a
 * clock that is set and frozen by one request has exactly the time of the request.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { isoTime } from '../../lib/time/iso-time.ts'
import { type ControlledClock, MAX_SPEED } from '../../testing/clock.ts'
import type { TestControls } from '../../testing/controls.ts'
import { readDuration, readTime } from '../../testing/read-time.ts'
import { ControlRefused } from '../../testing/refused.ts'

const BODY = Type.Object(
  {
    now: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    step: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    speed: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_SPEED })),
  },
  { additionalProperties: false },
)

const USAGE = `send {"now": TIME}, {"step": DURATION} or {"speed": 0 to ${MAX_SPEED}} (0 freezes), such as {"step": "15m"}`

export function addClock(app: FastifyInstance, { clock }: Pick<TestControls, 'clock'>): void {
  app.get('/test/clock', async () => stateOf(clock))
  app.put('/test/clock', async ({ body }) => {
    await changeClock(clock, body)
    return stateOf(clock)
  })
}

function stateOf(clock: ControlledClock) {
  const { now, speed } = clock.state
  return { now: isoTime(now), now_ms: now, speed }
}

/** Sets, steps, freezes or runs the clock, according to the body. @throws {ControlRefused} */
export async function changeClock(clock: ControlledClock, body: unknown): Promise<void> {
  if (!Check(BODY, body)) throw new ControlRefused(USAGE)
  const { now, step, speed } = body
  if (now === undefined && step === undefined && speed === undefined) throw new ControlRefused(USAGE)
  if (now !== undefined && step !== undefined)
    throw new ControlRefused('now and step contradict each other: send one of them')
  if (now !== undefined) await clock.set(readTime(now), speed)
  else if (step !== undefined) await clock.step(readDuration(step), speed)
  else clock.run(speed)
}

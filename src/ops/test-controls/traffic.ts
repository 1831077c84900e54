/**
 * Controls the traffic of test mode on the admin listener. Only one simulation or replay runs at a time. The traffic
 * uses the clock of the server.
 *
 *   POST   /test/simulate {"seed": 7, "rate": 5}          starts a simulation; further members: seconds, users, storm
 *   POST   /test/replay {"file": "/path", "speed": 10}    publishes recorded posts at the recorded intervals
 *   GET    /test/traffic                                  state, position and counts
 *   PUT    /test/traffic {"paused": true}                 pauses; false resumes
 *   PUT    /test/traffic {"step": 10}                     runs the next actions now
 *   PUT    /test/traffic {"seek": 60000}                  moves a replay to milliseconds after its first post
 *   DELETE /test/traffic                                  ends the simulation or replay
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ServerControls } from '../../testing/controls.ts'
import { ControlRefused } from '../../testing/refused.ts'
import { readReplayOptions } from '../../testing/traffic/replay-options.ts'

const CHANGE = Type.Union([
  Type.Object({ paused: Type.Boolean() }, { additionalProperties: false }),
  Type.Object({ step: Type.Number() }, { additionalProperties: false }),
  Type.Object({ seek: Type.Number({ minimum: 0 }) }, { additionalProperties: false }),
])

const USAGE = 'send {"paused": true or false}, {"step": ACTIONS} or {"seek": MILLISECONDS}'

export function addTraffic(app: FastifyInstance, { traffic, clock }: ServerControls): void {
  const state = () => ({ traffic: traffic.state ?? null, clock_speed: clock.state.speed })
  app.get('/test/traffic', async () => state())
  app.post('/test/simulate', async ({ body }) => {
    await traffic.simulate(body)
    return state()
  })
  app.post('/test/replay', async ({ body }) => {
    await traffic.replay(readReplayOptions(body))
    return state()
  })
  app.put('/test/traffic', async ({ body }) => {
    if (!Value.Check(CHANGE, body)) throw new ControlRefused(USAGE)
    if ('step' in body) await traffic.step(body.step)
    else if ('seek' in body) await traffic.seek(body.seek)
    else if (body.paused) await traffic.pause()
    else traffic.resume()
    return state()
  })
  app.delete('/test/traffic', async () => {
    await traffic.stop()
    return state()
  })
}

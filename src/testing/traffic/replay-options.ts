/** Defines and reads the options of replays, and their limits. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { ControlRefused } from '../refused.ts'

export const MIN_SPEED = 0.001
export const MAX_SPEED = 100_000

const BODY = Type.Object(
  {
    file: Type.String({ minLength: 1, maxLength: 4_096 }),
    speed: Type.Optional(Type.Number({ minimum: MIN_SPEED, maximum: MAX_SPEED })),
  },
  { additionalProperties: false },
)

export type ReplayOptions = Required<Static<typeof BODY>>

/** Reads the options. @throws {ControlRefused} with advice */
export function readReplayOptions(body: unknown): ReplayOptions {
  if (!Value.Check(BODY, body)) {
    throw new ControlRefused(
      `send file, the path of a file or folder on the machine of the server, and speed, ${MIN_SPEED} to ${MAX_SPEED}`,
    )
  }
  return { file: body.file, speed: body.speed ?? 1 }
}

/** GET /console/api/compliance/volume: counts of messages by time, partition and name. */
import { Type } from 'typebox'
import { MESSAGE_NAMES } from '../../../../formats/compliance/message-names.ts'
import { BadParameter, type Param } from '../../../../http/params.ts'
import { VOLUME_UNITS, type VolumeUnit } from '../../../../streams/compliance/volume.ts'
import { requireOwnStream } from '../../_compliance/own-streams.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'

const DEFAULT_UNIT: VolumeUnit = 'hour'

const UNIT: Param<VolumeUnit> = {
  schema: Type.Optional(Type.Enum([...VOLUME_UNITS], { default: DEFAULT_UNIT })),
  parse(text = DEFAULT_UNIT, name) {
    const unit = VOLUME_UNITS.find((each) => each === text)
    if (unit === undefined) throw new BadParameter(name, text)
    return unit
  },
}

export const showVolume = consoleEndpoint({
  paths: ['/console/api/compliance/volume'],
  summary:
    'Number of messages of the compliance stream by time, partition and name. Counts of 0 are left out.',
  params: { unit: UNIT },
  answers: [
    {
      schema: Type.Object({
        unit: Type.Enum([...VOLUME_UNITS]),
        since: Type.Integer({
          description:
            'Time of the first stored count; for minutes, of the first count of this server. Unix milliseconds.',
        }),
        oldest: Type.Integer({ description: 'Start of the oldest unit. Unix milliseconds.' }),
        now: Type.Integer({ description: 'Unix milliseconds.' }),
        points: Type.Array(
          Type.Object({
            at: Type.Integer({ description: 'Start of the unit. Unix milliseconds.' }),
            partition: Type.Integer({ minimum: 1, maximum: 8 }),
            name: Type.Enum([...MESSAGE_NAMES]),
            count: Type.Integer(),
          }),
        ),
      }),
    },
  ],
  errors: ['field-invalid', 'stream-not-found'],
  async handle({ services, caller, params: { unit } }) {
    await requireOwnStream(services, caller)
    const { messages } = services.compliance
    const { volume } = messages
    const now = services.clock.now()
    const since = messages.sinceOf(unit)
    return jsonAnswer({ unit, since, oldest: volume.oldest(unit), now, points: volume.read(unit) })
  },
})

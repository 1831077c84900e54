/** POST /console/api/operator/test_controls/seed: adds the data of a seed file (spec/console.md#test-controls). */
import { Type } from 'typebox'
import { noteAction } from '../../../../../domain/audit/note-action.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { controlsOf, SEEDED_WORLD } from '../../../_operator/test-controls.ts'

/** Maximum characters of a seed file, and maximum bytes of a request with a seed file. */
const MAX_SEED_LENGTH = 4_000_000
const MAX_BODY_BYTES = 16 * 2 ** 20

const BODY = consoleBody(
  Type.Object({ seed: Type.String({ maxLength: MAX_SEED_LENGTH, description: 'YAML or JSON.' }) }),
  MAX_BODY_BYTES,
)

export const loadTestSeed = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/test_controls/seed'],
  summary:
    'Adds the users, apps, posts and other parts of a seed file to the data. Errors have the line and the column.',
  params: {},
  body: BODY.spec,
  answers: [{ schema: SEEDED_WORLD }],
  errors: ['no-test-controls', 'field-invalid', 'control-invalid', 'control-conflict'],
  async handle({ services, json, outer }) {
    const controls = controlsOf(services)
    const world = await controls.loadSeed(BODY.read(json).seed, `${outer.scheme}://${outer.host}`)
    const subject = { kind: 'test-controls', key: 'seed' } as const
    const details = { users: world.users.length, apps: world.apps.length }
    await noteAction(services, { action: 'test.load_seed', subject, details })
    return jsonAnswer(world)
  },
})

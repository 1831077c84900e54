/**
 * DELETE /console/api/operator/users/:user_id/locations: erases the locations of posts of a user permanently,
 * with a reason (spec/console.md#moderation-at-the-desk).
 */
import { Type } from 'typebox'
import { scrubGeo } from '../../../../../domain/posts/state/scrub-geo.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(
  Type.Object({
    up_to_id: Type.String({ maxLength: 20, description: 'The newest post whose location is erased.' }),
    reason: REASON,
  }),
)

export const eraseDeskLocations = operatorEndpoint({
  method: 'DELETE',
  paths: ['/console/api/operator/users/:user_id/locations'],
  summary: 'Erases the locations of posts of a user permanently, with a reason.',
  params: { user_id: optionalText('The id of a user.') },
  body: BODY.spec,
  answers: [{ schema: Type.Object({ erased: Type.Integer({ description: 'Posts that had a location.' }) }) }],
  errors: ['field-invalid', 'user-not-found'],
  async handle({ services, caller, params, json }) {
    const { up_to_id, reason } = BODY.read(json)
    const userId = idIn(params.user_id ?? '')
    if (userId === undefined) throw new ConsoleProblem('user-not-found')
    const upToId = idIn(up_to_id)
    if (upToId === undefined) throw new ConsoleProblem('field-invalid', { field: 'up_to_id' })
    const input = { userId, upToId, reason: reason.trim(), actor: caller.email }
    return jsonAnswer({ erased: await scrubGeo(services, input) })
  },
})

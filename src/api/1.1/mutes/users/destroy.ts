/** POST mutes/users/destroy: ends a mute (spec/relations.md#blocks-and-mutes). */
import { unmute } from '../../../../domain/graph/mute.ts'
import { v11Endpoint } from '../../_family.ts'
import { USER } from '../../_schemas/user.ts'
import { requireTarget, targetUserAnswer, targetUserParams } from '../../_target-user.ts'

export const mutesUsersDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/mutes/users/destroy.json'],
  summary: 'Unmutes a user.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: targetUserParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound', 'notMuting'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const target = await requireTarget(params, { userId: me }, services)
    await unmute(services, { userId: me, mutedId: target.user.id })
    return targetUserAnswer(services, target, { muting: false }, params, outer)
  },
})

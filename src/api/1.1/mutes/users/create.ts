/** POST mutes/users/create: mutes a user (spec/relations.md#blocks-and-mutes). */
import { mute } from '../../../../domain/graph/mute.ts'
import { v11Endpoint } from '../../_family.ts'
import { USER } from '../../_schemas/user.ts'
import { requireTarget, targetUserAnswer, targetUserParams } from '../../_target-user.ts'

export const mutesUsersCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/mutes/users/create.json'],
  summary: 'Mutes a user, who is not notified.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: targetUserParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound', 'mutesOneself'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const target = await requireTarget(params, { userId: me }, services)
    await mute(services, { userId: me, mutedId: target.user.id })
    return targetUserAnswer(services, target, { muting: true }, params, outer)
  },
})

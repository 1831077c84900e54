/** POST blocks/destroy: ends a block (spec/relations.md#blocks-and-mutes). */
import { unblock } from '../../../domain/graph/block.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { requireTarget, targetUserAnswer, targetUserParams } from '../_target-user.ts'

export const blocksDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/blocks/destroy.json'],
  summary: 'Unblocks a user.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: targetUserParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const target = await requireTarget(params, { userId: me }, services)
    await unblock(services, { userId: me, blockedId: target.user.id })
    return targetUserAnswer(services, target, { blocking: false }, params, outer)
  },
})

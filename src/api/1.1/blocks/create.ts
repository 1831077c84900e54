/** POST blocks/create: blocks a user, and ends follows between both users (spec/relations.md#blocks-and-mutes). */
import { block } from '../../../domain/graph/block.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { requireTarget, targetUserAnswer, targetUserParams, UNFOLLOWED } from '../_target-user.ts'

export const blocksCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/blocks/create.json'],
  summary: 'Blocks a user; both stop following each other.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: targetUserParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound', 'blocksOneself'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const target = await requireTarget(params, { userId: me }, services)
    await block(services, { userId: me, blockedId: target.user.id })
    return targetUserAnswer(services, target, { ...UNFOLLOWED, blocking: true }, params, outer)
  },
})

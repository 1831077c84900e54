/**
 * GET and POST 2/users/:id/blocking, DELETE 2/users/:source_user_id/blocking/:target_user_id
 * (spec/v2-users-and-lists.md#relation-calls).
 */
import { Type } from 'typebox'
import { block, unblock } from '../../../domain/graph/block.ts'
import { blockedIds } from '../../../domain/graph/id-page.ts'
import { deleteAction, postAction } from '../../_v2/actions/self-action.ts'
import { requireUserId } from '../../_v2/actions/targets.ts'
import { selfOwner } from '../../_v2/pages/page-owners.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2Blocking = userPages({
  path: '/2/users/:id/blocking',
  summary: 'The users whom the user blocks, newest block first.',
  auth: ['user'],
  scopes: ['block.read'],
  window: { user: 15, app: 0 },
  size: { min: 1, max: 1_000, default: 100 },
  owner: selfOwner,
  read: blockedIds,
})

const BLOCKING = {
  scopes: ['block.write'],
  window: { user: 50, app: 0 },
  verb: 'block',
  data: { blocking: Type.Boolean({ description: 'The state after the call.' }) },
} as const

export const v2Block = postAction({
  ...BLOCKING,
  path: '/2/users/:id/blocking',
  summary: 'Blocks a user; both stop following each other.',
  member: 'target_user_id',
  async run(call) {
    await block(call.services, { userId: call.userId, blockedId: await requireUserId(call) })
    return { blocking: true }
  },
})

export const v2Unblock = deleteAction({
  ...BLOCKING,
  path: '/2/users/:source_user_id/blocking/:target_user_id',
  summary: 'Unblocks a user.',
  async run(call) {
    await unblock(call.services, { userId: call.userId, blockedId: await requireUserId(call) })
    return { blocking: false }
  },
})

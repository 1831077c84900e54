/**
 * GET and POST 2/users/:id/muting, DELETE 2/users/:source_user_id/muting/:target_user_id
 * (spec/v2-users-and-lists.md#relation-calls).
 */
import { Type } from 'typebox'
import { Refusal } from '../../../domain/context.ts'
import { mutedIds } from '../../../domain/graph/id-page.ts'
import { mute, unmute } from '../../../domain/graph/mute.ts'
import { deleteAction, postAction } from '../../_v2/actions/self-action.ts'
import { requireUserId } from '../../_v2/actions/targets.ts'
import { selfOwner } from '../../_v2/pages/page-owners.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2Muting = userPages({
  path: '/2/users/:id/muting',
  summary: 'The users whom the user mutes, newest mute first.',
  auth: ['user'],
  scopes: ['mute.read'],
  window: { user: 15, app: 0 },
  size: { min: 1, max: 1_000, default: 100 },
  owner: selfOwner,
  read: mutedIds,
})

const MUTING = {
  scopes: ['mute.write'],
  window: { user: 50, app: 0 },
  verb: 'mute',
  data: { muting: Type.Boolean({ description: 'The state after the call.' }) },
} as const

export const v2Mute = postAction({
  ...MUTING,
  path: '/2/users/:id/muting',
  summary: 'Mutes a user, who is not notified.',
  member: 'target_user_id',
  async run(call) {
    await mute(call.services, { userId: call.userId, mutedId: await requireUserId(call) })
    return { muting: true }
  },
})

export const v2Unmute = deleteAction({
  ...MUTING,
  path: '/2/users/:source_user_id/muting/:target_user_id',
  summary: 'Unmutes a user.',
  async run(call) {
    const mutedId = await requireUserId(call)
    await unmute(call.services, { userId: call.userId, mutedId }).catch(ignoreNotMuting)
    return { muting: false }
  },
})

/**
 * Ignores the error for a user who is not muted, because the requested state already exists
 * (spec/v2.md#repeated-actions).
 */
function ignoreNotMuting(error: unknown): void {
  if (!(error instanceof Refusal) || error.reason !== 'not-muting') throw error
}

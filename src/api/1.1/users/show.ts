/** GET users/show: one user (spec/users.md#show). */
import type { Caller } from '../../../auth/caller.ts'
import { type FullUser, findFullUsers, findIdsByScreenName } from '../../../domain/accounts/find-users.ts'
import { relationsOf } from '../../../domain/graph/relations.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { idIn } from '../_id.ts'
import { SHOWN_USER } from '../_schemas/user.ts'
import { statusOf } from '../_status.ts'
import { viewerOf } from '../_target.ts'
import { userParams, userText, viewOf } from '../_users.ts'

export const usersShow = v11Endpoint({
  paths: ['/1.1/users/show.json', '/1.1/users/show/:id.json'],
  summary: 'One user, protected or not, by id or by screen name.',
  window: { user: 900, app: 900 },
  params: {
    user_id: optionalId('Id of the user.'),
    screen_name: optionalText('Screen name of the user; `user_id` takes precedence.'),
    id: optionalText('Id or screen name of the user, used when `user_id` and `screen_name` are omitted.'),
    ...userParams,
  },
  errors: ['parameterInvalid', 'queryParametersMissing', 'userNotFound', 'userSuspended'],
  answers: [{ schema: SHOWN_USER }],
  async handle({ params, caller, services, outer }) {
    const user = await requireShown(services, idOrName(params))
    const viewer = viewerOf(caller)
    const [relation, status] = await Promise.all([
      relationTo(services, caller, user.id),
      statusOf(services, viewer, user.id, params, outer),
    ])
    const view = viewOf(viewer, relation, user.id, params, outer)
    return { status: 200, body: userText(user, { ...view, hasProfileLocation: true, status }) }
  },
})

interface Named {
  readonly user_id: bigint | undefined
  readonly screen_name: string | undefined
  readonly id: string | undefined
}

/**
 * The id or the screen name of the path or the query. A screen name that has only digits is found only by the parameter
 * `screen_name`.
 */
function idOrName({ user_id, screen_name, id }: Named): bigint | string {
  const named = user_id ?? screen_name ?? id
  if (named === undefined) throw new V11Error('queryParametersMissing')
  return named === id ? (idIn(id) ?? id) : named
}

/** The named user. @throws {V11Error} 50 for an unknown or deactivated user; 63 for a suspended user */
async function requireShown({ store }: Services, by: bigint | string): Promise<FullUser> {
  const id = typeof by === 'string' ? (await findIdsByScreenName(store, [by])).get(by.toLowerCase()) : by
  const user = id === undefined ? undefined : (await findFullUsers(store, [id])).get(id)
  if (user === undefined || user.deactivatedAt !== null) throw new V11Error('userNotFound')
  if (user.suspendedAt !== null) throw new V11Error('userSuspended')
  return user
}

async function relationTo({ store }: Services, caller: Caller, userId: bigint) {
  if (caller.kind !== 'user') return undefined
  return (await relationsOf(store, caller.user.id, [userId])).get(userId)
}

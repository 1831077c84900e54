/** Declares calls that return a user who is a member or a subscriber of a list. */
import { isHidden } from '../../../domain/accounts/user.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import type { Services } from '../../_services.ts'
import { V11Error, type V11ErrorName } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { targetParams, viewerOf } from '../_target.ts'
import { requireNamedId } from '../_target-user.ts'
import { userList } from '../_user-list.ts'
import { userParams } from '../_users.ts'
import { NAMED_LIST_ERRORS, namedListParams, requireNamedList } from './_named-list.ts'

interface UserOfList {
  readonly path: `/1.1/lists/${string}.json`
  readonly summary: string
  /** The error for a user who is not a member or not a subscriber. */
  readonly missing: V11ErrorName
  has(reader: Services['store'], listId: bigint, userId: bigint): Promise<boolean>
}

/** Declares a call that returns the named user, if this user is a member or a subscriber of the list. */
export function userOfList({ path, summary, missing, has }: UserOfList) {
  return v11Endpoint({
    paths: [path],
    summary,
    window: { user: 15, app: 15 },
    params: { ...namedListParams, ...targetParams, ...userParams },
    errors: [
      ...NAMED_LIST_ERRORS,
      'queryParametersMissing',
      'parameterInvalid',
      'blockedByAuthor',
      'userNotFound',
      missing,
    ],
    answers: [{ schema: USER }],
    async handle({ params, caller, services, outer }) {
      const viewer = viewerOf(caller)
      const list = await requireNamedList(params, viewer, services)
      const userId = await requireNamedId(params, services)
      const [user] = await services.users.get([userId])
      const isUser =
        user !== undefined && !isHidden(user.entity) && (await has(services.store, list.id, userId))
      if (!isUser) throw new V11Error(missing)
      const texts = await userList(services, viewer, ParsedIds.of([userId]), params, outer)
      return { status: 200, body: undefined, pieces: [texts] }
    },
  })
}

/** Declares calls about the users of a list: its members, or its subscribers. */
import { isHidden } from '../../../domain/accounts/user.ts'
import type { IdPage, IdPageInput } from '../../../domain/graph/id-page.ts'
import type { WindowSpec } from '../../../http/endpoint.ts'
import { count, cursor } from '../../../http/params.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import type { Services } from '../../_services.ts'
import { cursorFields } from '../_cursor-page.ts'
import { V11Error, type V11ErrorName } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { USER_PAGE } from '../_schemas/user-page.ts'
import { targetParams, viewerOf } from '../_target.ts'
import { requireNamedId } from '../_target-user.ts'
import { userList } from '../_user-list.ts'
import { userParams } from '../_users.ts'
import { NAMED_LIST_ERRORS, namedListParams, requireNamedList } from './_named-list.ts'

interface UsersOfList {
  readonly path: `/1.1/lists/${string}.json`
  readonly summary: string
  readonly window: WindowSpec
  /** @param input.userId id of the list */
  read(reader: Services['store'], input: IdPageInput): Promise<IdPage>
}

/** Users that are read at a time: more would hold other requests up. */
const SLICE = 200

/** A page of the users of a list. */
export function usersOfList({ path, summary, window, read }: UsersOfList) {
  return v11Endpoint({
    paths: [path],
    summary,
    window,
    params: {
      ...namedListParams,
      cursor: cursor(),
      count: count({ default: 20, max: 5_000 }),
      ...userParams,
    },
    errors: [...NAMED_LIST_ERRORS, 'parameterInvalid', 'blockedByAuthor'],
    answers: [{ schema: USER_PAGE }],
    async handle({ params, caller, services, outer }) {
      const viewer = viewerOf(caller)
      const list = await requireNamedList(params, viewer, services)
      const { cursor, count } = params
      const page = await read(services.store, { userId: list.id, cursor, count })
      const ids = page.ids === '' ? [] : page.ids.split(',').map(BigInt)
      const users: (string | Buffer)[] = []
      for (let from = 0; from < ids.length; from += SLICE) {
        const slice = ParsedIds.of(ids.slice(from, from + SLICE))
        users.push(...(await userList(services, viewer, slice, params, outer)))
      }
      return { status: 200, body: undefined, pieces: ['{"users":[', users, `],${cursorFields(page)}}`] }
    },
  })
}

interface UserOfList {
  readonly path: `/1.1/lists/${string}.json`
  readonly summary: string
  /** The error for another user. */
  readonly missing: V11ErrorName
  has(reader: Services['store'], listId: bigint, userId: bigint): Promise<boolean>
}

/** The named user, if it is a user of the list. */
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

/** Declares pages of the users of a list: its members, or its subscribers. */
import type { IdPage, IdPageInput } from '../../../domain/graph/id-page.ts'
import type { WindowSpec } from '../../../http/endpoint.ts'
import { count, cursor } from '../../../http/params.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import type { Services } from '../../_services.ts'
import { cursorFields } from '../_cursor-page.ts'
import { v11Endpoint } from '../_family.ts'
import { USER_PAGE } from '../_schemas/user-page.ts'
import { viewerOf } from '../_target.ts'
import { userList } from '../_user-list.ts'
import { userParams } from '../_users.ts'
import { NAMED_LIST_ERRORS, namedListParams, requireNamedList } from './_named-list.ts'

interface UsersOfList {
  readonly path: `/1.1/lists/${string}.json`
  readonly summary: string
  readonly window: WindowSpec
  /** Reads a page of ids. @param input.userId the id of the list */
  read(reader: Services['store'], input: IdPageInput): Promise<IdPage>
}

/** Maximum users that are rendered at a time, so that other requests are not delayed. */
const SLICE = 200

/** Declares a call that returns a page of the users of a list. */
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

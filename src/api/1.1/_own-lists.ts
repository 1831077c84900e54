/** Lists that only their owner sees: blocks, mutes, requests (spec/followers.md#companions). */
import { type blockedIds, MAX_ID_PAGE } from '../../domain/graph/id-page.ts'
import { boolean, count, cursor } from '../../http/params.ts'
import { idPageAnswer } from './_cursor-page.ts'
import { v11Endpoint } from './_family.ts'
import { ID_PAGE } from './_schemas/id-page.ts'
import { USER_PAGE } from './_schemas/user-page.ts'
import { userPageAnswer } from './_user-page.ts'
import { userParams } from './_users.ts'

interface OwnList {
  readonly path: `/1.1/${string}.json`
  readonly summary: string
  /** Reads a page of ids: a function of `src/domain/graph/id-page.ts`. */
  readonly page: typeof blockedIds
}

export const stringifyIds = boolean({ default: false, description: 'Return ids as strings.' })

/** Declares a list of ids, up to 5,000 a page. */
export function ownIds({ path, summary, page }: OwnList) {
  return v11Endpoint({
    paths: [path],
    summary,
    auth: ['user'],
    window: { user: 15, app: 0 },
    params: {
      cursor: cursor(),
      stringify_ids: stringifyIds,
      count: count({ default: MAX_ID_PAGE, max: MAX_ID_PAGE }),
    },
    errors: ['parameterInvalid'],
    answers: [{ schema: ID_PAGE }],
    async handle({ params, caller, services }) {
      const { cursor, count } = params
      const ids = await page(services.store, { userId: caller.user.id, cursor, count })
      return idPageAnswer(ids, params.stringify_ids)
    },
  })
}

/** Users on a page of {@link ownUsers}; clients cannot change this number. */
const USER_PAGE_SIZE = 20

/** Declares a list of users, 20 a page. */
export function ownUsers({ path, summary, page }: OwnList) {
  return v11Endpoint({
    paths: [path],
    summary,
    auth: ['user'],
    window: { user: 15, app: 0 },
    params: { cursor: cursor(), ...userParams },
    errors: ['parameterInvalid'],
    answers: [{ schema: USER_PAGE }],
    async handle({ params, caller, services, outer }) {
      const viewer = { userId: caller.user.id }
      const found = await page(services.store, { ...viewer, cursor: params.cursor, count: USER_PAGE_SIZE })
      return userPageAnswer(services, viewer, found, params, outer)
    },
  })
}

/**
 * Pages of users with cursors. Each page has the users of the same page of the list of ids
 * (spec/followers.md#companions).
 */
import type { Viewer } from '../../domain/context.ts'
import type { IdPage } from '../../domain/graph/id-page.ts'
import type { Answer } from '../../http/endpoint.ts'
import { boolean, count, cursor } from '../../http/params.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import type { Services } from '../_services.ts'
import { cursorFields } from './_cursor-page.ts'
import { targetParams } from './_target.ts'
import { userList } from './_user-list.ts'
import { type Origin, type UserOptions, userParams } from './_users.ts'

/** Parameters of the public lists of users. */
export const userPageParams = {
  ...targetParams,
  cursor: cursor(),
  count: count({ default: 20, max: 200 }),
  skip_status: userParams.skip_status,
  tweet_mode: userParams.tweet_mode,
  include_user_entities: boolean({ default: true, description: 'Include `entities` in users.' }),
} as const

/** Options for rendering a list of users: `include_user_entities` does not apply to their latest posts. */
export function userPageOptions(params: {
  readonly skip_status: boolean
  readonly tweet_mode: string | undefined
  readonly include_user_entities: boolean
}): UserOptions {
  const { skip_status, tweet_mode, include_user_entities: include_entities } = params
  return { skip_status, tweet_mode, include_entities, include_status_entities: true }
}

/** The response with the users of a page of ids, in the same order, without users hidden since the page was read. */
export async function userPageAnswer(
  services: Services,
  viewer: Viewer,
  page: IdPage,
  options: UserOptions,
  outer: Origin,
): Promise<Answer> {
  const ids = ParsedIds.parse(page.ids) ?? ParsedIds.NONE
  const users = await userList(services, viewer, ids, options, outer)
  const pieces = ['{"users":[', users, `],${cursorFields(page)}}`]
  return { status: 200, body: undefined, pieces }
}

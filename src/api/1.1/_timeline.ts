/** Lists of posts by id, newest first (spec/posts.md#timelines). */
import { count, optionalId } from '../../http/params.ts'
import { postParams } from './_posts.ts'

/** Parameters of every timeline. */
export const timelineParams = {
  since_id: optionalId('Only posts newer than the post with this id.'),
  max_id: optionalId('Only the post of this id, and older ones.'),
  count: count({ default: 20, max: 200 }),
  ...postParams,
} as const

/** The range of posts that the parameters request. */
export function timelineRangeOf(params: {
  readonly since_id: bigint | undefined
  readonly max_id: bigint | undefined
  readonly count: number
}) {
  return { sinceId: params.since_id, maxId: params.max_id, count: params.count }
}

/** The parameters that select a part of a timeline (spec/v2-posts.md#timelines). */
import { Type } from 'typebox'
import type { PostPageInput } from '../../../domain/posts/read/post-page.ts'
import type { Exclusions } from '../../../domain/posts/read/timelines.ts'
import type { Param } from '../../../http/params.ts'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'
import { readIdBound, readTimeRange } from '../times.ts'
import { ID_PATTERN, type ValidationErrors } from '../validation-errors.ts'
import { EXCLUDE_PARAM, readExclusions } from './exclusions.ts'
import { optional, type PageFilterParams } from './page-params.ts'

/** The documented minimum of time parameters. */
const OLDEST_TIME_MS = Date.UTC(2010, 10, 6)

function idParam(description: string): Param<string | undefined> {
  return optional(Type.String({ pattern: ID_PATTERN.source, description }))
}

function timeParam(description: string): Param<string | undefined> {
  return optional(Type.String({ format: 'date-time', description }))
}

export const TIMELINE_PARAMS: PageFilterParams = {
  ...EXCLUDE_PARAM,
  start_time: timeParam('Earliest time, such as 2022-08-21T09:00:00Z.'),
  end_time: timeParam('Latest time, exclusive, at least 10 seconds ago.'),
  since_id: idParam('Only posts newer than the post with this id. Replaces `start_time`.'),
  until_id: idParam('Only posts older than the post with this id. Replaces `end_time`.'),
}

/** A part of a timeline. */
export type TimelinePart = Pick<PostPageInput, 'sinceId' | 'untilId'> & Exclusions

/**
 * Reads {@link TIMELINE_PARAMS}, and adds errors to `errors`.
 * @param now the time in milliseconds since the Unix epoch
 */
export function readTimelinePart(errors: ValidationErrors, now: number): TimelinePart {
  const exclusions = readExclusions(errors)
  const { start, end } = readTimeRange(errors, { generation: '2', now, earliest: OLDEST_TIME_MS })
  const sinceId = readIdBound(errors, 'since_id')
  const untilId = readIdBound(errors, 'until_id')
  return {
    ...exclusions,
    sinceId: sinceId ?? (start === undefined ? undefined : firstSnowflakeAt(start) - 1n),
    untilId: untilId ?? (end === undefined ? undefined : firstSnowflakeAt(end)),
  }
}

/** True if the parameters select the whole timeline. */
export function isWhole({ sinceId, untilId, excludeReplies, excludeReposts }: TimelinePart): boolean {
  return sinceId === undefined && untilId === undefined && excludeReplies !== true && excludeReposts !== true
}

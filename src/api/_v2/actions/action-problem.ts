/**
 * Errors of refused likes, reposts, bookmarks, follows, blocks and mutes in API v2 (spec/v2-posts.md#refused-writes).
 */
import { Refusal, type RefusalReason } from '../../../domain/context.ts'
import { Problem } from '../../_problems.ts'
import { V11_ERRORS } from '../../1.1/_errors.ts'

/** The verb of an action in error messages. */
export type Verb = 'like' | 'retweet' | 'bookmark' | 'follow' | 'block' | 'mute'

const NO_POST = 'This tweet cannot be found.'

/** Messages of `invalid-request` problems. Clients compare them. */
const INVALID: Partial<Record<RefusalReason, string>> = {
  'post-not-found': NO_POST,
  'post-not-visible': NO_POST,
  'user-not-found': 'This user cannot be found.',
  'reposted-already': 'You cannot retweet a Tweet that you have already retweeted.',
}

const FORBIDDEN: Partial<Record<RefusalReason, string>> = {
  'follows-oneself': V11_ERRORS.followsOneself.message,
  'blocks-oneself': V11_ERRORS.blocksOneself.message,
  'mutes-oneself': V11_ERRORS.mutesOneself.message,
  'blocked-by-target': V11_ERRORS.blockedByTarget.message,
  'blocks-target': V11_ERRORS.blocksTarget.message,
  'follows-too-many': V11_ERRORS.followsTooMany.message,
  'posts-too-many': V11_ERRORS.postsTooMany.message,
}

/** The problem for a refusal. Any other error is returned unchanged. */
export function actionProblem(error: unknown, verb: Verb): unknown {
  if (!(error instanceof Refusal)) return error
  const message = INVALID[error.reason]
  if (message !== undefined) return new Problem('invalidRequest', undefined, [{ message }])
  const detail =
    error.reason === 'post-superseded'
      ? `You cannot ${verb} a Tweet that has been edited.`
      : FORBIDDEN[error.reason]
  return detail === undefined ? error : new Problem('forbidden', detail)
}

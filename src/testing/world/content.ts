/** Builders of follows, posts, messages and rules, as those of users and apps. */
import type { Context } from '../../domain/context.ts'
import { type FollowOutcome, follow } from '../../domain/graph/follow.ts'
import type { Message } from '../../domain/messages/record.ts'
import { sendMessage } from '../../domain/messages/send.ts'
import type { Post } from '../../domain/posts/post.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import type { WritingContext } from '../../domain/posts/write/written-posts.ts'
import { addRules } from '../../domain/rules/add-rules.ts'
import type { Rule, RuleProduct } from '../../domain/rules/rule.ts'
import { LABS_STREAM, V2_STREAM } from '../../filter/dialect.ts'
import { problemText } from '../../filter/problem.ts'
import { readRule } from '../../filter/rule.ts'
import { must } from '../../lib/assert.ts'
import { ControlRefused } from '../refused.ts'
import { type Chosen, chosenContext } from './fixed-context.ts'

export interface PostInput extends Chosen {
  readonly authorId: bigint
  readonly text: string
  readonly inReplyToId?: bigint | undefined
  readonly quoteId?: bigint | undefined
}

/** Writes a post, without the daily limit. @throws {Refusal} as `createPost` */
export function buildPost(context: WritingContext, { id, at, ...input }: PostInput): Promise<Post> {
  return createPost(chosenContext(context, { id, at }), { ...input, isLimited: false })
}

export interface FollowInput {
  readonly follower: bigint
  readonly followee: bigint
}

/** Makes one user follow another, without the limit on follows. @throws {Refusal} as `follow` */
export async function buildFollow(context: Context, input: FollowInput): Promise<FollowOutcome> {
  return (await follow(context, { ...input, isLimited: false })).outcome
}

export interface MessageInput extends Chosen {
  readonly senderId: bigint
  readonly recipientId: bigint
  readonly text: string
}

/** Sends a direct message. @throws {Refusal} as `sendMessage` */
export function buildMessage(
  context: Context,
  { id, at, senderId, recipientId, text }: MessageInput,
): Promise<Message> {
  return sendMessage(chosenContext(context, { id, at }), {
    senderId,
    recipientId,
    appId: null,
    draft: { text },
  })
}

export interface RuleInput {
  readonly appId: bigint
  readonly value: string
  readonly tag?: string | undefined
  /** Default: `2`, API v2. */
  readonly product?: RuleProduct | undefined
}

/**
 * Adds a rule of a filtered stream, without the limits of the app's level.
 * @throws {ControlRefused} for a rule that the stream would refuse, with its reasons
 */
export async function buildRule(
  context: Context,
  { appId, value, tag, product = '2' }: RuleInput,
): Promise<Rule> {
  const reading = readRule(value, product === '2' ? V2_STREAM : LABS_STREAM)
  if ('problems' in reading) {
    throw new ControlRefused(
      `the rule ${JSON.stringify(value)}: ${reading.problems.map(problemText).join('; ')}`,
    )
  }
  const rules = [{ value: value.trim(), tag }]
  const options = { appId, product, maxRules: Number.POSITIVE_INFINITY, isDryRun: false }
  const result = must((await addRules(context, { ...options, rules }))[0], 'a result of one rule')
  return 'rule' in result ? result.rule : result.duplicateOf
}

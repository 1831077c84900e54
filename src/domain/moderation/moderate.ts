/** Moderation of posts and users by an operator, in batches (spec/compliance-stream.md#events). */
import { isStoreFailure } from '../../db/errors.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { findIdsByScreenName } from '../accounts/find-users.ts'
import type { UserStep } from '../accounts/user-states.ts'
import { type Context, Refusal, type RefusalReason } from '../context.ts'
import { changePostState } from '../posts/state/change-post-state.ts'
import type { PostStep } from '../posts/state/post-states.ts'
import { scrubGeo } from '../posts/state/scrub-geo.ts'
import { deletePost } from '../posts/write/delete-post.ts'
import { editPost } from '../posts/write/edit-post.ts'

/** Actions of an operator on posts. */
export const POST_MODERATIONS = [
  'delete',
  'edit',
  'drop',
  'undrop',
  'withhold',
  'unwithhold',
] as const satisfies readonly PostStep[]
/** Actions of an operator on users. */
export const USER_MODERATIONS = [
  'protect',
  'unprotect',
  'suspend',
  'unsuspend',
  'deactivate',
  'reactivate',
  'withhold',
  'unwithhold',
  'scrub_geo',
] as const satisfies readonly UserStep[]

interface Circumstances {
  readonly actor: string
  readonly reason: string
  /** The full new list for `withhold`. */
  readonly countries: readonly string[]
}

export interface PostModeration extends Circumstances {
  readonly on: 'post'
  readonly id: bigint
  readonly action: (typeof POST_MODERATIONS)[number]
  /** The new text for `edit`. */
  readonly text: string
}

export interface UserModeration extends Circumstances {
  readonly on: 'user'
  /** Id or screen name. */
  readonly user: bigint | string
  readonly action: (typeof USER_MODERATIONS)[number]
  /** The newest post to scrub, for `scrub_geo`. */
  readonly upToId: bigint | undefined
}

export type Moderation = PostModeration | UserModeration

/**
 * Result of one action. A refused action has changed nothing and appended no event. A failed action has most likely
 * changed nothing either, but see `Store.write`: the event log shows whether it was committed.
 */
export type ModerationOutcome =
  | 'done'
  | { readonly refused: RefusalReason; readonly message: string }
  | FailedModeration

/** An action that failed for a reason other than the state of its target. */
export interface FailedModeration {
  /** `store-unavailable`: try again later. `internal`: an error in Aviary, described in its log. */
  readonly failed: 'store-unavailable' | 'internal'
  readonly cause: unknown
}

/**
 * Executes actions. Actions on the same post or user run in order, all others concurrently. Equal actions start next to
 * each other, so that they share statements and commits. A refused or failed action does not stop the others.
 * @returns results, in input order
 */
export async function moderate(
  context: Context,
  moderations: readonly Moderation[],
): Promise<readonly ModerationOutcome[]> {
  const named = moderations.flatMap((each) =>
    each.on === 'user' && typeof each.user === 'string' ? [each.user] : [],
  )
  const ids = await findIdsByScreenName(context.store, named)
  const outcomes: ModerationOutcome[] = []
  const targets = [...Map.groupBy(moderations.entries(), ([, each]) => targetOf(each, ids)).values()]
  targets.sort(([a], [b]) => batchKeyOf(a).localeCompare(batchKeyOf(b)))
  await Promise.all(
    targets.map(async (entries) => {
      for (const [index, moderation] of entries) outcomes[index] = await attempt(context, moderation, ids)
    }),
  )
  return outcomes
}

/** By screen name in lower case. */
type Ids = ReadonlyMap<string, bigint>

type Entry = readonly [index: number, moderation: Moderation]

/** State changes of all kinds share statements. Any other action shares them only with actions of its own kind. */
function batchKeyOf(entry: Entry | undefined): string {
  const { on = '', action = '' } = entry?.[1] ?? {}
  return UNSHARED_ACTIONS.has(action) ? `${on} ${action}` : on
}

const UNSHARED_ACTIONS: ReadonlySet<string> = new Set(['delete', 'edit', 'scrub_geo'])

function targetOf(moderation: Moderation, ids: Ids): string {
  return moderation.on === 'post' ? `post ${moderation.id}` : `user ${userIdOf(moderation, ids)}`
}

function userIdOf({ user }: UserModeration, ids: Ids): bigint | undefined {
  return typeof user === 'bigint' ? user : ids.get(user.toLowerCase())
}

async function attempt(context: Context, moderation: Moderation, ids: Ids): Promise<ModerationOutcome> {
  try {
    if (moderation.on === 'post') await moderatePost(context, moderation)
    else await moderateUser(context, moderation, userIdOf(moderation, ids))
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason, message: error.message }
    return { failed: failureOf(error), cause: error }
  }
}

/** Classifies an error that is not a refusal. */
export function failureOf(error: unknown): FailedModeration['failed'] {
  return isStoreFailure(error) ? 'store-unavailable' : 'internal'
}

async function moderatePost(context: Context, moderation: PostModeration): Promise<void> {
  const { id: postId, action, actor, reason, countries, text } = moderation
  const note = { actor, ...(reason === '' ? {} : { reason }) }
  if (action === 'delete') await deletePost(context, { postId, ...note })
  else if (action === 'edit') await editPost(context, { postId, text, ...note })
  else await changePostState(context, { postId, action, countries, ...note })
}

async function moderateUser(
  context: Context,
  { user, action, actor, reason, countries, upToId }: UserModeration,
  userId: bigint | undefined,
): Promise<void> {
  if (userId === undefined) throw new Refusal('user-not-found', `there is no user ${user}`)
  if (action === 'scrub_geo') await scrubGeo(context, { userId, upToId: upToId ?? 0n, reason, actor })
  else await changeUserState(context, { userId, action, countries, reason, actor })
}

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

/** Actions with which an operator moderates posts. */
export const POST_MODERATIONS = [
  'delete',
  'edit',
  'drop',
  'undrop',
  'withhold',
  'unwithhold',
] as const satisfies readonly PostStep[]
/** Actions with which an operator moderates users. */
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
  /** The complete new list of countries, for `withhold`. */
  readonly countries: readonly string[]
}

export interface PostModeration extends Circumstances {
  readonly on: 'post'
  readonly id: bigint
  readonly action: (typeof POST_MODERATIONS)[number]
  /** The new text, for `edit`. */
  readonly text: string
}

export interface UserModeration extends Circumstances {
  readonly on: 'user'
  /** Id or screen name of the user. */
  readonly user: bigint | string
  readonly action: (typeof USER_MODERATIONS)[number]
  /** Id of the newest post whose location is removed, for `scrub_geo`. */
  readonly upToId: bigint | undefined
}

export type Moderation = PostModeration | UserModeration

/**
 * Result of one action. A refused action has changed nothing and appended no event. A failed action has most likely
 * changed nothing either. The commit may still have succeeded (see `Store.write`), and the event log shows whether it
 * did.
 */
export type ModerationOutcome =
  | 'done'
  | { readonly refused: RefusalReason; readonly message: string }
  | FailedModeration

/** The result of an action that failed for a reason other than the state of the post or user. */
export interface FailedModeration {
  /**
   * `store-unavailable`: the operator should try again later. `internal`: an error of the server; the log of the server
   * describes the error.
   */
  readonly failed: 'store-unavailable' | 'internal'
  readonly cause: unknown
}

/**
 * Executes actions. Actions on the same post or user run in order, and all others run concurrently. Actions of the same
 * kind start together, so that they share statements and commits. A refused or failed action does not stop the others.
 * @returns the results, in the order of the input
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

/** Ids of users, by screen name in lower case. */
type Ids = ReadonlyMap<string, bigint>

type Entry = readonly [index: number, moderation: Moderation]

/**
 * The sort key of actions, so that actions that can share statements start together. State changes of all kinds can
 * share statements. Other actions can share statements only with actions of the same kind.
 */
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

/** Classifies an error that is not a {@link Refusal}. */
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

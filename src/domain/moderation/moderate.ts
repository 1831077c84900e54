/** What an operator does to posts and users, many at once (spec/compliance-stream.md#events). */
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

/** Everything that an operator may do to a post, and to a user. */
export const POST_MODERATIONS = [
  'delete',
  'edit',
  'drop',
  'undrop',
  'withhold',
  'unwithhold',
] as const satisfies readonly PostStep[]
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

/** Who, why, and what belongs to some actions. */
interface Circumstances {
  readonly actor: string
  readonly reason: string
  /** For `withhold`: the full new list. */
  readonly countries: readonly string[]
}

export interface PostModeration extends Circumstances {
  readonly on: 'post'
  readonly id: bigint
  readonly action: (typeof POST_MODERATIONS)[number]
  /** For `edit`. */
  readonly text: string
}

export interface UserModeration extends Circumstances {
  readonly on: 'user'
  /** By id, or by screen name. */
  readonly user: bigint | string
  readonly action: (typeof USER_MODERATIONS)[number]
  /** For `scrub_geo`: the newest post that is scrubbed. */
  readonly upToId: bigint | undefined
}

export type Moderation = PostModeration | UserModeration

/**
 * What became of one action. When it was refused nothing was changed and no event appended. When it failed that is
 * most likely so, but see `Store.write`: the log tells.
 */
export type ModerationOutcome =
  | 'done'
  | { readonly refused: RefusalReason; readonly message: string }
  | FailedModeration

/** An action that something else than the state of its subject kept from being done. */
export interface FailedModeration {
  /** `store-unavailable`: try again later. `internal`: a fault of Aviary, which its log tells. */
  readonly failed: 'store-unavailable' | 'internal'
  readonly cause: unknown
}

/**
 * Does them, those on the same post or user one after the other and the others at once, the same actions next to each
 * other, so that they share statements and commits. One that is refused or fails keeps no other from being done.
 * @returns what became of each, at its place
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
  const subjects = [...Map.groupBy(moderations.entries(), ([, each]) => subjectOf(each, ids)).values()]
  subjects.sort(([a], [b]) => batchKeyOf(a).localeCompare(batchKeyOf(b)))
  await Promise.all(
    subjects.map(async (entries) => {
      for (const [index, moderation] of entries) outcomes[index] = await attempt(context, moderation, ids)
    }),
  )
  return outcomes
}

/** By screen name in lower case. */
type Ids = ReadonlyMap<string, bigint>

type Entry = readonly [index: number, moderation: Moderation]

/** What shares statements: state changes do, whichever they are. */
function batchKeyOf(entry: Entry | undefined): string {
  const { on = '', action = '' } = entry?.[1] ?? {}
  return UNSHARED_ACTIONS.has(action) ? `${on} ${action}` : on
}

const UNSHARED_ACTIONS: ReadonlySet<string> = new Set(['delete', 'edit', 'scrub_geo'])

function subjectOf(moderation: Moderation, ids: Ids): string {
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

/** What kind of failure an error is that is no refusal. */
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

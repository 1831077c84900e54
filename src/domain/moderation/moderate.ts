/** What an operator does to posts and users, many at once (spec/compliance-stream.md section 3). */
import type { PostAction, UserAction } from '../../events/event.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { demandUser } from '../accounts/user.ts'
import { type Context, Refusal, type RefusalReason } from '../context.ts'
import { changePostState } from '../posts/change-post-state.ts'
import { deletePost } from '../posts/delete-post.ts'
import { editPost } from '../posts/edit-post.ts'
import { scrubGeo } from '../posts/scrub-geo.ts'

/** Everything that an operator may do to a post, and to a user. */
export const POST_MODERATIONS = ['delete', 'edit', 'drop', 'undrop', 'withhold', 'unwithhold'] as const
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
] as const satisfies readonly (UserAction | 'scrub_geo')[]

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

/** What became of one action; nothing was changed and no event appended when it was refused. */
export type ModerationOutcome = 'done' | { readonly refused: RefusalReason; readonly message: string }

/**
 * Does them, those on the same post or user one after the other and the others at once, so that they share commits. One
 * that is refused keeps no other from being done.
 * @returns what became of each, at its place
 */
export async function moderate(
  context: Context,
  moderations: readonly Moderation[],
): Promise<readonly ModerationOutcome[]> {
  const last = new Map<string, Promise<unknown>>()
  return Promise.all(
    moderations.map((moderation) => {
      const subject = subjectOf(moderation)
      const outcome = (last.get(subject) ?? Promise.resolve()).then(() => attempt(context, moderation))
      last.set(
        subject,
        outcome.catch(() => undefined),
      )
      return outcome
    }),
  )
}

function subjectOf(moderation: Moderation): string {
  return moderation.on === 'post' ? `post ${moderation.id}` : `user ${String(moderation.user).toLowerCase()}`
}

async function attempt(context: Context, moderation: Moderation): Promise<ModerationOutcome> {
  try {
    if (moderation.on === 'post') await moderatePost(context, moderation)
    else await moderateUser(context, moderation)
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: error.reason, message: error.message }
  }
}

async function moderatePost(context: Context, moderation: PostModeration): Promise<void> {
  const { id: postId, action, actor, reason, countries, text } = moderation
  if (action === 'delete') await deletePost(context, { postId, actor, ...(reason === '' ? {} : { reason }) })
  else if (action === 'edit') await editPost(context, { postId, text, actor })
  else
    await changePostState(context, { postId, action: action satisfies PostAction, countries, reason, actor })
}

async function moderateUser(context: Context, moderation: UserModeration): Promise<void> {
  const { user, action, actor, reason, countries, upToId } = moderation
  const userId = typeof user === 'bigint' ? user : (await demandUser(context.store, { screenName: user })).id
  if (action === 'scrub_geo') await scrubGeo(context, { userId, upToId: upToId ?? 0n, reason, actor })
  else await changeUserState(context, { userId, action, countries, reason, actor })
}

import { append } from '../../events/append.ts'
import type { PostAction } from '../../events/event.ts'
import { countryList } from '../accounts/country-list.ts'
import { type Context, Refusal } from '../context.ts'
import { demandPost, findPosts } from './find-posts.ts'
import type { Post } from './post.ts'
import { demandStep } from './post-states.ts'
import { storeState } from './store-states.ts'
import { lockPosts } from './targets.ts'

export interface ChangePostStateInput {
  /** Any version: the state is that of the whole post. */
  readonly postId: bigint
  readonly action: PostAction
  /** For `withhold`: the full new list of two-letter codes, `XX` for all countries. */
  readonly countries?: readonly string[]
  /** Why, for the record. */
  readonly reason?: string
  /** Who does it, for the record. */
  readonly actor?: string
}

/**
 * Moves a post to another state (spec/compliance-stream.md section 3), and tells it of the newest version.
 * @throws {Refusal} `post-not-found`, `state-already-so`, `country-code-invalid`; then nothing is changed and no event
 *   appended
 */
export async function changePostState(context: Context, input: ChangePostStateInput): Promise<Post> {
  const countries = countryList(input.action, input.countries)
  const now = context.clock.now()
  const { initialId } = await demandPost(context.store, input.postId)
  return context.store.write(async (tx) => {
    await lockPosts(tx, [initialId])
    const post = (await findPosts(tx, [initialId])).get(initialId)
    const state = demandStep(post, input.action)
    const before = await demandPost(tx, post?.latestId ?? initialId)
    const after = {
      ...before,
      droppedAt: state === 'dropped' ? (before.droppedAt ?? now) : null,
      withheldInCountries: withheld(before, input.action, countries),
    }
    await storeState(tx, after)
    append(tx, now, {
      kind: 'post.state_changed',
      user_id: after.authorId,
      post_id: after.id,
      action: input.action,
      withheld_in_countries: after.withheldInCountries,
      reason: input.reason ?? '',
      ...(input.actor === undefined ? {} : { actor: input.actor }),
    })
    return after
  })
}

/** The new list. @throws {Refusal} `state-already-so` */
function withheld(
  { withheldInCountries: before }: Post,
  action: PostAction,
  countries: readonly string[],
): readonly string[] {
  if (action === 'drop' || action === 'undrop') return before
  const after = action === 'withhold' ? countries : []
  if (before.join() === after.join()) {
    throw new Refusal('state-already-so', `${action}: that is so already`)
  }
  return after
}

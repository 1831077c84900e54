/** Posts that streams leave out because their own data fails, and how they are given after all. */
import { isItemFailure } from '../../db/errors.ts'
import type { Context } from '../../domain/context.ts'
import { filterPostOf } from '../../domain/posts/read/filter-post.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import { append } from '../../log/append.ts'
import { requireEvent } from '../../log/consumer.ts'
import type { LogEntry } from '../../log/event.ts'
import { eventItem, type Failure, idIn, postItem } from '../../log/failed-items.ts'
import type { Retry } from '../../log/failures.ts'
import { isPostEvent } from './stream-events.ts'
import type { Rendering } from './streamed-post.ts'

/** The reader under which they are remembered. */
export const POST_STREAMS = 'post-streams'

/** Called with what was left out. */
export type OnLeftOut = (
  left: { readonly postId: bigint; readonly position: bigint } | LogEntry,
  error: unknown,
) => void

/** What is remembered. */
export function leftOut(left: Parameters<OnLeftOut>[0], error: unknown): Failure {
  const reader = POST_STREAMS
  if ('postId' in left) return { reader, item: postItem(left.postId), detail: String(left.position), error }
  return { reader, item: eventItem(left.position), error }
}

/** Reads many together; where that fails by the data of one, in halves, until that one is alone. */
export async function readApart<T>(
  ids: readonly bigint[],
  read: (ids: readonly bigint[]) => Promise<readonly (T | undefined)[]>,
  onFailure: (id: bigint, error: unknown) => void,
): Promise<readonly (T | undefined)[]> {
  try {
    return await read(ids)
  } catch (error) {
    const [id] = ids
    if (id === undefined || !isItemFailure(error)) throw error
    if (ids.length === 1) {
      onFailure(id, error)
      return [undefined]
    }
    const half = ids.length >> 1
    return [
      ...(await readApart(ids.slice(0, half), read, onFailure)),
      ...(await readApart(ids.slice(half), read, onFailure)),
    ]
  }
}

/**
 * Gives a post to streams that they have left out, as a new event, once it can be shown.
 * @param views as streams read them
 * @param renderings those that connections ask for
 */
export function restreamPost(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  views: (ids: readonly bigint[]) => Promise<readonly (StreamedView | undefined)[]>,
  renderings: () => readonly Rendering[],
): Retry {
  return async ({ item, detail }) => {
    const postId = idIn(item, 'post')
    if (postId === undefined) {
      const event = await requireEvent(store, item)
      // What is no post has no place in a stream any more: rules and apps are read when somebody connects.
      return isPostEvent(event) ? restreamed(event.user_id, event.post_id, String(event.position)) : undefined
    }
    const [view] = await views([postId])
    // Nobody may see it, or it is gone.
    if (view === undefined) return undefined
    for (const name of FILTERED) void filterPostOf(view)[name]
    for (const rendering of renderings()) rendering.open(view)
    return restreamed(view.post.authorId, postId, detail)
  }

  function restreamed(user_id: bigint, post_id: bigint, of_position: string) {
    return {
      async apply(tx: Parameters<typeof append>[0]) {
        append(tx, clock.now(), { kind: 'post.restreamed', user_id, post_id, of_position })
      },
    }
  }
}

/** All that rules may look at. */
const FILTERED = [
  'id',
  'texts',
  'hashtags',
  'mentions',
  'urls',
  'media',
  'author',
  'isVerified',
  'isReply',
  'replyTo',
  'repostOf',
  'isQuote',
  'lang',
  'contexts',
  'entityNames',
  'conversationId',
] as const

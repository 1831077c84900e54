/**
 * Records posts that streams skip because the data of the post causes an error, and sends them when they are retried.
 */
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

/** The name of the reader under which the table of failed items has skipped posts. */
export const POST_STREAMS = 'post-streams'

/** Called with each skipped post or event. */
export type OnLeftOut = (
  left: { readonly postId: bigint; readonly position: bigint } | LogEntry,
  error: unknown,
) => void

/** The failed item to record. */
export function leftOutFailure(left: Parameters<OnLeftOut>[0], error: unknown): Failure {
  const reader = POST_STREAMS
  if ('postId' in left) return { reader, item: postItem(left.postId), detail: String(left.position), error }
  return { reader, item: eventItem(left.position), error }
}

/**
 * Reads items together. If the data of an item causes an error, the list is divided in halves until this item is alone.
 */
export async function readSplitting<T>(
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
      ...(await readSplitting(ids.slice(0, half), read, onFailure)),
      ...(await readSplitting(ids.slice(half), read, onFailure)),
    ]
  }
}

/**
 * Sends a skipped post to streams as a new event, if the post can be rendered now.
 * @param views reads posts in the same way as the streams
 * @param renderings the renderings that the open connections use
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
      // Only events with a post need a retry. Changes of rules and apps need no retry, because they are read from the
      // database when a client connects.
      return isPostEvent(event) ? restreamed(event.user_id, event.post_id, String(event.position)) : undefined
    }
    const [view] = await views([postId])
    // The post has been deleted or is no longer public.
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

/** All fields that rules may read. */
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

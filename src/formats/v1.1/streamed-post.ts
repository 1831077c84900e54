/**
 * Renders the post object in streams. The object is in compatibility mode, and `extended_tweet` has the complete text
 * of a long post (spec/retired-endpoints.md#stream-posts).
 */
import { type Day, isOn } from '../fields/day.ts'
import { entitiesOf, extendedEntitiesOf } from './entities.ts'
import { bodyOf, hasExtendedMode, type PostView, postObject, type ShownPost } from './post.ts'
import { wholeBody } from './post-body.ts'

/** The first day with `quote_count` and `reply_count`. */
const COUNTED_SINCE: Day = '2018-01-01'

/**
 * Options for posts in streams: compatibility mode, with entities and whole authors, and without fields that
 * a client must ask for.
 * @param origin URL of this server
 * @param day the day of the API; by default the default day
 */
export function streamedView(origin: string, defaultPicture: string, day?: Day): PostView {
  return {
    mode: 'compat',
    includeEntities: true,
    includeAltText: false,
    includeCardUri: false,
    includeMyRepost: false,
    trimUser: false,
    origin,
    defaultPicture,
    day,
  }
}

/**
 * A post with its reposted and quoted post. Each of these posts has `extended_tweet` if its text is truncated.
 * @param filterLevel the filter level of a stream; undefined for webhooks
 */
export function streamedPost(
  shown: ShownPost,
  view: PostView,
  filterLevel?: 'low' | 'medium',
): Record<string, unknown> {
  const { post, original, quoted } = shown
  return {
    ...postObject(shown, view),
    ...(original === undefined
      ? wholeFields(shown, view)
      : { retweeted_status: streamedPost(original, view) }),
    ...(quoted === undefined ? {} : { quoted_status: streamedPost(quoted, view) }),
    ...(isOn({ since: COUNTED_SINCE }, view.day)
      ? { quote_count: post.counts.quotes, reply_count: post.counts.replies }
      : {}),
    ...(filterLevel === undefined ? {} : { filter_level: filterLevel }),
    timestamp_ms: String(post.createdAt),
  }
}

/** The complete text of a truncated post; omitted if the post was already truncated when it was recorded. */
function wholeFields({ post }: ShownPost, view: PostView): Record<string, unknown> {
  const whole = wholeBody(post)
  if (!hasExtendedMode(view.day) || whole.isTruncated || !bodyOf(post, view).isTruncated) return {}
  const extended_entities = extendedEntitiesOf(whole, view)
  return {
    extended_tweet: {
      full_text: whole.text,
      display_text_range: whole.range,
      entities: entitiesOf(whole, view),
      ...(extended_entities === undefined ? {} : { extended_entities }),
    },
  }
}

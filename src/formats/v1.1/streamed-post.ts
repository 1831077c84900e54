/**
 * The post object in streams: in compat form, with the complete text of a long post in `extended_tweet`
 * (spec/retired-endpoints.md#stream-posts).
 */
import { type Day, isOn } from '../fields/day.ts'
import { entitiesOf, extendedEntitiesOf } from './entities.ts'
import { bodyOf, hasExtendedMode, type PostView, postObject, type ShownPost } from './post.ts'
import { wholeBody } from './post-body.ts'

/** The first day of `quote_count` and `reply_count`. */
const COUNTED_SINCE: Day = '2018-01-01'

/**
 * Options of streamed posts: every field of the compat form.
 * @param origin URL of this server
 * @param day the day of the API; without one, the default day
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
 * A post with its reposted and quoted post, each with `extended_tweet` when its text is truncated.
 * @param filterLevel in streams; webhooks have none
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

/** The complete text of a truncated post; omitted when the post was truncated at its source. */
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

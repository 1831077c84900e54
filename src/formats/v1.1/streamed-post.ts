/** The post object in streams: in compat form, with the complete text of a long post in `extended_tweet`. */

import { entitiesOf, extendedEntitiesOf } from './entities.ts'
import { bodyOf, hasExtendedMode, type PostView, postObject, type ShownPost } from './post.ts'
import { wholeBody } from './post-body.ts'

/** Options of streamed posts: every field of the compat form. @param origin URL of this server */
export function streamedView(origin: string, defaultPicture: string): PostView {
  return {
    mode: 'compat',
    includeEntities: true,
    includeAltText: false,
    includeCardUri: false,
    includeMyRepost: false,
    trimUser: false,
    origin,
    defaultPicture,
  }
}

/** A post with its reposted and quoted post, each with `extended_tweet` when its text is truncated. */
export function streamedPost(shown: ShownPost, view: PostView): Record<string, unknown> {
  const { post, original, quoted } = shown
  return {
    ...postObject(shown, view),
    ...(original === undefined
      ? wholeFields(shown, view)
      : { retweeted_status: streamedPost(original, view) }),
    ...(quoted === undefined ? {} : { quoted_status: streamedPost(quoted, view) }),
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

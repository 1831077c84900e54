/** The post object as it is pushed: in the compat form, with the whole of a long post beside it. */

import { entitiesOf, extendedEntitiesOf } from './entities.ts'
import { bodyOf, hasExtendedMode, type PostView, postObject, type ShownPost } from './post.ts'
import { wholeBody } from './post-body.ts'

/** What is asked for by nobody: everything that the compat form has. @param origin of this server */
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

/** A post, what it reposts and what it quotes, each with `extended_tweet` when its text is cut. */
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

/** All of a text that is cut; of what an import told cut, nobody knows the rest. */
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

/** The form in which clients see a post that is withheld in all countries (decision 0165). */
import { isWithheldByCopyright, isWithheldEverywhere, type Withholdable } from '../../withheld.ts'
import type { PostContent } from '../content.ts'
import type { Post } from '../post.ts'

interface Author extends Withholdable {
  readonly screenName: string
}

/** True if the post or its author is withheld in all countries. */
export function isPostWithheld(post: Withholdable, author: Withholdable): boolean {
  return isWithheldEverywhere(post) || isWithheldEverywhere(author)
}

/** The post with a notice instead of its text, and without entities, media, location, and quoted or reposted post. */
export function withheldPost(post: Post, author: Author): Post {
  return { ...post, content: noticeFor(post, author), geo: undefined, quotedId: null, repostedId: null }
}

function noticeFor(post: Post, author: Author): PostContent {
  const { source, in_reply_to_screen_name, reply_settings } = post.content
  const cause = isWithheldEverywhere(post) ? post : author
  const isByCopyright = isWithheldByCopyright(cause) || post.content.kept?.['withheld_copyright'] === true
  return {
    text: noticeText(post, author, isByCopyright),
    lang: 'en',
    ...(source === undefined ? {} : { source }),
    ...(in_reply_to_screen_name === undefined ? {} : { in_reply_to_screen_name }),
    ...(reply_settings === undefined ? {} : { reply_settings }),
    ...(isByCopyright ? { kept: { withheld_copyright: true } } : {}),
  }
}

function noticeText(post: Withholdable, { screenName }: Author, isByCopyright: boolean): string {
  const cause = isByCopyright ? 'a report from the copyright holder' : 'a legal demand'
  const what = isWithheldEverywhere(post) ? `This Tweet from @${screenName}` : `Account from @${screenName}`
  return `${what} has been withheld in response to ${cause}.`
}

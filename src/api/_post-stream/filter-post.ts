/** What rules see of a post (filter/post.ts): a repost offers its original, a quote its own content and the quoted. */
import type { FilterPost, FilterUser } from '../../filter/post.ts'
import { type PostView, worded } from './view.ts'

export function filterPostOf(view: PostView): FilterPost {
  const { post, author, original } = view
  const { quoted } = worded(view)
  const sources = [worded(view), ...(quoted === undefined ? [] : [quoted])]
  const contents = sources.map((source) => source.post.content)
  const { content } = worded(view).post
  return {
    id: post.id,
    texts: contents.map(({ text }) => text),
    hashtags: contents.flatMap(({ hashtags = [] }) => hashtags.map(({ text }) => text)),
    mentions: contents.flatMap(({ user_mentions = [] }) => user_mentions.map((each) => each.screen_name)),
    urls: contents.flatMap(({ urls = [] }) =>
      urls.flatMap(({ url, expanded_url, unwound }) => [
        url,
        expanded_url,
        ...(unwound === undefined ? [] : [unwound.url]),
      ]),
    ),
    media: contents.flatMap(({ media = [] }) => media.map(({ type }) => type)),
    author: userOf(author.id, author.screenName),
    isVerified: author.profile.isVerified,
    isReply: post.inReplyToUserId !== null || post.inReplyToPostId !== null,
    replyTo:
      post.inReplyToUserId === null
        ? undefined
        : userOf(post.inReplyToUserId, post.content.in_reply_to_screen_name ?? ''),
    repostOf: original === undefined ? undefined : userOf(original.author.id, original.author.screenName),
    isQuote: post.quotedId !== null,
    lang: content.lang,
    contexts: contents.flatMap(({ context_annotations = [] }) =>
      context_annotations.map(({ domain, entity }) => ({ domain: domain.id, entity: entity.id })),
    ),
    entityNames: contents.flatMap(({ annotations = [] }) => annotations.map((each) => each.normalized_text)),
    conversationId: post.conversationId,
  }
}

function userOf(id: bigint, name: string): FilterUser {
  return { id, name }
}

/**
 * The fields of a post that rules of the filtered stream match (filter/post.ts). A repost matches by the
 * content of its original. A quote matches by its own content and by the content of the quoted post.
 */

import type {
  ContextFact,
  FilterBio,
  FilterCounts,
  FilterGeo,
  FilterPost,
  FilterUser,
  MediaKind,
} from '../../../filter/post.ts'
import type { PostContent } from '../content.ts'
import { cornersOf } from './corners.ts'
import { type PostView, worded } from './post-view.ts'

export function filterPostOf(view: PostView): FilterPost {
  return new ViewedPost(view)
}

/** Fields are computed on demand, because active rules use only some of them. */
class ViewedPost implements FilterPost {
  readonly #view: PostView
  readonly #contents: readonly PostContent[]

  constructor(view: PostView) {
    this.#view = view
    const { post, quoted } = worded(view)
    this.#contents = quoted === undefined ? [post.content] : [post.content, quoted.post.content]
  }

  get id(): bigint {
    return this.#view.post.id
  }

  get texts(): readonly string[] {
    return this.#contents.map(({ text }) => text)
  }

  get hashtags(): readonly string[] {
    return this.#contents.flatMap(({ hashtags = [] }) => hashtags.map(({ text }) => text))
  }

  get mentions(): readonly string[] {
    return this.#contents.flatMap(({ user_mentions = [] }) => user_mentions.map((each) => each.screen_name))
  }

  get urls(): readonly string[] {
    return this.#contents.flatMap(({ urls = [] }) =>
      urls.flatMap(({ url, expanded_url, unwound }) => [
        url,
        expanded_url,
        ...(unwound?.url === undefined ? [] : [unwound.url]),
      ]),
    )
  }

  get media(): readonly MediaKind[] {
    return this.#contents.flatMap(({ media = [] }) => media.map(({ type }) => type))
  }

  get author(): FilterUser {
    return userOf(this.#view.author)
  }

  get isVerified(): boolean {
    return this.#view.author.profile.isVerified
  }

  get isReply(): boolean {
    const { inReplyToUserId, inReplyToPostId } = this.#view.post
    return inReplyToUserId !== null || inReplyToPostId !== null
  }

  get replyTo(): FilterUser | undefined {
    const { inReplyToUserId, content } = this.#view.post
    return inReplyToUserId === null
      ? undefined
      : { id: inReplyToUserId, name: content.in_reply_to_screen_name ?? '' }
  }

  get repostOf(): FilterUser | undefined {
    const { original } = this.#view
    return original === undefined ? undefined : userOf(original.author)
  }

  get isQuote(): boolean {
    return this.#view.post.quotedId !== null
  }

  get lang(): string | undefined {
    return worded(this.#view).post.content.lang
  }

  get contexts(): readonly ContextFact[] {
    return this.#contents.flatMap(({ context_annotations = [] }) =>
      context_annotations.map(({ domain, entity }) => ({ domain: domain.id, entity: entity.id })),
    )
  }

  get entityNames(): readonly string[] {
    return this.#contents.flatMap(({ annotations = [] }) => annotations.map((each) => each.normalized_text))
  }

  get conversationId(): bigint | undefined {
    return this.#view.post.conversationId
  }

  get cashtags(): readonly string[] {
    return this.#contents.flatMap(({ symbols = [] }) => symbols.map(({ text }) => text))
  }

  get source(): string | undefined {
    return this.#view.post.content.source?.name
  }

  get urlTitles(): readonly string[] {
    return this.#contents.flatMap(({ urls = [] }) => urls.flatMap(({ unwound }) => unwound?.title ?? []))
  }

  get urlDescriptions(): readonly string[] {
    return this.#contents.flatMap(({ urls = [] }) =>
      urls.flatMap(({ unwound }) => unwound?.description ?? []),
    )
  }

  get bio(): FilterBio {
    const { name, profile } = this.#view.author
    return { description: profile.description, name, location: profile.location }
  }

  get counts(): FilterCounts {
    const { author } = this.#view
    return {
      followers: author.followersCount,
      following: author.friendsCount,
      posts: author.statusesCount,
      listed: author.profile.listedCount,
    }
  }

  get inReplyToId(): bigint | undefined {
    return this.#view.post.inReplyToPostId ?? undefined
  }

  get repostedId(): bigint | undefined {
    return this.#view.post.repostedId ?? undefined
  }

  get quotedId(): bigint | undefined {
    return this.#view.post.quotedId ?? undefined
  }

  get geo(): FilterGeo | undefined {
    const { geo } = worded(this.#view).post
    if (geo === undefined) return undefined
    const { place } = geo
    return {
      corners: cornersOf(geo),
      placeTexts: place === undefined ? [] : [place.id, place.full_name, place.name],
      countryCode: place?.country_code,
    }
  }
}

function userOf({ id, screenName }: PostView['author']): FilterUser {
  return { id, name: screenName }
}

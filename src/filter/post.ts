import type { EarthPoint } from '../lib/earth.ts'
import type { CountOperator, PostOperator, WordsOperator } from './dialect.ts'

/**
 * The data of a post that rules can test (spec/rule-language.md#matching). A repost has the content of its original. A
 * quote has its own content and the content of the quoted post.
 */
export interface FilterPost {
  readonly id: bigint
  /**
   * The full texts, not HTML-escaped: of the post (for a repost, of the original) and of the quoted post. A phrase
   * cannot match across two texts.
   */
  readonly texts: readonly string[]
  /** Hashtags in all texts, without `#`, in their original spelling. */
  readonly hashtags: readonly string[]
  /** Screen names mentioned in the texts, without `@`, in their original spelling. */
  readonly mentions: readonly string[]
  /** All forms of all links: the shortened link, the link in the author's spelling, and the resolved link. */
  readonly urls: readonly string[]
  readonly media: readonly MediaKind[]
  /** The user who wrote the post, or who reposted the original. */
  readonly author: FilterUser
  readonly isVerified: boolean
  readonly isReply: boolean
  /** Author of the post that this post answers. */
  readonly replyTo: FilterUser | undefined
  /** Author of the reposted post. */
  readonly repostOf: FilterUser | undefined
  readonly isQuote: boolean
  /** BCP 47 language code; `und` when the language is unknown, undefined when detection did not run. */
  readonly lang: string | undefined
  /** Ids of the domain and the entity of each context annotation, in decimal digits. */
  readonly contexts: readonly ContextFact[]
  /** Normalized names of the entity annotations. */
  readonly entityNames: readonly string[]
  readonly conversationId: bigint | undefined
  /** Cashtags in all texts, without `$`, in their original spelling. */
  readonly cashtags: readonly string[]
  /** Name of the app with which the post was written. */
  readonly source: string | undefined
  /** Titles and descriptions of the linked pages. */
  readonly urlTitles: readonly string[]
  readonly urlDescriptions: readonly string[]
  /** Texts in the profile of the author. */
  readonly bio: FilterBio
  /** Counts in the profile of the author. */
  readonly counts: FilterCounts
  /** Ids of the answered post, of the first version of the reposted post, and of the quoted version. */
  readonly inReplyToId: bigint | undefined
  readonly repostedId: bigint | undefined
  readonly quotedId: bigint | undefined
  readonly geo: FilterGeo | undefined
}

export interface FilterBio {
  readonly description: string
  readonly name: string
  readonly location: string
}

export interface FilterCounts {
  readonly followers: number
  readonly following: number
  readonly posts: number
  readonly listed: number
}

export interface FilterGeo {
  /** The point, or the corners of the place; empty for an unknown outline. */
  readonly corners: readonly EarthPoint[]
  /** Id and names of the place; empty without a place. */
  readonly placeTexts: readonly string[]
  /** ISO 3166 country code of two letters. */
  readonly countryCode: string | undefined
}

export type MediaKind = 'photo' | 'video' | 'animated_gif'

export interface FilterUser {
  readonly id: bigint
  readonly name: string
}

export interface ContextFact {
  readonly domain: string
  readonly entity: string
}

/** The texts that an operator searches: texts of the author, of the linked pages, or of the place. */
export const WORDS_OF: Readonly<Record<WordsOperator, (post: FilterPost) => readonly string[]>> = {
  bio: ({ bio }) => [bio.description],
  bio_name: ({ bio }) => [bio.name],
  bio_location: ({ bio }) => [bio.location],
  url_title: ({ urlTitles }) => urlTitles,
  url_description: ({ urlDescriptions }) => urlDescriptions,
  place: ({ geo }) => geo?.placeTexts ?? [],
}

/** The count of the author that an operator tests. */
export const COUNT_OF: Readonly<Record<CountOperator, (counts: FilterCounts) => number>> = {
  followers_count: ({ followers }) => followers,
  following_count: ({ following }) => following,
  tweets_count: ({ posts }) => posts,
  listed_count: ({ listed }) => listed,
}

/** Id of the post that an operator tests. */
export const POST_OF: Readonly<Record<PostOperator, (post: FilterPost) => bigint | undefined>> = {
  in_reply_to_tweet_id: ({ inReplyToId }) => inReplyToId,
  retweets_of_tweet_id: ({ repostedId }) => repostedId,
  quotes_of_tweet_id: ({ quotedId }) => quotedId,
}

/** True when the post has at least one link. Media count as links. */
export function hasLinks({ urls, media }: FilterPost): boolean {
  return urls.length > 0 || media.length > 0
}

/**
 * Number of a post from 0 to 99; `sample:n` selects posts with a number below n. The number depends only on the id, so
 * it is equal in every process and at any time. Consecutive ids have unrelated numbers.
 */
export function sampleOf(id: bigint): number {
  let hash = Number(id & 0xffff_ffffn) ^ Math.imul(Number((id >> 32n) & 0xffff_ffffn), 0x9e37_79b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

import type { EarthPoint } from '../lib/earth.ts'
import type { CountOperator, PostOperator, WordsOperator } from './dialect.ts'

/**
 * The content of a post that rules can test. spec/rule-language.md#matching: a repost has the content of its original,
 * and a quoting post has its own content and the content of the quoted post.
 */
export interface FilterPost {
  readonly id: bigint
  /**
   * Full texts, unescaped: of the post (in a repost, the original) and of the quoted post. No phrase spans two texts.
   */
  readonly texts: readonly string[]
  /** Hashtags of all texts, without their sign, as written. */
  readonly hashtags: readonly string[]
  /** Users mentioned in the texts, without their sign, as written. */
  readonly mentions: readonly string[]
  /** All forms of all links: shortened, as written, and resolved. */
  readonly urls: readonly string[]
  readonly media: readonly MediaKind[]
  /** The user who posted or reposted. */
  readonly author: FilterUser
  readonly isVerified: boolean
  readonly isReply: boolean
  /** Author of the post this replies to. */
  readonly replyTo: FilterUser | undefined
  /** Author of the reposted post. */
  readonly repostOf: FilterUser | undefined
  readonly isQuote: boolean
  /** BCP 47; `und` when detection failed, undefined when it was not tried. */
  readonly lang: string | undefined
  /** Ids of domain and entity of the context annotations, in decimal digits. */
  readonly contexts: readonly ContextFact[]
  /** Normalised names of the entity annotations. */
  readonly entityNames: readonly string[]
  readonly conversationId: bigint | undefined
  /** Cashtags of all texts, without their sign, as written. */
  readonly cashtags: readonly string[]
  /** Name of the app that the post was written with. */
  readonly source: string | undefined
  /** Titles and descriptions of the linked pages. */
  readonly urlTitles: readonly string[]
  readonly urlDescriptions: readonly string[]
  /** Profile texts of the author. */
  readonly bio: FilterBio
  /** Counts of the author. */
  readonly counts: FilterCounts
  /** The answered post, the first version of the reposted post, and the quoted version. */
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
  /** Id and names of the place; empty without one. */
  readonly placeTexts: readonly string[]
  /** ISO 3166 code of two letters. */
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

/** Texts of the author, linked pages and the place, by operator. */
export const WORDS_OF: Readonly<Record<WordsOperator, (post: FilterPost) => readonly string[]>> = {
  bio: ({ bio }) => [bio.description],
  bio_name: ({ bio }) => [bio.name],
  bio_location: ({ bio }) => [bio.location],
  url_title: ({ urlTitles }) => urlTitles,
  url_description: ({ urlDescriptions }) => urlDescriptions,
  place: ({ geo }) => geo?.placeTexts ?? [],
}

/** Counts of the author, by operator. */
export const COUNT_OF: Readonly<Record<CountOperator, (counts: FilterCounts) => number>> = {
  followers_count: ({ followers }) => followers,
  following_count: ({ following }) => following,
  tweets_count: ({ posts }) => posts,
  listed_count: ({ listed }) => listed,
}

/** Posts that a post refers to, by operator. */
export const POST_OF: Readonly<Record<PostOperator, (post: FilterPost) => bigint | undefined>> = {
  in_reply_to_tweet_id: ({ inReplyToId }) => inReplyToId,
  retweets_of_tweet_id: ({ repostedId }) => repostedId,
  quotes_of_tweet_id: ({ quotedId }) => quotedId,
}

/** True when the post has links; media count as links. */
export function hasLinks({ urls, media }: FilterPost): boolean {
  return urls.length > 0 || media.length > 0
}

/**
 * Hash bucket of a post, 0 to 99: `sample:n` selects the first n. Equal in every process and at any time, and
 * independent of the order of ids.
 */
export function sampleOf(id: bigint): number {
  let hash = Number(id & 0xffff_ffffn) ^ Math.imul(Number((id >> 32n) & 0xffff_ffffn), 0x9e37_79b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

/**
 * The content of a post that rules can test. spec/rule-language.md#matching: a repost has the content of its original,
 * and
 * a quoting post its own content and that of the quoted post.
 */
export interface FilterPost {
  readonly id: bigint
  /** Full texts, unescaped: of the post (in a repost, the original) and of the quoted post. No phrase spans two. */
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

/** True when the post has links; media count as links. */
export function hasLinks({ urls, media }: FilterPost): boolean {
  return urls.length > 0 || media.length > 0
}

/**
 * Hash bucket of a post, 0 to 99: `sample:n` selects the first n. Equal in every process and at any time, and
 * independent
 * of the order of ids.
 */
export function sampleOf(id: bigint): number {
  let hash = Number(id & 0xffff_ffffn) ^ Math.imul(Number((id >> 32n) & 0xffff_ffffn), 0x9e37_79b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

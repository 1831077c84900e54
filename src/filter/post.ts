/**
 * What rules may ask of a post. spec/rule-language.md#matching: a repost offers the content of its original, and a post
 * that quotes offers its own and that of the quoted post.
 */
export interface FilterPost {
  readonly id: bigint
  /** Full texts, unescaped: of the post (of the original, in a repost), and of the quoted post. No phrase spans two. */
  readonly texts: readonly string[]
  /** Hashtags of all texts, without their sign, as written. */
  readonly hashtags: readonly string[]
  /** Names of the users that the texts mention, without their sign, as written. */
  readonly mentions: readonly string[]
  /** Every form of every link: as shortened, as written, and as it was unwound to. */
  readonly urls: readonly string[]
  readonly media: readonly MediaKind[]
  /** Who posted or reposted; no one further back. */
  readonly author: FilterUser
  readonly isVerified: boolean
  readonly isReply: boolean
  /** Whose post this replies to. */
  readonly replyTo: FilterUser | undefined
  /** Whose post this reposts. */
  readonly repostOf: FilterUser | undefined
  readonly isQuote: boolean
  /** BCP 47, `und` when it could not be told, undefined when nobody tried. */
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

/** Whether the post holds links; media count as links, for each has one. */
export function hasLinks({ urls, media }: FilterPost): boolean {
  return urls.length > 0 || media.length > 0
}

/**
 * In which hundredth of all posts a post is, 0 to 99: `sample:n` takes the first n. The same for every process and at
 * every time, and independent of the order in which ids are given.
 */
export function sampleOf(id: bigint): number {
  let hash = Number(id & 0xffff_ffffn) ^ Math.imul(Number((id >> 32n) & 0xffff_ffffn), 0x9e37_79b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

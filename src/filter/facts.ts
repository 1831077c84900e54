/**
 * Defines the conditions of `has:` and `is:`, which the rule engine and the search index share. See
 * spec/rule-language.md#operators for their meaning.
 */
import type { HasWhat, IsWhat } from './dialect.ts'
import { type FilterPost, hasLinks } from './post.ts'

export interface Fact<What extends string = string> {
  readonly what: What
  isTrue(post: FilterPost): boolean
}

const HAS = {
  hashtags: ({ hashtags }) => hashtags.length > 0,
  cashtags: ({ cashtags }) => cashtags.length > 0,
  links: hasLinks,
  mentions: ({ mentions }) => mentions.length > 0,
  media: ({ media }) => media.length > 0,
  images: ({ media }) => media.includes('photo'),
  videos: ({ media }) => media.includes('video'),
  geo: ({ geo }) => geo !== undefined,
} satisfies Readonly<Record<HasWhat, Fact['isTrue']>>

const IS = {
  retweet: ({ repostOf }) => repostOf !== undefined,
  quote: ({ isQuote }) => isQuote,
  verified: ({ isVerified }) => isVerified,
  // Aviary has no posts that are only promoted, so this condition is always false.
  nullcast: () => false,
  reply: ({ isReply }) => isReply,
} satisfies Readonly<Record<IsWhat, Fact['isTrue']>>

/** The conditions, by operator and value. */
export const FACTS: {
  readonly has: readonly Fact<HasWhat>[]
  readonly is: readonly Fact<IsWhat>[]
} = { has: factsOf(HAS), is: factsOf(IS) }

function factsOf<What extends string>(table: Readonly<Record<What, Fact['isTrue']>>): readonly Fact<What>[] {
  return (Object.keys(table) as What[]).map((what) => ({ what, isTrue: table[what] }))
}

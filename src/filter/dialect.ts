/**
 * Defines the dialects, which are the differences between the endpoints that accept rules. See
 * spec/rule-language.md#operators (Labs stream), spec/rule-language.md#later-operators (API v2),
 * spec/recent-search.md#query, and spec/posts.md#search (search/tweets).
 */

/** Operators that take the id of a post that a post answers, reposts or quotes. */
export const POST_OPERATORS = ['in_reply_to_tweet_id', 'retweets_of_tweet_id', 'quotes_of_tweet_id'] as const
export type PostOperator = (typeof POST_OPERATORS)[number]

/** Operators that take words in a text of the author, a linked page, or the place. */
export const WORDS_OPERATORS = [
  'bio',
  'bio_name',
  'bio_location',
  'url_title',
  'url_description',
  'place',
] as const
export type WordsOperator = (typeof WORDS_OPERATORS)[number]

/** Operators that take a count of the author. */
export const COUNT_OPERATORS = ['followers_count', 'following_count', 'tweets_count', 'listed_count'] as const
export type CountOperator = (typeof COUNT_OPERATORS)[number]

/** All operators of the form `name:value`. Each dialect has some of them. */
export const OPERATORS = [
  'from',
  'to',
  'retweets_of',
  'url',
  'context',
  'entity',
  'has',
  'is',
  'lang',
  'sample',
  'conversation_id',
  'list',
  ...POST_OPERATORS,
  ...WORDS_OPERATORS,
  ...COUNT_OPERATORS,
  'url_contains',
  'source',
  'place_country',
  'point_radius',
  'bounding_box',
] as const
export type OperatorName = (typeof OPERATORS)[number]

export type HasWhat = 'hashtags' | 'cashtags' | 'links' | 'mentions' | 'media' | 'images' | 'videos' | 'geo'
export type IsWhat = 'retweet' | 'quote' | 'verified' | 'nullcast' | 'reply'

export interface Dialect {
  /** Maximum length of a rule in code points, including spaces at its beginning and end. */
  readonly maxLength: number
  /** Maximum nesting of groups. The limit is half of the maximum length, so no rule can exceed it. */
  readonly maxDepth: number
  /** Maximum number of terms. The limit is half of the maximum length, so no rule can exceed it. */
  readonly maxTerms: number
  readonly operators: ReadonlySet<OperatorName>
  readonly has: ReadonlySet<HasWhat>
  readonly is: ReadonlySet<IsWhat>
  /** True when `$tag` is a term. */
  readonly hasCashtags: boolean
  /** True when a rule can consist only of `has:`, `is:` and `lang:`. */
  readonly allowsFactsAlone: boolean
}

const MAX_LENGTH = 512
const MAX_DEPTH = 256
const MAX_TERMS = 256

/** Maximum length of a rule in API v2 for any level of apps, in code points. */
const MAX_STORED_LENGTH = 1_024

const LABS_OPERATORS: readonly OperatorName[] = [
  'from',
  'to',
  'retweets_of',
  'url',
  'context',
  'entity',
  'has',
  'is',
  'lang',
]
const LABS_IS: readonly IsWhat[] = ['retweet', 'quote', 'verified', 'nullcast']
const LABS_HAS: readonly HasWhat[] = ['hashtags', 'links', 'mentions', 'media', 'images', 'videos']

/** The operators of API v2, including the operators that were added on 2022-07-19. */
const V2_OPERATORS: readonly OperatorName[] = [
  ...LABS_OPERATORS,
  'conversation_id',
  ...POST_OPERATORS,
  ...WORDS_OPERATORS,
  ...COUNT_OPERATORS,
  'url_contains',
  'source',
  'place_country',
  'point_radius',
  'bounding_box',
]
const V2_IS: readonly IsWhat[] = [...LABS_IS, 'reply']
const V2_HAS: readonly HasWhat[] = [...LABS_HAS, 'cashtags', 'geo']

/** Rules of the Labs v1 filtered stream. */
export const LABS_STREAM: Dialect = dialect([...LABS_OPERATORS, 'sample'], LABS_IS)

/** Queries of the Labs v2 recent search, which do not have `sample:`. */
export const LABS_SEARCH: Dialect = dialect(LABS_OPERATORS, LABS_IS)

/** Rules of the API v2 filtered stream. The level of an app may permit only shorter rules. */
export const V2_STREAM: Dialect = withLength(v2Dialect([...V2_OPERATORS, 'sample']), MAX_STORED_LENGTH)

/** Queries of API v2. In contrast to rules, queries have `list:` but not `sample:`. */
export const V2_SEARCH: Dialect = v2Dialect([...V2_OPERATORS, 'list'])

/** Queries of 1.1/search/tweets, after their translation to rules. `filter:links` alone is allowed. */
export const V11_SEARCH: Dialect = {
  ...dialect(LABS_OPERATORS, [...LABS_IS, 'reply']),
  allowsFactsAlone: true,
}

/**
 * The dialect with another maximum length.
 * @param maxLength the maximum length in code points; the maxima of groups and terms are half of this length
 */
export function withLength(dialect: Dialect, maxLength: number): Dialect {
  const half = Math.ceil(maxLength / 2)
  return { ...dialect, maxLength, maxDepth: half, maxTerms: half }
}

function dialect(operators: readonly OperatorName[], is: readonly IsWhat[]): Dialect {
  return {
    maxLength: MAX_LENGTH,
    maxDepth: MAX_DEPTH,
    maxTerms: MAX_TERMS,
    operators: new Set(operators),
    has: new Set(LABS_HAS),
    is: new Set(is),
    hasCashtags: false,
    allowsFactsAlone: false,
  }
}

function v2Dialect(operators: readonly OperatorName[]): Dialect {
  return { ...dialect(operators, V2_IS), has: new Set(V2_HAS), hasCashtags: true }
}

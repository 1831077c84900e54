/**
 * Differences between the endpoints that accept rules: spec/rule-language.md#operators (Labs stream),
 * spec/rule-language.md#later-operators (API v2), spec/recent-search.md#query, spec/posts.md#search (search/tweets).
 */

/** An operator written `name:value`. */
export type OperatorName =
  | 'from'
  | 'to'
  | 'retweets_of'
  | 'url'
  | 'context'
  | 'entity'
  | 'has'
  | 'is'
  | 'lang'
  | 'sample'
  | 'conversation_id'

export type HasWhat = 'hashtags' | 'links' | 'mentions' | 'media' | 'images' | 'videos'
export type IsWhat = 'retweet' | 'quote' | 'verified' | 'nullcast' | 'reply'

export interface Dialect {
  /** Maximum code points of a rule, surrounding spaces included. */
  readonly maxLength: number
  /** Maximum nesting of groups: half of the characters, so that no rule can exceed it. */
  readonly maxDepth: number
  /** Maximum number of terms: half of the characters, so that no rule can exceed it. */
  readonly maxTerms: number
  readonly operators: ReadonlySet<OperatorName>
  readonly is: ReadonlySet<IsWhat>
  /** True when a rule may consist of `has:`, `is:` and `lang:` alone. */
  readonly allowsFactsAlone: boolean
}

const MAX_LENGTH = 512
const MAX_DEPTH = 256
const MAX_TERMS = 256

/** Bounds of stored rules of API v2; the level of an app can allow shorter ones only. */
const V2_BOUNDS = { maxLength: 1_024, maxDepth: 512, maxTerms: 512 } as const

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

/** Rules of the Labs v1 filtered stream. */
export const LABS_STREAM: Dialect = dialect([...LABS_OPERATORS, 'sample'], LABS_IS)

/** Queries of the Labs v2 recent search: no `sample:`. */
export const LABS_SEARCH: Dialect = dialect(LABS_OPERATORS, LABS_IS)

/** Rules of the API v2 filtered stream, which adds `conversation_id:` and `is:reply`. */
export const V2_STREAM: Dialect = {
  ...dialect([...LABS_OPERATORS, 'sample', 'conversation_id'], [...LABS_IS, 'reply']),
  ...V2_BOUNDS,
}

/** Queries of the API v2 recent search. */
export const V2_SEARCH: Dialect = dialect([...LABS_OPERATORS, 'conversation_id'], [...LABS_IS, 'reply'])

/** Queries of 1.1/search/tweets after translation to rules: `filter:links` alone is allowed. */
export const V11_SEARCH: Dialect = {
  ...dialect(LABS_OPERATORS, [...LABS_IS, 'reply']),
  allowsFactsAlone: true,
}

function dialect(operators: readonly OperatorName[], is: readonly IsWhat[]): Dialect {
  return {
    maxLength: MAX_LENGTH,
    maxDepth: MAX_DEPTH,
    maxTerms: MAX_TERMS,
    operators: new Set(operators),
    is: new Set(is),
    allowsFactsAlone: false,
  }
}

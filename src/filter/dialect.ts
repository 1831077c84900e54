/**
 * What differs between the places that take rules: spec/rule-language.md#operators (Labs stream),
 * spec/rule-language.md#later-operators (second generation), spec/recent-search.md#query, spec/posts.md#search
 * (search/tweets).
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
  /** Code points of a rule, spaces around it included. */
  readonly maxLength: number
  /** Groups within groups. No rule of 512 characters can have more. */
  readonly maxDepth: number
  /** Terms of a rule. No rule of 512 characters can have more. */
  readonly maxTerms: number
  readonly operators: ReadonlySet<OperatorName>
  readonly is: ReadonlySet<IsWhat>
  /** Whether a rule may consist of what else needs a conjunction: `has:`, `is:`, `lang:`. */
  readonly allowsFactsAlone: boolean
}

const MAX_LENGTH = 512
const MAX_DEPTH = 256
const MAX_TERMS = 256

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

/** Rules of the filtered stream of the second generation, which adds `conversation_id:` and `is:reply`. */
export const V2_STREAM: Dialect = dialect(
  [...LABS_OPERATORS, 'sample', 'conversation_id'],
  [...LABS_IS, 'reply'],
)

/** Queries of the recent search of the second generation. */
export const V2_SEARCH: Dialect = dialect([...LABS_OPERATORS, 'conversation_id'], [...LABS_IS, 'reply'])

/** Queries of 1.1/search/tweets, once they are in the words of rules: `filter:links` by itself is one of them. */
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

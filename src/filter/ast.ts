/**
 * Defines the syntax tree of a rule. The parser, the checks, the evaluators and the printer share it. See
 * spec/rule-language.md#grammar.
 */
import type { Area } from './areas.ts'
import type { CountOperator, HasWhat, IsWhat, PostOperator, WordsOperator } from './dialect.ts'

/** A range of code points in the text of the rule: `start` is inclusive and counts from 0, `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A condition on a post without logical operators. All texts are folded: normalized, and in lower case. */
export type Term = { readonly span: Span } & TermMeaning

export type TermMeaning =
  /**
   * One token of the text: a word or an emoji. `isQuoted` is true if the rule has the token in quotes; `"or"` is then
   * not the keyword.
   */
  | { readonly kind: 'keyword'; readonly token: string; readonly isQuoted: boolean }
  /** Consecutive tokens of the text; at least two. */
  | { readonly kind: 'phrase'; readonly tokens: readonly string[] }
  | { readonly kind: 'hashtag'; readonly tag: string }
  | { readonly kind: 'mention'; readonly name: string }
  /**
   * A user, given by name or by id in decimal digits: the author, the recipient of a reply, or the author of the
   * reposted post.
   */
  | { readonly kind: 'from' | 'to' | 'retweets_of'; readonly user: string }
  /** Consecutive tokens in one form of a link; at least one token. */
  | { readonly kind: 'url'; readonly tokens: readonly string[] }
  /** A context annotation. An undefined domain or entity matches anything. */
  | { readonly kind: 'context'; readonly domain: string | undefined; readonly entity: string | undefined }
  | { readonly kind: 'entity'; readonly name: string }
  | { readonly kind: 'has'; readonly what: HasWhat }
  | { readonly kind: 'is'; readonly what: IsWhat }
  | { readonly kind: 'lang'; readonly code: string }
  /** A whole number of percents, 1 to 100. */
  | { readonly kind: 'sample'; readonly percent: number }
  | { readonly kind: 'conversation_id'; readonly id: string }
  | { readonly kind: 'cashtag'; readonly tag: string }
  /**
   * The author is a member of a list. `members` has user ids in decimal digits, and is empty until `withMembers`
   * is called.
   */
  | { readonly kind: 'list'; readonly id: string; readonly members: ReadonlySet<string> }
  /** The id of a post in decimal digits; the kind is the relation to that post. */
  | { readonly kind: PostOperator; readonly id: string }
  /** Consecutive tokens in a text of the author, a linked page, or the place; at least one token. */
  | { readonly kind: WordsOperator; readonly tokens: readonly string[] }
  /** The range of a count of the author; both ends are included, and an undefined `max` means no upper limit. */
  | { readonly kind: CountOperator; readonly min: number; readonly max: number | undefined }
  | { readonly kind: 'url_contains'; readonly text: string }
  | { readonly kind: 'source'; readonly name: string }
  | { readonly kind: 'place_country'; readonly code: string }
  | Area

/**
 * `and` and `or` have at least two items. An item has the same kind as its parent only if the rule has parentheses
 * around the item.
 */
export type Expression =
  | Term
  | { readonly kind: 'and' | 'or'; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly kind: 'not'; readonly item: Expression; readonly span: Span }

export type TermKind = TermMeaning['kind']

/** True for a term, which is a leaf of the tree. */
export function isTerm(expression: Expression): expression is Term {
  return expression.kind !== 'and' && expression.kind !== 'or' && expression.kind !== 'not'
}

/**
 * The kinds of terms whose value a search resolves before its query: `user` is a user name whose id is needed,
 * `conversation` is a conversation whose first post is needed.
 */
const RESOLVED = {
  keyword: undefined,
  phrase: undefined,
  hashtag: undefined,
  mention: undefined,
  from: 'user',
  to: 'user',
  retweets_of: 'user',
  url: undefined,
  context: undefined,
  entity: undefined,
  has: undefined,
  is: undefined,
  lang: undefined,
  sample: undefined,
  conversation_id: 'conversation',
  cashtag: undefined,
  list: undefined,
  in_reply_to_tweet_id: undefined,
  retweets_of_tweet_id: undefined,
  quotes_of_tweet_id: undefined,
  bio: undefined,
  bio_name: undefined,
  bio_location: undefined,
  url_title: undefined,
  url_description: undefined,
  place: undefined,
  followers_count: undefined,
  following_count: undefined,
  tweets_count: undefined,
  listed_count: undefined,
  url_contains: undefined,
  source: undefined,
  place_country: undefined,
  point_radius: undefined,
  bounding_box: undefined,
} satisfies Readonly<Record<TermKind, Resolved | undefined>>

type Resolved = 'user' | 'conversation'

/** The terms whose value is resolved in the given way. */
export type TermWith<Wanted extends Resolved> = Extract<
  Term,
  { kind: { [Kind in TermKind]: (typeof RESOLVED)[Kind] extends Wanted ? Kind : never }[TermKind] }
>

/** True for a term with a value that a search resolves in this way. */
export function isResolved<Wanted extends Resolved>(term: Term, wanted: Wanted): term is TermWith<Wanted> {
  return RESOLVED[term.kind] === wanted
}

/** True for operators that need another operator in the rule; marked C in spec/rule-language.md#dependent-operators. */
const NEEDS_CONJUNCTION: Readonly<Record<TermKind, boolean>> = {
  keyword: false,
  phrase: false,
  hashtag: false,
  mention: false,
  from: false,
  to: false,
  retweets_of: false,
  url: false,
  context: false,
  entity: false,
  has: true,
  is: true,
  lang: true,
  sample: true,
  conversation_id: false,
  cashtag: false,
  list: false,
  in_reply_to_tweet_id: false,
  retweets_of_tweet_id: false,
  quotes_of_tweet_id: false,
  bio: false,
  bio_name: false,
  bio_location: false,
  url_title: false,
  url_description: false,
  place: false,
  followers_count: false,
  following_count: false,
  tweets_count: false,
  listed_count: false,
  url_contains: false,
  source: false,
  place_country: false,
  point_radius: false,
  bounding_box: false,
}

/** Every kind of term. */
export const TERM_KINDS: readonly TermKind[] = Object.keys(NEEDS_CONJUNCTION) as TermKind[]

/** True for a term that cannot be a rule by itself. */
export function needsConjunction({ kind }: Term): boolean {
  return NEEDS_CONJUNCTION[kind]
}

/** Ids of the lists in a rule, in decimal digits, without duplicates. */
export function listsIn(expression: Expression): readonly string[] {
  return [...new Set(allLists(expression))]
}

function allLists(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.items.flatMap(allLists)
    case 'not':
      return allLists(expression.item)
    case 'list':
      return [expression.id]
    default:
      return []
  }
}

/**
 * The rule after the members of its lists were filled in.
 * @param members ids of users in decimal digits, by id of the list
 */
export function withMembers(
  expression: Expression,
  members: ReadonlyMap<string, ReadonlySet<string>>,
): Expression {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return { ...expression, items: expression.items.map((item) => withMembers(item, members)) }
    case 'not':
      return { ...expression, item: withMembers(expression.item, members) }
    case 'list':
      return { ...expression, members: members.get(expression.id) ?? expression.members }
    default:
      return expression
  }
}

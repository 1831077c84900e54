/** The syntax tree of a rule: what parser, checks, evaluators and printer share. spec/rule-language.md#grammar. */
import type { HasWhat, IsWhat } from './dialect.ts'

/** Code points of the rule: the first, counted from 0, and the one after the last. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What can be said of a post without any logic. All texts are folded. */
export type Term = { readonly span: Span } & TermMeaning

export type TermMeaning =
  /** One token of the text: a word or an emoji. `isQuoted`: it stood in quotes, and so is no keyword `or`. */
  | { readonly kind: 'keyword'; readonly token: string; readonly isQuoted: boolean }
  /** Tokens of the text that follow each other; at least two. */
  | { readonly kind: 'phrase'; readonly tokens: readonly string[] }
  | { readonly kind: 'hashtag'; readonly tag: string }
  | { readonly kind: 'mention'; readonly name: string }
  /** A user by name or by id in decimal digits: author, replied to, author of the reposted post. */
  | { readonly kind: 'from' | 'to' | 'retweets_of'; readonly user: string }
  /** Tokens that follow each other in one form of one link; at least one. */
  | { readonly kind: 'url'; readonly tokens: readonly string[] }
  /** A context annotation; a side that is undefined may be anything, never both. */
  | { readonly kind: 'context'; readonly domain: string | undefined; readonly entity: string | undefined }
  | { readonly kind: 'entity'; readonly name: string }
  | { readonly kind: 'has'; readonly what: HasWhat }
  | { readonly kind: 'is'; readonly what: IsWhat }
  | { readonly kind: 'lang'; readonly code: string }
  /** Whole percents, 1 to 100. */
  | { readonly kind: 'sample'; readonly percent: number }
  | { readonly kind: 'conversation_id'; readonly id: string }

/** `and` and `or` have at least two items, and none of their own kind that was not in parentheses. */
export type Expression =
  | Term
  | { readonly kind: 'and' | 'or'; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly kind: 'not'; readonly item: Expression; readonly span: Span }

export type TermKind = TermMeaning['kind']

/** Whether a node is a leaf. */
export function isTerm(expression: Expression): expression is Term {
  return expression.kind !== 'and' && expression.kind !== 'or' && expression.kind !== 'not'
}

/** Operators that a rule cannot consist of; marked C in spec/rule-language.md#dependent-operators. */
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
}

/** Whether a rule cannot consist of such terms alone. */
export function needsConjunction({ kind }: Term): boolean {
  return NEEDS_CONJUNCTION[kind]
}

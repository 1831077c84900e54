/**
 * Makes exact index queries: a public post matches the query if and only if it matches the rule. Counts need such
 * queries, because evaluating the rule for every post would take too long (spec/v2-posts.md#counts).
 */
import { unreachable } from '../lib/assert.ts'
import { type Expression, isResolved, type Term } from './ast.ts'
import { type IdsOfName, IS_INDEXED, memberWords } from './search-words.ts'

/** A `WordQuery` with an additional kind: `without` matches posts that match the first item and not the second. */
export type ExactWords =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'and' | 'or'; readonly items: readonly ExactWords[] }
  | { readonly kind: 'without'; readonly items: readonly [ExactWords, ExactWords] }

/** The posts that match `words`; with `isNegated`, all other posts. */
interface WordSet {
  readonly words: ExactWords
  readonly isNegated: boolean
}

/** The user names in a rule, including those in negated terms. {@link exactWordsOf} needs their ids. */
export function allNamesIn(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.items.flatMap(allNamesIn)
    case 'not':
      return allNamesIn(expression.item)
    default:
      return isResolved(expression, 'user') ? [expression.user] : []
  }
}

/**
 * The conversations in a rule, including those in negated terms, given by the ids of their first posts. {@link
 * exactWordsOf} does not decide these first posts.
 */
export function allConversationsIn(expression: Expression): readonly bigint[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.items.flatMap(allConversationsIn)
    case 'not':
      return allConversationsIn(expression.item)
    default:
      return isResolved(expression, 'conversation') ? [BigInt(expression.id)] : []
  }
}

/** Undefined if an index query cannot decide the expression. */
type Decided = WordSet | 'all' | 'none' | undefined

/** Maximum nesting. The full-text search of SQLite allows 32 levels, and each negation adds a level. */
const MAX_DEPTH = 12

/**
 * The exact index query of a rule. Undefined when the index cannot decide the rule; `none` when no post can match. The
 * query does not decide the first post of a conversation that the rule contains.
 * @param idsOf returns the ids, in decimal digits, of the users who currently have a name; the name is in lower case
 */
export function exactWordsOf(expression: Expression, idsOf: IdsOfName): ExactWords | 'none' | undefined {
  const decided = decide(expression, idsOf, 0)
  if (decided === undefined || decided === 'none') return decided
  // A valid rule has a positive term in every branch. If a result is not positive, the posts are evaluated one by one.
  return decided === 'all' || decided.isNegated ? undefined : decided.words
}

function decide(expression: Expression, idsOf: IdsOfName, depth: number): Decided {
  if (depth > MAX_DEPTH) return undefined
  switch (expression.kind) {
    case 'not':
      return complement(decide(expression.item, idsOf, depth + 1))
    case 'and':
      return intersection(expression.items.map((item) => decide(item, idsOf, depth + 1)))
    case 'or':
      // By De Morgan's law, the same code computes both operators.
      return complement(
        intersection(expression.items.map((item) => complement(decide(item, idsOf, depth + 1)))),
      )
    default:
      return decideTerm(expression, idsOf)
  }
}

function complement(decided: Decided): Decided {
  if (decided === undefined) return undefined
  if (decided === 'all') return 'none'
  if (decided === 'none') return 'all'
  return { ...decided, isNegated: !decided.isNegated }
}

function intersection(items: readonly Decided[]): Decided {
  const sets: WordSet[] = []
  for (const item of items) {
    if (item === undefined) return undefined
    if (item === 'none') return 'none'
    if (item !== 'all') sets.push(item)
  }
  const wanted = sets.filter(({ isNegated }) => !isNegated).map(({ words }) => words)
  const unwanted = sets.filter(({ isNegated }) => isNegated).map(({ words }) => words)
  const or = joined('or', unwanted)
  const and = joined('and', wanted)
  if (and === undefined) return or === undefined ? 'all' : { words: or, isNegated: true }
  if (or === undefined) return { words: and, isNegated: false }
  return { words: { kind: 'without', items: [and, or] }, isNegated: false }
}

function joined(kind: 'and' | 'or', items: readonly ExactWords[]): ExactWords | undefined {
  const [only] = items
  return items.length > 1 ? { kind, items } : only
}

function decideTerm(term: Term, idsOf: IdsOfName): Decided {
  switch (term.kind) {
    case 'keyword':
      return word(`token:${term.token}`)
    case 'url': {
      const [token] = term.tokens
      return term.tokens.length === 1 ? word(`url:${token}`) : undefined
    }
    case 'hashtag':
      return word(`hashtag:${term.tag}`)
    case 'mention':
      return word(`mention:${term.name}`)
    case 'from':
      return anyWord([term.user, ...idsOf(term.user)].map((user) => `from:${user}`))
    case 'list':
      return anyMember(memberWords(term.members))
    case 'to':
      // A reply contains the screen name that the answered user had at the time of writing, and the index contains the
      // same name.
      return word(`to:${term.user}`)
    case 'retweets_of':
      return decideRepostsOf(term.user, idsOf)
    case 'context':
      return word(`context:${term.domain ?? '*'}.${term.entity ?? '*'}`)
    case 'entity':
      return word(`entity:${term.name}`)
    case 'has':
      // A location can be removed after the post was indexed.
      return term.what === 'geo' || !IS_INDEXED[term.what] ? undefined : word(`has:${term.what}`)
    case 'is':
      if (term.what === 'nullcast') return 'none'
      return IS_INDEXED[term.what] ? word(`is:${term.what}`) : undefined
    case 'lang':
      return word(`lang:${term.code}`)
    case 'conversation_id':
      return word(`conversation_id:${term.id}`)
    case 'cashtag':
      return word(`cashtag:${term.tag}`)
    case 'in_reply_to_tweet_id':
    case 'retweets_of_tweet_id':
    case 'quotes_of_tweet_id':
      return word(`${term.kind}:${term.id}`)
    case 'url_title':
    case 'url_description': {
      const [token] = term.tokens
      return term.tokens.length === 1 ? word(`${term.kind}:${token}`) : undefined
    }
    case 'source':
      return word(`source:${term.name}`)
    // The index does not contain the order of words, parts of words, random shares of posts, or data that changes.
    case 'place':
    case 'place_country':
    case 'point_radius':
    case 'bounding_box':
    case 'bio':
    case 'bio_name':
    case 'bio_location':
    case 'followers_count':
    case 'following_count':
    case 'tweets_count':
    case 'listed_count':
    case 'url_contains':
    case 'phrase':
    case 'sample':
      return undefined
    default:
      return unreachable(term)
  }
}

/** The index has ids of reposted authors, so the query contains the ids of the users who currently have the name. */
function decideRepostsOf(user: string, idsOf: IdsOfName): Decided {
  if (/^[0-9]+$/.test(user)) return undefined
  const ids = idsOf(user)
  return ids.length === 0 ? 'none' : anyWord(ids.map((id) => `retweets_of:${id}`))
}

function anyMember(words: readonly string[] | undefined): Decided {
  return words === undefined ? undefined : anyWord(words)
}

function anyWord(words: readonly string[]): Decided {
  const or = joined(
    'or',
    words.map((each) => ({ kind: 'word', word: each })),
  )
  return or === undefined ? 'none' : { words: or, isNegated: false }
}

function word(text: string): Decided {
  return { words: { kind: 'word', word: text }, isNegated: false }
}

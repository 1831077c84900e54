/**
 * What an index of posts holds, and what a rule asks of it: a superset of what the rule matches, to be filtered exactly
 * afterwards (spec/labs-lookup.md section 7).
 *
 * A word says one thing about a post that changes only when posts are written or imported: it is edited, or what it shows or
 * answers comes after it. Then it is indexed anew (search/indexer.ts). What may change without (the names of users, the mark
 * of verified ones) is asked by ids that do not change, or not at all.
 */
import { unreachable } from '../lib/assert.ts'
import type { Expression, Term } from './ast.ts'
import { type FilterPost, hasLinks } from './post.ts'
import { fold, tokenise } from './tokenise.ts'

/** Which words a post may match by: one, all of some, one of several. */
export type WordQuery =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'and' | 'or'; readonly items: readonly WordQuery[] }

/** Which posts may match. */
export interface PostQuery {
  /** Undefined when it may be any post. */
  readonly words: WordQuery | undefined
  /** Those that may match without having the words. */
  readonly ids: readonly bigint[]
}

/** Groups within each other that are asked for: the full-text search of SQLite reads up to 32, with those of a user. */
const MOST_DEPTH = 24

/**
 * The words of a post. A word never depends on another one.
 *
 * What only this post would have, or what every post has, is no word: a post that begins a conversation is found by its id,
 * and an author by that alone, whoever has the name.
 */
export function wordsOf(post: FilterPost): ReadonlySet<string> {
  const { author, replyTo, repostOf, lang, conversationId } = post
  const words = new Set([`from:${author.id}`])
  for (const text of post.texts) for (const token of tokenise(text)) words.add(`token:${token}`)
  for (const url of post.urls) for (const token of tokenise(url)) words.add(`url:${token}`)
  for (const tag of post.hashtags) words.add(`hashtag:${fold(tag)}`)
  for (const name of post.mentions) words.add(`mention:${fold(name)}`)
  if (replyTo !== undefined) words.add(`to:${replyTo.id}`).add(`to:${fold(replyTo.name)}`)
  if (repostOf !== undefined)
    words.add(`retweets_of:${repostOf.id}`).add(`retweets_of:${fold(repostOf.name)}`)
  for (const { domain, entity } of post.contexts) {
    words.add(`context:${domain}.${entity}`).add(`context:${domain}.*`).add(`context:*.${entity}`)
  }
  for (const name of post.entityNames) words.add(`entity:${fold(name).trim()}`)
  for (const [word, holds] of FACTS) if (holds(post)) words.add(word)
  if (lang !== undefined) words.add(`lang:${lang.toLowerCase()}`)
  if (conversationId !== undefined && conversationId !== post.id)
    words.add(`conversation_id:${conversationId}`)
  return words
}

/** Words of posts of which something holds. */
const FACTS: readonly (readonly [word: string, holds: (post: FilterPost) => boolean])[] = [
  ['has:hashtags', ({ hashtags }) => hashtags.length > 0],
  ['has:links', hasLinks],
  ['has:mentions', ({ mentions }) => mentions.length > 0],
  ['has:media', ({ media }) => media.length > 0],
  ['has:images', ({ media }) => media.includes('photo')],
  ['has:videos', ({ media }) => media.includes('video')],
  ['is:retweet', ({ repostOf }) => repostOf !== undefined],
  ['is:quote', ({ isQuote }) => isQuote],
  ['is:reply', ({ isReply }) => isReply],
]

/**
 * The query of a rule: every post that the rule matches is one of it.
 * @param idsOf ids in decimal digits of the users who have a name, in lower case, now
 */
export function postQueryOf(expression: Expression, idsOf: (name: string) => readonly string[]): PostQuery {
  return { words: narrowed(expression, idsOf, 0), ids: conversationsIn(expression) }
}

/** Every post that is one of at least one of these. */
export function anyOf(queries: readonly PostQuery[]): PostQuery {
  const words = queries.map((query) => query.words)
  return { words: oneOf(words), ids: queries.flatMap(({ ids }) => ids) }
}

/** Conversations in a rule, by the ids of the posts that begin them. */
function conversationsIn(expression: Expression): readonly bigint[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.items.flatMap(conversationsIn)
    case 'conversation_id':
      return [BigInt(expression.id)]
    default:
      return []
  }
}

/** Names of users in a rule, which {@link postQueryOf} asks the ids of. */
export function namesIn(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.items.flatMap(namesIn)
    case 'not':
      return []
    case 'from':
    case 'to':
    case 'retweets_of':
      return [expression.user]
    default:
      return []
  }
}

/** Undefined when it may be any post; so it is below a depth that no index reads. */
function narrowed(
  expression: Expression,
  idsOf: (name: string) => readonly string[],
  depth: number,
): WordQuery | undefined {
  if (depth > MOST_DEPTH) return undefined
  switch (expression.kind) {
    case 'not':
      return undefined
    case 'and': {
      const items = expression.items
        .map((item) => narrowed(item, idsOf, depth + 1))
        .filter((item) => item !== undefined)
      return items.length === 0 ? undefined : all(items)
    }
    case 'or':
      return oneOf(expression.items.map((item) => narrowed(item, idsOf, depth + 1)))
    default:
      return ofTerm(expression, idsOf)
  }
}

function ofTerm(term: Term, idsOf: (name: string) => readonly string[]): WordQuery | undefined {
  switch (term.kind) {
    case 'keyword':
      return word(`token:${term.token}`)
    case 'phrase':
      return all(term.tokens.map((token) => word(`token:${token}`)))
    case 'url':
      return all(term.tokens.map((token) => word(`url:${token}`)))
    case 'hashtag':
      return word(`hashtag:${term.tag}`)
    case 'mention':
      return word(`mention:${term.name}`)
    case 'from':
    case 'to':
    case 'retweets_of': {
      const users = [term.user, ...idsOf(term.user)]
      return { kind: 'or', items: users.map((user) => word(`${term.kind}:${user}`)) }
    }
    case 'context':
      return word(`context:${term.domain ?? '*'}.${term.entity ?? '*'}`)
    case 'entity':
      return word(`entity:${term.name}`)
    case 'has':
      return word(`has:${term.what}`)
    case 'is':
      // A user is verified or not by now, and nothing here is only promoted.
      return term.what === 'verified' || term.what === 'nullcast' ? undefined : word(`is:${term.what}`)
    case 'lang':
      return word(`lang:${term.code}`)
    case 'conversation_id':
      return word(`conversation_id:${term.id}`)
    case 'sample':
      return undefined
    default:
      return unreachable(term)
  }
}

function word(text: string): WordQuery {
  return { kind: 'word', word: text }
}

function all(items: readonly WordQuery[]): WordQuery {
  return joined('and', items)
}

/** Undefined when one of them may be any post. */
function oneOf(items: readonly (WordQuery | undefined)[]): WordQuery | undefined {
  const known = items.filter((item) => item !== undefined)
  return known.length < items.length ? undefined : joined('or', known)
}

function joined(kind: 'and' | 'or', items: readonly WordQuery[]): WordQuery {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind, items }
}

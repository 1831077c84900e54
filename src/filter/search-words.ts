/**
 * Finds the words of a post for the search index, and makes the index query of a rule. The query finds a superset of
 * the matches; an exact filter runs afterwards (spec/recent-search.md#query).
 *
 * A word of the index states a fact about a post. Such a fact changes only when a post is written or imported: the post
 * itself is edited, or a post that it shows or answers arrives later. The post is then indexed again
 * (search/indexer.ts). Other facts change in other ways, such as names of users and verified marks. They are looked up
 * by ids that never change, or are not indexed.
 */
import { unreachable } from '../lib/assert.ts'
import { type Expression, isResolved, type Term, type TermKind } from './ast.ts'
import type { HasWhat, IsWhat, PostOperator, WordsOperator } from './dialect.ts'
import { FACTS, type Fact } from './facts.ts'
import { type FilterPost, POST_OF, WORDS_OF } from './post.ts'
import { fold, tokenise } from './tokenise.ts'

/** An index query: one word, several queries that must all match, or several queries of which one must match. */
export type WordQuery =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'and' | 'or'; readonly items: readonly WordQuery[] }

/** A query for posts that may match. */
export interface PostQuery {
  /** Undefined when the index cannot exclude any post. */
  readonly words: WordQuery | undefined
  /** Ids of posts that may match without having the words. */
  readonly ids: readonly bigint[]
}

/** Returns the ids, in decimal digits, of the users who currently have a name; the name is in lower case. */
export type IdsOfName = (name: string) => readonly string[]

/** Maximum nesting of the query. The full-text search of SQLite allows 32 levels, including the groups for a user. */
const MAX_DEPTH = 24

/**
 * The words of a post. They depend only on the data in `post`.
 *
 * Facts that only one post has, or that every post has, are not indexed. The first post of a conversation is found by
 * its id. An author is found by id, so a change of name does not matter.
 */
export function wordsOf(post: FilterPost): ReadonlySet<string> {
  const words = new Set<string>()
  for (const write of WRITERS) write(post, words)
  return words
}

type WordWriter = (post: FilterPost, words: Set<string>) => void

const writeTokens: WordWriter = ({ texts }, words) => {
  for (const text of texts) for (const token of tokenise(text)) words.add(`token:${token}`)
}

/** Functions that add the words for each kind of term; undefined for kinds that only the later filter tests. */
const WORD_WRITERS: Readonly<Record<TermKind, WordWriter | undefined>> = {
  keyword: writeTokens,
  phrase: writeTokens,
  url({ urls }, words) {
    for (const url of urls) for (const token of tokenise(url)) words.add(`url:${token}`)
  },
  hashtag({ hashtags }, words) {
    for (const tag of hashtags) words.add(`hashtag:${fold(tag)}`)
  },
  mention({ mentions }, words) {
    for (const name of mentions) words.add(`mention:${fold(name)}`)
  },
  from({ author }, words) {
    words.add(`from:${author.id}`)
  },
  to({ replyTo }, words) {
    if (replyTo !== undefined) words.add(`to:${replyTo.id}`).add(`to:${fold(replyTo.name)}`)
  },
  // Users are found only by id, because the name of a user can be equal to the id of another user.
  retweets_of({ repostOf }, words) {
    if (repostOf !== undefined) words.add(`retweets_of:${repostOf.id}`)
  },
  context({ contexts }, words) {
    for (const { domain, entity } of contexts) {
      words.add(`context:${domain}.${entity}`).add(`context:${domain}.*`).add(`context:*.${entity}`)
    }
  },
  entity({ entityNames }, words) {
    for (const name of entityNames) words.add(`entity:${fold(name).trim()}`)
  },
  has: (post, words) => addFacts(words, HAS_WORDS, post),
  is: (post, words) => addFacts(words, IS_WORDS, post),
  lang({ lang }, words) {
    if (lang !== undefined) words.add(`lang:${lang.toLowerCase()}`)
  },
  conversation_id({ conversationId, id }, words) {
    if (conversationId !== undefined && conversationId !== id) words.add(`conversation_id:${conversationId}`)
  },
  cashtag({ cashtags }, words) {
    for (const tag of cashtags) words.add(`cashtag:${fold(tag)}`)
  },
  in_reply_to_tweet_id: writePost('in_reply_to_tweet_id'),
  retweets_of_tweet_id: writePost('retweets_of_tweet_id'),
  quotes_of_tweet_id: writePost('quotes_of_tweet_id'),
  url_title: writeField('url_title'),
  url_description: writeField('url_description'),
  place: writeField('place'),
  place_country({ geo }, words) {
    if (geo?.countryCode !== undefined) words.add(`place_country:${geo.countryCode.toLowerCase()}`)
  },
  source({ source }, words) {
    if (source !== undefined) words.add(`source:${fold(source)}`)
  },
  // An area can match only posts with a location, which is an indexed fact.
  point_radius: undefined,
  bounding_box: undefined,
  // Data of the author can change while the post stays the same.
  bio: undefined,
  bio_name: undefined,
  bio_location: undefined,
  followers_count: undefined,
  following_count: undefined,
  tweets_count: undefined,
  listed_count: undefined,
  // The index does not contain parts of words.
  url_contains: undefined,
  // The members of a list change, so the query names the current members as authors.
  list: undefined,
  sample: undefined,
}

function writePost(kind: PostOperator): WordWriter {
  return (post, words) => {
    const id = POST_OF[kind](post)
    if (id !== undefined) words.add(`${kind}:${id}`)
  }
}

function writeField(kind: WordsOperator): WordWriter {
  return (post, words) => {
    for (const text of WORDS_OF[kind](post)) for (const token of tokenise(text)) words.add(`${kind}:${token}`)
  }
}

/**
 * Adds a word to posts with a quoted post, and to reposts of such posts. These posts show less when the quoted post
 * becomes hidden.
 */
const writeShowsQuote: WordWriter = ({ texts }, words) => {
  if (texts.length > 1) words.add(SHOWS_QUOTE)
}

const WRITERS: readonly WordWriter[] = [...new Set([...Object.values(WORD_WRITERS), writeShowsQuote])].filter(
  (write) => write !== undefined,
)

function addFacts(words: Set<string>, facts: readonly Fact[], post: FilterPost): void {
  for (const { what, isTrue } of facts) if (isTrue(post)) words.add(what)
}

/**
 * The facts that are indexed. Verified marks are not indexed, because they change. Aviary has no posts that are only
 * promoted, so that fact is not indexed either.
 */
export const IS_INDEXED: Readonly<Record<HasWhat | IsWhat, boolean>> = {
  hashtags: true,
  cashtags: true,
  geo: true,
  links: true,
  mentions: true,
  media: true,
  images: true,
  videos: true,
  retweet: true,
  quote: true,
  verified: false,
  nullcast: false,
  reply: true,
}

const HAS_WORDS = factWords('has')
const IS_WORDS = factWords('is')

/** The word of posts that show a quoted post, including reposts of quotes. */
export const SHOWS_QUOTE = 'shows:quote'

/** The words for facts; they are created once, not for each post. */
function factWords(kind: 'has' | 'is'): readonly Fact[] {
  const facts: readonly Fact<HasWhat | IsWhat>[] = FACTS[kind]
  return facts
    .filter(({ what }) => IS_INDEXED[what])
    .map(({ what, isTrue }) => ({ what: `${kind}:${what}`, isTrue }))
}

/**
 * The index query of a rule; it finds every match.
 * @param idsOf returns the ids, in decimal digits, of the users who currently have a name; the name is in lower case
 */
export function postQueryOf(expression: Expression, idsOf: IdsOfName): PostQuery {
  return { words: narrowed(expression, idsOf, 0), ids: conversationsIn(expression) }
}

/** A query that finds every post that at least one of the queries finds. */
export function anyOf(queries: readonly PostQuery[]): PostQuery {
  const words = queries.map((query) => query.words)
  return { words: oneOf(words), ids: queries.flatMap(({ ids }) => ids) }
}

/** The conversations in a rule, given by the ids of their first posts. */
function conversationsIn(expression: Expression): readonly bigint[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.items.flatMap(conversationsIn)
    case 'not':
      return []
    default:
      return isResolved(expression, 'conversation') ? [BigInt(expression.id)] : []
  }
}

/** The user names in a rule whose ids {@link postQueryOf} needs. */
export function namesIn(expression: Expression): readonly string[] {
  const names: string[] = []
  narrowed(
    expression,
    (name) => {
      names.push(name)
      return []
    },
    0,
  )
  return names
}

/**
 * The words that narrow the search. Undefined when the index cannot exclude any post, or when the nesting exceeds the
 * limit of the index.
 */
function narrowed(expression: Expression, idsOf: IdsOfName, depth: number): WordQuery | undefined {
  if (depth > MAX_DEPTH) return undefined
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

function ofTerm(term: Term, idsOf: IdsOfName): WordQuery | undefined {
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
    case 'is':
      return IS_INDEXED[term.what] ? word(`${term.kind}:${term.what}`) : undefined
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
    case 'url_description':
    case 'place':
      return all(term.tokens.map((token) => word(`${term.kind}:${token}`)))
    case 'place_country':
      return word(`place_country:${term.code}`)
    case 'source':
      return word(`source:${term.name}`)
    case 'list':
      return oneOf(memberWords(term.members)?.map(word) ?? [undefined])
    case 'point_radius':
    case 'bounding_box':
      return word('has:geo')
    case 'bio':
    case 'bio_name':
    case 'bio_location':
    case 'followers_count':
    case 'following_count':
    case 'tweets_count':
    case 'listed_count':
    case 'url_contains':
    case 'sample':
      return undefined
    default:
      return unreachable(term)
  }
}

/** Maximum number of authors for one list. The time of an index query grows with the square of this number. */
const MAX_AUTHORS = 200

/**
 * The words of posts by the members, who are given by ids that never change. Undefined for a list with too many
 * members.
 */
export function memberWords(members: ReadonlySet<string>): readonly string[] | undefined {
  if (members.size > MAX_AUTHORS) return undefined
  // No user has the id 0, so an empty list matches no post.
  return [...(members.size === 0 ? ['0'] : members)].map((id) => `from:${id}`)
}

function word(text: string): WordQuery {
  return { kind: 'word', word: text }
}

function all(items: readonly WordQuery[]): WordQuery {
  return joined('and', items)
}

/** A query for one of the items. Undefined when one of the items is undefined, because it may match every post. */
function oneOf(items: readonly (WordQuery | undefined)[]): WordQuery | undefined {
  const known = items.filter((item) => item !== undefined)
  return known.length < items.length ? undefined : joined('or', known)
}

function joined(kind: 'and' | 'or', items: readonly WordQuery[]): WordQuery {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind, items }
}

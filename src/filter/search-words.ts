/**
 * Words of the search index, and the index query of a rule: a superset of its matches, to be filtered exactly
 * afterwards (spec/recent-search.md#query).
 *
 * A word states a fact about a post that changes only when posts are written or imported (the post is edited, or a post
 * it shows or answers arrives later); then the post is reindexed (search/indexer.ts). Facts that change otherwise
 * (names of users, verified marks) are looked up by ids that never change, or not indexed.
 */
import { unreachable } from '../lib/assert.ts'
import type { Expression, Term, TermKind } from './ast.ts'
import type { HasWhat, IsWhat, PostOperator, WordsOperator } from './dialect.ts'
import { FACTS, type Fact } from './facts.ts'
import { type FilterPost, POST_OF, WORDS_OF } from './post.ts'
import { fold, tokenise } from './tokenise.ts'

/** Index query: one word, all of several, or one of several. */
export type WordQuery =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'and' | 'or'; readonly items: readonly WordQuery[] }

/** Posts that may match. */
export interface PostQuery {
  /** Undefined when any post may match. */
  readonly words: WordQuery | undefined
  /** Posts that may match without having the words. */
  readonly ids: readonly bigint[]
}

/** Ids in decimal digits of the users who currently have a name, in lower case. */
export type IdsOfName = (name: string) => readonly string[]

/** Maximum nesting of the query: SQLite's full-text search allows 32, including the groups for a user. */
const MAX_DEPTH = 24

/**
 * Words of a post. A word never depends on another post's words.
 *
 * Facts unique to one post or common to every post are not indexed: the first post of a conversation is found by its
 * id, and an author is found by id alone, also after a change of names.
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

/** Words by kind of term; undefined for kinds that are only filtered afterwards. */
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
  // Users are found only by id, because the name of a user can be the id of another.
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
  // Areas need a location.
  point_radius: undefined,
  bounding_box: undefined,
  // Facts of the author change without a change of the post.
  bio: undefined,
  bio_name: undefined,
  bio_location: undefined,
  followers_count: undefined,
  following_count: undefined,
  tweets_count: undefined,
  listed_count: undefined,
  // The index has no parts of words.
  url_contains: undefined,
  // Members change, so a list is looked up by its present members as authors.
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

/** Posts with a quoted post, and reposts of such posts. They show less when the quoted post is hidden. */
const writeShowsQuote: WordWriter = ({ texts }, words) => {
  if (texts.length > 1) words.add(SHOWS_QUOTE)
}

const WRITERS: readonly WordWriter[] = [...new Set([...Object.values(WORD_WRITERS), writeShowsQuote])].filter(
  (write) => write !== undefined,
)

function addFacts(words: Set<string>, facts: readonly Fact[], post: FilterPost): void {
  for (const { what, isTrue } of facts) if (isTrue(post)) words.add(what)
}

/** Indexed facts. Verified marks change over time, and promoted-only posts do not exist. */
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

/** Word of posts that show a quoted post, also reposts of quotes. */
export const SHOWS_QUOTE = 'shows:quote'

/** Constant words, created once instead of per post. */
function factWords(kind: 'has' | 'is'): readonly Fact[] {
  const facts: readonly Fact<HasWhat | IsWhat>[] = FACTS[kind]
  return facts
    .filter(({ what }) => IS_INDEXED[what])
    .map(({ what, isTrue }) => ({ what: `${kind}:${what}`, isTrue }))
}

/**
 * Index query that covers every match of a rule.
 * @param idsOf ids in decimal digits of the users who currently have a name, in lower case
 */
export function postQueryOf(expression: Expression, idsOf: IdsOfName): PostQuery {
  return { words: narrowed(expression, idsOf, 0), ids: conversationsIn(expression) }
}

/** Union of queries. */
export function anyOf(queries: readonly PostQuery[]): PostQuery {
  const words = queries.map((query) => query.words)
  return { words: oneOf(words), ids: queries.flatMap(({ ids }) => ids) }
}

/** Conversations in a rule, by the ids of their first posts. */
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

/** User names in a rule, whose ids {@link postQueryOf} needs. */
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

/** Undefined when any post may match, and below the depth that an index supports. */
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

/** Authors that an index looks up for one list: the time of a query grows with their square. */
const MAX_AUTHORS = 200

/** Words of posts of the members, whose ids never change; undefined for a list that is too large for an index. */
export function memberWords(members: ReadonlySet<string>): readonly string[] | undefined {
  if (members.size > MAX_AUTHORS) return undefined
  // No user has the id 0, so an empty list finds nothing.
  return [...(members.size === 0 ? ['0'] : members)].map((id) => `from:${id}`)
}

function word(text: string): WordQuery {
  return { kind: 'word', word: text }
}

function all(items: readonly WordQuery[]): WordQuery {
  return joined('and', items)
}

/** Undefined when one of the items may match any post. */
function oneOf(items: readonly (WordQuery | undefined)[]): WordQuery | undefined {
  const known = items.filter((item) => item !== undefined)
  return known.length < items.length ? undefined : joined('or', known)
}

function joined(kind: 'and' | 'or', items: readonly WordQuery[]): WordQuery {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind, items }
}

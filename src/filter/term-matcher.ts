/**
 * Finds which terms of the active rules occur in a post (spec/rule-language.md#operators, spec/server.md#rule-engine).
 */
import type { TermKind } from './ast.ts'
import type { PostOperator, WordsOperator } from './dialect.ts'
import { FACTS } from './facts.ts'
import { type FilterPost, type FilterUser, POST_OF, sampleOf, WORDS_OF } from './post.ts'
import type { Rarity } from './rarity.ts'
import { isTermTrue } from './reference.ts'
import { type Run, type Shelf, type Shelved, type Terms, type TestedTerm, wordShelfOf } from './terms.ts'
import { fold, TokenScan } from './tokenise.ts'

/** The largest value of a 32-bit cell. */
export const MAX_TURNS = 0xffff_ffff

/** Finds terms of one kind in a post. */
interface TermReader {
  /** The table in which the reader looks up terms. The reader is skipped while the table is empty. */
  readonly shelf: Shelf
  read(matcher: TermMatcher, post: FilterPost): void
}

/** Reads one post at a time. */
export class TermMatcher {
  static readonly #WORDS: TermReader = {
    shelf: 'keyword',
    read: (matcher, post) => matcher.#readTexts(post),
  }
  static readonly #LINKS: TermReader = {
    shelf: 'link-word',
    read: (matcher, post) => matcher.#readWords('link-word', post.urls),
  }

  static #postReader(kind: PostOperator): TermReader {
    return { shelf: kind, read: (matcher, post) => matcher.#readId(kind, POST_OF[kind](post)) }
  }

  static #wordsReader(kind: WordsOperator): TermReader {
    const shelf = wordShelfOf(kind)
    return { shelf, read: (matcher, post) => matcher.#readWords(shelf, WORDS_OF[kind](post)) }
  }

  static #testReader(kind: TestedTerm['kind']): TermReader {
    return { shelf: kind, read: (matcher, post) => matcher.#readTests(kind, post) }
  }

  /** Phrases and other sequences of words are found by the word that indexes them. */
  static readonly #READERS = {
    keyword: TermMatcher.#WORDS,
    phrase: TermMatcher.#WORDS,
    url: TermMatcher.#LINKS,
    hashtag: {
      shelf: 'hashtag',
      read: (matcher, post) => matcher.#readNames('hashtag', post.hashtags),
    },
    mention: {
      shelf: 'mention',
      read: (matcher, post) => matcher.#readNames('mention', post.mentions),
    },
    from: { shelf: 'from', read: (matcher, post) => matcher.#readUser('from', post.author) },
    to: { shelf: 'to', read: (matcher, post) => matcher.#readUser('to', post.replyTo) },
    retweets_of: {
      shelf: 'retweets_of',
      read: (matcher, post) => matcher.#readUser('retweets_of', post.repostOf),
    },
    context: { shelf: 'context', read: (matcher, post) => matcher.#readContexts(post) },
    entity: { shelf: 'entity', read: (matcher, post) => matcher.#readEntities(post) },
    has: { shelf: 'has', read: (matcher, post) => matcher.#readFacts('has', post) },
    is: { shelf: 'is', read: (matcher, post) => matcher.#readFacts('is', post) },
    lang: { shelf: 'lang', read: (matcher, post) => matcher.#readLanguage(post) },
    sample: { shelf: 'sample', read: (matcher, post) => matcher.#readSample(post) },
    conversation_id: {
      shelf: 'conversation_id',
      read: (matcher, post) => matcher.#readId('conversation_id', post.conversationId),
    },
    cashtag: {
      shelf: 'cashtag',
      read: (matcher, post) => matcher.#readNames('cashtag', post.cashtags),
    },
    in_reply_to_tweet_id: TermMatcher.#postReader('in_reply_to_tweet_id'),
    retweets_of_tweet_id: TermMatcher.#postReader('retweets_of_tweet_id'),
    quotes_of_tweet_id: TermMatcher.#postReader('quotes_of_tweet_id'),
    bio: TermMatcher.#wordsReader('bio'),
    bio_name: TermMatcher.#wordsReader('bio_name'),
    bio_location: TermMatcher.#wordsReader('bio_location'),
    url_title: TermMatcher.#wordsReader('url_title'),
    url_description: TermMatcher.#wordsReader('url_description'),
    place: TermMatcher.#wordsReader('place'),
    list: TermMatcher.#testReader('list'),
    followers_count: TermMatcher.#testReader('followers_count'),
    following_count: TermMatcher.#testReader('following_count'),
    tweets_count: TermMatcher.#testReader('tweets_count'),
    listed_count: TermMatcher.#testReader('listed_count'),
    url_contains: TermMatcher.#testReader('url_contains'),
    point_radius: TermMatcher.#testReader('point_radius'),
    bounding_box: TermMatcher.#testReader('bounding_box'),
    source: {
      shelf: 'source',
      read: (matcher, { source }) => matcher.#readNames('source', source === undefined ? [] : [source]),
    },
    place_country: {
      shelf: 'place_country',
      read: (matcher, { geo }) =>
        matcher.#readNames('place_country', geo?.countryCode === undefined ? [] : [geo.countryCode]),
    },
  } satisfies Readonly<Record<TermKind, TermReader>>

  static readonly #ALL: readonly TermReader[] = [...new Set(Object.values(TermMatcher.#READERS))]

  readonly #terms: Terms
  readonly #rarity: Rarity
  readonly #maxTurns: number
  /** For each term, the last turn (number of the post) in which it occurred. */
  #seen = new Uint32Array(64)
  #turn = 0
  readonly #scan = new TokenScan()
  #held: number[] = []
  /** True when the words of the current post are counted. */
  #isLearning = false

  /** @param maxTurns number of posts after which the turns begin again */
  constructor(terms: Terms, rarity: Rarity, maxTurns: number) {
    this.#terms = terms
    this.#rarity = rarity
    this.#maxTurns = maxTurns
  }

  /** For each term, a value that is equal to {@link turn} when the last post contains the term. */
  get seen(): Uint32Array {
    return this.#seen
  }

  get turn(): number {
    return this.#turn
  }

  /**
   * Finds the terms of the post, without duplicates. The returned list is reused for the next post, so copy it to keep
   * it.
   */
  read(post: FilterPost): readonly number[] {
    this.#begin()
    this.#isLearning = this.#rarity.wantsNext()
    if (this.#isLearning && this.#terms.shelf('keyword').size === 0) this.#readTexts(post)
    for (const reader of TermMatcher.#ALL) {
      if (this.#terms.shelf(reader.shelf).size > 0) reader.read(this, post)
    }
    return this.#held
  }

  #begin(): void {
    const { end } = this.#terms
    if (this.#seen.length < end) {
      const wider = new Uint32Array(Math.max(end, 2 * this.#seen.length))
      wider.set(this.#seen)
      this.#seen = wider
    }
    if (this.#turn === this.#maxTurns) {
      this.#seen.fill(0)
      this.#turn = 0
    }
    this.#turn += 1
    this.#held.length = 0
  }

  #mark(term: number | undefined): void {
    if (term === undefined || this.#seen[term] === this.#turn) return
    this.#seen[term] = this.#turn
    this.#held.push(term)
  }

  #readTexts(post: FilterPost): void {
    const words = this.#terms.shelf('keyword')
    for (const text of post.texts) {
      this.#scan.read(text)
      this.#readTokens(words)
      if (this.#isLearning) this.#rarity.learn(this.#scan.tokens())
    }
  }

  #readWords(shelf: Shelf, texts: readonly string[]): void {
    const words = this.#terms.shelf(shelf)
    for (const text of texts) {
      this.#scan.read(text)
      this.#readTokens(words)
    }
  }

  #readTokens(words: Shelved): void {
    const scan = this.#scan
    const { runs } = this.#terms
    const { text, count } = scan
    for (let token = 0; token < count; token += 1) {
      const term = words.find(text, scan.startOf(token), scan.endOf(token))
      if (term === undefined) continue
      this.#mark(term)
      const here = runs[term]
      if (here !== undefined) this.#readRuns(here, token)
    }
  }

  #readRuns(runs: readonly Run[], token: number): void {
    for (const run of runs) {
      if (this.#seen[run.term] !== this.#turn && isRunAt(run, this.#scan, token)) this.#mark(run.term)
    }
  }

  #readNames(
    shelf: 'hashtag' | 'mention' | 'cashtag' | 'source' | 'place_country',
    names: readonly string[],
  ): void {
    const known = this.#terms.shelf(shelf)
    for (const name of names) this.#mark(known.get(fold(name)))
  }

  #readUser(shelf: 'from' | 'to' | 'retweets_of', user: FilterUser | undefined): void {
    if (user === undefined) return
    const known = this.#terms.shelf(shelf)
    this.#mark(known.get(fold(user.name)))
    if (this.#terms.namesIds(shelf)) this.#mark(known.get(String(user.id)))
  }

  #readContexts(post: FilterPost): void {
    const known = this.#terms.shelf('context')
    for (const { domain, entity } of post.contexts) {
      this.#mark(known.get(`context:${domain}.${entity}`))
      this.#mark(known.get(`context:${domain}.*`))
      this.#mark(known.get(`context:*.${entity}`))
    }
  }

  #readEntities(post: FilterPost): void {
    const names = this.#terms.shelf('entity')
    for (const name of post.entityNames) this.#mark(names.get(fold(name).trim()))
  }

  #readId(shelf: 'conversation_id' | PostOperator, id: bigint | undefined): void {
    if (id !== undefined) this.#mark(this.#terms.shelf(shelf).get(String(id)))
  }

  #readTests(kind: TestedTerm['kind'], post: FilterPost): void {
    for (const [number, term] of this.#terms.tested(kind)) if (isTermTrue(term, post)) this.#mark(number)
  }

  #readFacts(shelf: 'has' | 'is', post: FilterPost): void {
    const known = this.#terms.shelf(shelf)
    for (const { what, isTrue } of FACTS[shelf]) if (isTrue(post)) this.#mark(known.get(what))
  }

  #readLanguage({ lang }: FilterPost): void {
    if (lang !== undefined) this.#mark(this.#terms.shelf('lang').get(lang.toLowerCase()))
  }

  #readSample({ id }: FilterPost): void {
    const hundredth = sampleOf(id)
    for (const [percent, term] of this.#terms.samples) if (hundredth < percent) this.#mark(term)
  }
}

/** True when the sequence of words occurs in the text with its indexed word at `token`. */
function isRunAt({ tokens: wanted, offset }: Run, scan: TokenScan, token: number): boolean {
  const first = token - offset
  if (first < 0 || first + wanted.length > scan.count) return false
  return wanted.every((word, index) => {
    const start = scan.startOf(first + index)
    return scan.endOf(first + index) - start === word.length && scan.text.startsWith(word, start)
  })
}

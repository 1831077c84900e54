/**
 * Estimates the share of posts that contain a term; each rule is then indexed under terms that few posts have. A wrong
 * estimate costs time, but does not change any match. See spec/server.md#rule-engine.
 */
import type { Term, TermMeaning } from './ast.ts'
import { KINDS, UNSPACED } from './characters.ts'
import { STOP_WORDS } from './check.ts'
import type { WordsOperator } from './dialect.ts'

/** Estimates for terms that are not words, as shares of all posts. */
const GUESSES: Readonly<
  Record<Exclude<TermMeaning['kind'], 'keyword' | 'phrase' | 'url' | 'sample' | WordsOperator>, number>
> = {
  hashtag: 3e-4,
  mention: 1e-4,
  from: 1e-5,
  to: 1e-5,
  retweets_of: 1e-5,
  context: 1e-2,
  entity: 1e-3,
  has: 0.3,
  is: 0.3,
  lang: 0.3,
  conversation_id: 1e-6,
  cashtag: 1e-4,
  list: 1e-3,
  in_reply_to_tweet_id: 1e-6,
  retweets_of_tweet_id: 1e-6,
  quotes_of_tweet_id: 1e-6,
  followers_count: 0.3,
  following_count: 0.3,
  tweets_count: 0.3,
  listed_count: 0.3,
  url_contains: 1e-2,
  source: 0.1,
  place_country: 1e-2,
  point_radius: 1e-4,
  bounding_box: 1e-4,
}
/** Words that nearly every link has. */
const LINK_WORDS: ReadonlySet<string> = new Set([
  'http',
  'https',
  't',
  'co',
  'com',
  'www',
  'twitter',
  'status',
])
const LINK_WORD_GUESS = 0.4
const STOP_WORD_GUESS = 0.3
const UNSPACED_GUESS = 0.03
/** Estimates for words by their length, starting at 0. */
const WORD_GUESSES = [0.1, 0.1, 0.06, 0.02, 0.006, 0.003, 0.002]
const LONG_WORD_GUESS = 0.001

/** Maximum number of counted words. */
const MAX_WORDS = 16_384
/** The first 2,000 posts are all counted. Of the later posts, every 64th is counted. */
const LEARNT_WHOLE = 2_000
const LEARNT_OF_LATER = 64

/** Counts the words of posts, and estimates the share of words that were not counted. */
export class Rarity {
  readonly #counts = new Map<string, number>()
  #posts = 0
  #seen = 0

  /** Number of counted words. */
  get size(): number {
    return this.#counts.size
  }

  /** True when the words of the next post must be counted. */
  wantsNext(): boolean {
    this.#seen += 1
    return this.#seen <= LEARNT_WHOLE || this.#seen % LEARNT_OF_LATER === 0
  }

  /** Counts the words of one text of a post. */
  learn(tokens: readonly string[]): void {
    this.#posts += 1
    for (const token of new Set(tokens)) this.#counts.set(token, (this.#counts.get(token) ?? 0) + 1)
    if (this.#counts.size > MAX_WORDS) this.#forget()
  }

  /** Share of all posts that contain the term, 0 to 1. */
  of(term: Term): number {
    switch (term.kind) {
      case 'keyword':
        return this.ofWord(term.token)
      case 'phrase':
        return Math.min(...term.tokens.map((token) => this.ofWord(token))) / 2
      case 'url':
        return Math.min(...term.tokens.map(ofLinkWord))
      case 'bio':
      case 'bio_name':
      case 'bio_location':
      case 'url_title':
      case 'url_description':
      case 'place':
        return Math.min(...term.tokens.map(guessOfWord))
      case 'sample':
        return term.percent / 100
      default:
        return GUESSES[term.kind]
    }
  }

  ofWord(token: string): number {
    const count = this.#counts.get(token)
    if (count !== undefined) return count / this.#posts
    return Math.min(guessOfWord(token), 0.5 / Math.max(1, this.#posts))
  }

  /** Halves all counts. As a result, rare words are removed and recent words count more. */
  #forget(): void {
    this.#posts /= 2
    for (const [token, count] of this.#counts) {
      if (count < 2) this.#counts.delete(token)
      else this.#counts.set(token, count / 2)
    }
  }
}

/** Share of all posts that have the word in a link. */
export function ofLinkWord(token: string): number {
  return LINK_WORDS.has(token) ? LINK_WORD_GUESS : guessOfWord(token) / 10
}

/** Share of all posts that have the word in a text of the author, the linked pages or the place. */
export function guessOfWord(token: string): number {
  if (STOP_WORDS.has(token)) return STOP_WORD_GUESS
  if (KINDS[token.charCodeAt(0)] === UNSPACED) return UNSPACED_GUESS
  return WORD_GUESSES[token.length] ?? LONG_WORD_GUESS
}

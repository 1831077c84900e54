/** Which terms of the live rules one post holds. labs-filtered-stream.md 2, row by row; design section 6. */
import { type FilterPost, type FilterUser, hasLinks, sampleOf } from './post.ts'
import type { Rarity } from './rarity.ts'
import type { Run, Shelved, Terms } from './terms.ts'
import { fold, TokenScan } from './tokenise.ts'

/** What a cell of 32 bits can hold. */
export const MOST_TURNS = 0xffff_ffff

/** Reads posts one at a time. */
export class Presence {
  readonly #terms: Terms
  readonly #rarity: Rarity
  readonly #mostTurns: number
  /** For each term, the turn in which it was last held. */
  #seen = new Uint32Array(64)
  #turn = 0
  readonly #scan = new TokenScan()
  #held: number[] = []

  /** @param mostTurns after so many posts turns begin anew */
  constructor(terms: Terms, rarity: Rarity, mostTurns: number) {
    this.#terms = terms
    this.#rarity = rarity
    this.#mostTurns = mostTurns
  }

  /** For each term, {@link turn} when the post that was read last holds it. */
  get seen(): Uint32Array {
    return this.#seen
  }

  get turn(): number {
    return this.#turn
  }

  /** Finds the terms that the post holds; each comes once. The list is used again for the next post. */
  read(post: FilterPost): readonly number[] {
    this.#begin()
    const isLearning = this.#rarity.wantsNext()
    this.#readTexts(post.texts, isLearning)
    this.#readLinks(post.urls)
    this.#readNames('hashtag', post.hashtags)
    this.#readNames('mention', post.mentions)
    this.#readUser('from', post.author)
    this.#readUser('to', post.replyTo)
    this.#readUser('retweets_of', post.repostOf)
    this.#readAnnotations(post)
    this.#readFacts(post)
    return this.#held
  }

  #begin(): void {
    const { end } = this.#terms
    if (this.#seen.length < end) {
      const wider = new Uint32Array(Math.max(end, 2 * this.#seen.length))
      wider.set(this.#seen)
      this.#seen = wider
    }
    if (this.#turn === this.#mostTurns) {
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

  #readTexts(texts: readonly string[], isLearning: boolean): void {
    const words = this.#terms.shelf('keyword')
    if (words.size === 0 && !isLearning) return
    for (const text of texts) {
      this.#scan.read(text)
      this.#readTokens(words)
      if (isLearning) this.#rarity.learn(this.#scan.tokens())
    }
  }

  #readLinks(urls: readonly string[]): void {
    const words = this.#terms.shelf('link-word')
    if (words.size === 0) return
    for (const url of urls) {
      this.#scan.read(url)
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
      if (this.#seen[run.term] !== this.#turn && stands(run, this.#scan, token)) this.#mark(run.term)
    }
  }

  #readNames(shelf: 'hashtag' | 'mention', names: readonly string[]): void {
    const known = this.#terms.shelf(shelf)
    if (known.size === 0) return
    for (const name of names) this.#mark(known.get(fold(name)))
  }

  #readUser(shelf: 'from' | 'to' | 'retweets_of', user: FilterUser | undefined): void {
    const known = this.#terms.shelf(shelf)
    if (known.size === 0 || user === undefined) return
    this.#mark(known.get(fold(user.name)))
    if (this.#terms.namesIds(shelf)) this.#mark(known.get(String(user.id)))
  }

  #readAnnotations({ contexts, entityNames, conversationId }: FilterPost): void {
    const known = this.#terms.shelf('context')
    for (const { domain, entity } of contexts) {
      this.#mark(known.get(`context:${domain}.${entity}`))
      this.#mark(known.get(`context:${domain}.*`))
      this.#mark(known.get(`context:*.${entity}`))
    }
    const names = this.#terms.shelf('entity')
    for (const name of entityNames) this.#mark(names.get(fold(name).trim()))
    const conversations = this.#terms.shelf('conversation_id')
    if (conversationId !== undefined && conversations.size > 0) {
      this.#mark(conversations.get(String(conversationId)))
    }
  }

  #readFacts(post: FilterPost): void {
    const has = this.#terms.shelf('has')
    if (has.size > 0) {
      if (post.hashtags.length > 0) this.#mark(has.get('hashtags'))
      if (post.mentions.length > 0) this.#mark(has.get('mentions'))
      if (hasLinks(post)) this.#mark(has.get('links'))
      if (post.media.length > 0) this.#mark(has.get('media'))
      if (post.media.includes('photo')) this.#mark(has.get('images'))
      if (post.media.includes('video')) this.#mark(has.get('videos'))
    }
    const is = this.#terms.shelf('is')
    if (is.size > 0) {
      if (post.repostOf !== undefined) this.#mark(is.get('retweet'))
      if (post.isQuote) this.#mark(is.get('quote'))
      if (post.isVerified) this.#mark(is.get('verified'))
      if (post.isReply) this.#mark(is.get('reply'))
    }
    if (post.lang !== undefined) this.#mark(this.#terms.shelf('lang').get(post.lang.toLowerCase()))
    if (this.#terms.samples.size > 0) this.#readSample(sampleOf(post.id))
  }

  #readSample(hundredth: number): void {
    for (const [percent, term] of this.#terms.samples) if (hundredth < percent) this.#mark(term)
  }
}

/** Whether the run stands in the text with its word at `token`. */
function stands({ tokens: wanted, offset }: Run, scan: TokenScan, token: number): boolean {
  const first = token - offset
  if (first < 0 || first + wanted.length > scan.count) return false
  return wanted.every((word, index) => {
    const start = scan.startOf(first + index)
    return scan.endOf(first + index) - start === word.length && scan.text.startsWith(word, start)
  })
}

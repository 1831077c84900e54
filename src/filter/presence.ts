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
    this.#readTexts(post, this.#rarity.wantsNext())
    this.#readLinks(post)
    if (this.#asksFor('hashtag')) this.#readNames('hashtag', post.hashtags)
    if (this.#asksFor('mention')) this.#readNames('mention', post.mentions)
    if (this.#asksFor('from')) this.#readUser('from', post.author)
    if (this.#asksFor('to')) this.#readUser('to', post.replyTo)
    if (this.#asksFor('retweets_of')) this.#readUser('retweets_of', post.repostOf)
    this.#readAnnotations(post)
    if (this.#asksFor('has')) this.#readContents(post)
    if (this.#asksFor('is')) this.#readKind(post)
    if (this.#asksFor('lang') && post.lang !== undefined) {
      this.#mark(this.#terms.shelf('lang').get(post.lang.toLowerCase()))
    }
    if (this.#terms.samples.size > 0) this.#readSample(sampleOf(post.id))
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

  /** Whether any live rule has a term of a kind: what none asks for is not looked at. */
  #asksFor(shelf: Parameters<Terms['shelf']>[0]): boolean {
    return this.#terms.shelf(shelf).size > 0
  }

  #mark(term: number | undefined): void {
    if (term === undefined || this.#seen[term] === this.#turn) return
    this.#seen[term] = this.#turn
    this.#held.push(term)
  }

  #readTexts(post: FilterPost, isLearning: boolean): void {
    if (!this.#asksFor('keyword') && !isLearning) return
    const words = this.#terms.shelf('keyword')
    for (const text of post.texts) {
      this.#scan.read(text)
      this.#readTokens(words)
      if (isLearning) this.#rarity.learn(this.#scan.tokens())
    }
  }

  #readLinks(post: FilterPost): void {
    if (!this.#asksFor('link-word')) return
    const words = this.#terms.shelf('link-word')
    for (const url of post.urls) {
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
    for (const name of names) this.#mark(known.get(fold(name)))
  }

  #readUser(shelf: 'from' | 'to' | 'retweets_of', user: FilterUser | undefined): void {
    if (user === undefined) return
    const known = this.#terms.shelf(shelf)
    this.#mark(known.get(fold(user.name)))
    if (this.#terms.namesIds(shelf)) this.#mark(known.get(String(user.id)))
  }

  #readAnnotations(post: FilterPost): void {
    if (this.#asksFor('context')) {
      const known = this.#terms.shelf('context')
      for (const { domain, entity } of post.contexts) {
        this.#mark(known.get(`context:${domain}.${entity}`))
        this.#mark(known.get(`context:${domain}.*`))
        this.#mark(known.get(`context:*.${entity}`))
      }
    }
    if (this.#asksFor('entity')) {
      const names = this.#terms.shelf('entity')
      for (const name of post.entityNames) this.#mark(names.get(fold(name).trim()))
    }
    if (this.#asksFor('conversation_id') && post.conversationId !== undefined) {
      this.#mark(this.#terms.shelf('conversation_id').get(String(post.conversationId)))
    }
  }

  #readContents(post: FilterPost): void {
    const has = this.#terms.shelf('has')
    const { media } = post
    if (post.hashtags.length > 0) this.#mark(has.get('hashtags'))
    if (post.mentions.length > 0) this.#mark(has.get('mentions'))
    if (hasLinks(post)) this.#mark(has.get('links'))
    if (media.length > 0) this.#mark(has.get('media'))
    if (media.includes('photo')) this.#mark(has.get('images'))
    if (media.includes('video')) this.#mark(has.get('videos'))
  }

  #readKind(post: FilterPost): void {
    const is = this.#terms.shelf('is')
    if (post.repostOf !== undefined) this.#mark(is.get('retweet'))
    if (post.isQuote) this.#mark(is.get('quote'))
    if (post.isVerified) this.#mark(is.get('verified'))
    if (post.isReply) this.#mark(is.get('reply'))
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

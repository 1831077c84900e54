/**
 * Numbers the distinct terms of all active rules. Sequences of words (phrases, links) are indexed under their rarest
 * word, in the same way as rules are indexed under terms. See spec/server.md#rule-engine.
 */
import { must } from '../lib/assert.ts'
import { TERM_KINDS, type Term, type TermKind } from './ast.ts'
import { type CountOperator, WORDS_OPERATORS, type WordsOperator } from './dialect.ts'
import { KeyTable } from './key-table.ts'
import { printTerm } from './print.ts'
import { guessOfWord, ofLinkWord, type Rarity } from './rarity.ts'

/** A sequence of words; it is found by the position of one of its words. */
export interface Run {
  readonly term: number
  readonly tokens: readonly string[]
  /** Index in `tokens` of the word under which the sequence is indexed. */
  readonly offset: number
}

/** Name of a table of keys: words of a text, words of a link, users, and so on. */
export type Shelf = TermKind | 'link-word' | WordShelf

/** Name of the table with the words of one field. */
type WordShelf = `${WordsOperator}-word`

/** The name of the table with the words of a field. */
export function wordShelfOf<Kind extends WordsOperator>(kind: Kind): `${Kind}-word` {
  return `${kind}-word`
}

/** Terms that have no word or name by which to look them up. Each of them is evaluated for every post. */
export type TestedTerm = Term & {
  readonly kind: CountOperator | 'list' | 'url_contains' | 'point_radius' | 'bounding_box'
}

/** The terms in a table, by key. */
export type Shelved = Pick<KeyTable, 'size' | 'get' | 'find'>

interface Entry {
  readonly shelf: Shelf
  readonly key: string
  references: number
  /** Number of the word under which the sequence is indexed; undefined for other terms. */
  readonly word: number | undefined
}

/** The numbers of terms, from 0. Numbers of terms that are out of use are reused. */
export class Terms {
  readonly #rarity: Rarity
  readonly #entries: (Entry | undefined)[] = []
  readonly #shelves: Readonly<Record<Shelf, KeyTable>>
  readonly #free: number[] = []
  readonly #runs: (Run[] | undefined)[] = []
  /** Number of terms in which the user is written in digits. The digits may be the user's id. */
  readonly #byId = { from: 0, to: 0, retweets_of: 0 }
  readonly #samples = new Map<number, number>()
  readonly #tested = new Map<TestedTerm['kind'], Map<number, TestedTerm>>()

  /** @param seed a secret of 32 bits for the tables of keys */
  constructor(rarity: Rarity, seed: number) {
    this.#rarity = rarity
    const shelf = () => new KeyTable((term) => this.#entries[term]?.key ?? '', seed)
    const shelves = [...TERM_KINDS, 'link-word' as const, ...WORDS_OPERATORS.map(wordShelfOf)]
    this.#shelves = Object.fromEntries(shelves.map((name) => [name, shelf()])) as Record<Shelf, KeyTable>
  }

  /** The largest number of a term, plus one. */
  get end(): number {
    return this.#entries.length
  }

  /** Number of terms in use, including the words of sequences. */
  get size(): number {
    return this.#entries.length - this.#free.length
  }

  /** The terms in a table. The key is the folded text, or decimal digits for numbers. */
  shelf(shelf: Shelf): Shelved {
    return this.#shelves[shelf]
  }

  /** True when the user of a term of this kind is written in digits, which may be an id. */
  namesIds(shelf: 'from' | 'to' | 'retweets_of'): boolean {
    return this.#byId[shelf] > 0
  }

  /** The numbers of the `sample:` terms, by percent. */
  get samples(): ReadonlyMap<number, number> {
    return this.#samples
  }

  /** The terms of a kind that are evaluated one by one, by number. */
  tested(kind: TestedTerm['kind']): ReadonlyMap<number, TestedTerm> {
    return this.#tested.get(kind) ?? NONE_TESTED
  }

  /** The sequences that are indexed under each word, by the number of the word. */
  get runs(): readonly (readonly Run[] | undefined)[] {
    return this.#runs
  }

  /** Returns the number of a term. The term stays until {@link release} was called as often as {@link retain}. */
  retain(term: Term): number {
    switch (term.kind) {
      case 'phrase':
        return this.#holdRun('phrase', 'keyword', term.tokens, (token) => this.#rarity.ofWord(token))
      case 'url': {
        const [only] = term.tokens
        if (term.tokens.length === 1 && only !== undefined) return this.#holdKey('link-word', only)
        return this.#holdRun('url', 'link-word', term.tokens, ofLinkWord)
      }
      case 'bio':
      case 'bio_name':
      case 'bio_location':
      case 'url_title':
      case 'url_description':
      case 'place': {
        const shelf = wordShelfOf(term.kind)
        const [only] = term.tokens
        if (term.tokens.length === 1 && only !== undefined) return this.#holdKey(shelf, only)
        return this.#holdRun(term.kind, shelf, term.tokens, guessOfWord)
      }
      case 'followers_count':
      case 'following_count':
      case 'tweets_count':
      case 'listed_count':
      case 'list':
      case 'url_contains':
      case 'point_radius':
      case 'bounding_box':
        return this.#holdTested(term)
      default:
        return this.#holdKey(term.kind, keyOf(term))
    }
  }

  /** Releases a term, once for each call of {@link retain}. */
  release(term: number): void {
    const entry = must(this.#entries[term], 'the term')
    entry.references -= 1
    if (entry.references > 0) return
    this.#shelves[entry.shelf].remove(entry.key, term)
    for (const tested of this.#tested.values()) tested.delete(term)
    this.#entries[term] = undefined
    this.#note(entry, undefined)
    this.#free.push(term)
    if (entry.word === undefined) return
    const runs = must(this.#runs[entry.word], 'the run')
    const rest = runs.filter((run) => run.term !== term)
    this.#runs[entry.word] = rest.length === 0 ? undefined : rest
    this.release(entry.word)
  }

  #holdKey(shelf: Shelf, key: string): number {
    return this.#heldAgain(shelf, key) ?? this.#enter({ shelf, key, references: 1, word: undefined })
  }

  #holdTested(term: TestedTerm): number {
    const number = this.#holdKey(term.kind, printTerm(term))
    const tested = this.#tested.get(term.kind) ?? new Map<number, TestedTerm>()
    this.#tested.set(term.kind, tested.set(number, term))
    return number
  }

  #holdRun(
    shelf: 'phrase' | 'url' | WordsOperator,
    wordShelf: 'keyword' | 'link-word' | WordShelf,
    tokens: readonly string[],
    rarityOf: (token: string) => number,
  ): number {
    const key = tokens.join(' ')
    const known = this.#heldAgain(shelf, key)
    if (known !== undefined) return known
    const rarities = tokens.map(rarityOf)
    const offset = rarities.indexOf(Math.min(...rarities))
    const word = this.#holdKey(wordShelf, must(tokens[offset], 'the word'))
    const term = this.#enter({ shelf, key, references: 1, word })
    const run = { term, tokens, offset }
    const runs = this.#runs[word]
    if (runs === undefined) this.#runs[word] = [run]
    else runs.push(run)
    return term
  }

  #heldAgain(shelf: Shelf, key: string): number | undefined {
    const term = this.#shelves[shelf].get(key)
    if (term !== undefined) must(this.#entries[term], 'the term').references += 1
    return term
  }

  #enter(entry: Entry): number {
    const term = this.#free.pop() ?? this.#entries.length
    this.#entries[term] = entry
    this.#runs[term] = undefined
    this.#shelves[entry.shelf].add(entry.key, term)
    this.#note(entry, term)
    return term
  }

  /** Updates the additional tables after a term was added or removed; `term` is undefined after a removal. */
  #note({ shelf, key }: Entry, term: number | undefined): void {
    if (shelf === 'sample') {
      if (term === undefined) this.#samples.delete(Number(key))
      else this.#samples.set(Number(key), term)
    } else if (isUserShelf(shelf) && /^[0-9]+$/.test(key)) {
      this.#byId[shelf] += term === undefined ? -1 : 1
    }
  }
}

function isUserShelf(shelf: Shelf): shelf is 'from' | 'to' | 'retweets_of' {
  return shelf === 'from' || shelf === 'to' || shelf === 'retweets_of'
}

const NONE_TESTED: ReadonlyMap<number, TestedTerm> = new Map()

function keyOf(term: Exclude<Term, TestedTerm | { kind: 'phrase' | 'url' | WordsOperator }>): string {
  switch (term.kind) {
    case 'keyword':
      return term.token
    case 'hashtag':
    case 'cashtag':
      return term.tag
    case 'mention':
    case 'entity':
    case 'source':
      return term.name
    case 'from':
    case 'to':
    case 'retweets_of':
      return term.user
    case 'has':
    case 'is':
      return term.what
    case 'lang':
    case 'place_country':
      return term.code
    case 'conversation_id':
    case 'in_reply_to_tweet_id':
    case 'retweets_of_tweet_id':
    case 'quotes_of_tweet_id':
      return term.id
    case 'sample':
      return String(term.percent)
    case 'context':
      return printTerm(term)
  }
}
